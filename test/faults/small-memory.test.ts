// The smallest machine of docs/operations.md: the product with its own database, a demo shop and many applicants, is never ended for
// its memory. Only where the machine lets us set a limit.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#data/embedded-database.ts'
import type { Visitor } from '../app.ts'
import { startProgram, startRefused, type Program } from '../e2e/program.ts'
import { insertApplication, insertShop } from '../rows.ts'
import { createJob, found, movedTo, prove, readApplicants, submit } from './applying.ts'
import { rounds, seed, seeded } from './extent.ts'
import { limitMemory } from './memory-limit.ts'
import { record } from './record.ts'

const SMALLEST_MB = 512
const APPLICANTS = rounds(300, 10_000)
const APPLICATIONS = rounds(12, 100)

const memory = limitMemory(SMALLEST_MB)
if (!memory) console.warn('No small machine is tried: this user may set no limit of memory.')

let dataDir: string
let program: Program
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'storehand-small-'))
})
afterAll(async () => {
  await program?.stop('SIGKILL')
  memory?.remove()
  await rm(dataDir, { recursive: true, force: true })
})

const start = async () =>
  (program = await startProgram(dataDir, { DEMO: '1', ...memory?.settings }))

/** While the server is stopped. */
async function insertMany(): Promise<void> {
  const database = await openEmbeddedDatabase(path.join(dataDir, 'database'))
  const shop = await insertShop(database.queries)
  for (let at = 0; at < APPLICANTS; at += 1) {
    await insertApplication(database.queries, shop, `many-${at}@example.com`)
  }
  await database.close()
}

async function use(owner: Visitor, round: string): Promise<number> {
  const job = await createJob(owner, `Tea Taster ${round}`)
  const emails = Array.from({ length: APPLICATIONS }, (_, at) => `${round}-${at}@example.com`)
  const proved = await prove(program.url, [job], emails, seeded(seed))
  const answers = await Promise.all(proved.map((each) => submit(program.url, each)))
  return answers.filter((answer) => answer?.status === 200).length
}

test.runIf(memory)(`a shop with its own database lives in ${SMALLEST_MB} MB`, async () => {
  await start()
  const owner = await found(program.url)
  const first = await use(owner, 'first')
  await program.stop('SIGTERM')
  await insertMany()
  await start()
  const again = movedTo(program.url, owner)
  const second = await use(again, 'second')
  const read = await readApplicants(again)
  expect(memory?.killed()).toBe(0)
  record('Smallest machine, own database', {
    faults: 2,
    acknowledged: first + second,
    found: read.length,
    lost: first + second - read.length,
    failures: 2 * APPLICATIONS - first - second,
    note: `${SMALLEST_MB} MB, ${APPLICANTS} applicants beside them`,
  })
})

test('a smaller one is refused in one sentence', async () => {
  const group = limitMemory(SMALLEST_MB - 100)
  if (!group) return
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-too-small-'))
  const { code, output } = await startRefused(folder, group.settings)
  group.remove()
  await rm(folder, { recursive: true, force: true })
  expect(output.trim()).toMatch(
    /^Starting Storehand…\n512 MB of memory is needed with the database that Storehand brings along, and 412 MB is here\. [^\n]+$/,
  )
  expect(code).toBe(1)
})
