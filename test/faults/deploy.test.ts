// A new version is started and the old one told to stop, under load and behind a balancer: no request fails.
import { mkdtemp, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { openPostgres } from '#data/postgres.ts'
import type { Database } from '#data/database.ts'
import type { Visitor } from '../app.ts'
import { startBalancer, type Balancer } from '../servers/balancer.ts'
import { createPostgresDatabase } from '../databases/database.ts'
import { startProgram, type Program } from '../e2e/program.ts'
import { createJob, found, type Application } from './applying.ts'
import { rounds, seed, seeded, seedHint } from './extent.ts'
import { startLoad } from './load.ts'
import { insertProofs } from './proofs.ts'
import { record } from './record.ts'

let server: Awaited<ReturnType<typeof createPostgresDatabase>>
let folder: string
let database: Database
let balancer: Balancer
let settings: Record<string, string>
/** Where the balancer sends new requests. */
let current: Program
const started: Program[] = []

async function startVersion(): Promise<Program> {
  const program = await startProgram(path.join(folder, `version-${started.length}`), settings)
  started.push(program)
  return program
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-deploy-'))
  server = await createPostgresDatabase()
  database = await openPostgres(server.url, { connections: 3 })
  settings = {
    DATABASE_URL: server.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    STORAGE_URL: pathToFileURL(path.join(folder, 'files')).href,
  }
  current = await startVersion()
  balancer = await startBalancer(() => current.url)
})
afterAll(async () => {
  balancer?.close()
  await Promise.all(started.map((program) => program.stop('SIGKILL')))
  await database?.close()
  await server?.drop()
  await rm(folder, { recursive: true, force: true })
})

test('no request fails while one version replaces another', async () => {
  onTestFailed(() => console.error(seedHint))
  const random = seeded(seed)
  const base = balancer.url
  const owner: Visitor = await found(base)
  const job = await createJob(owner, 'Packer')
  const acknowledged = new Set<string>()
  const failures: string[] = []
  const sent = new Map<string, Application>()
  const times = rounds(1, 20)
  for (let round = 0; round < times; round++) {
    const emails = Array.from({ length: 300 }, (_, at) => `deploy-${round}-${at}@example.com`)
    const applications = await insertProofs({ db: database }, job, emails, random)
    for (const application of applications) sent.set(application.email, application)
    const load = startLoad(() => base, applications, [owner])
    await wait(200)
    const before = current
    current = await startVersion()
    const { code } = await before.stop('SIGTERM')
    if (code !== 0) failures.push(`the old version ended with ${code}`)
    await wait(200)
    const tally = await load.finish()
    failures.push(...tally.failures)
    if (tally.unanswered > 0) failures.push(`without an answer: ${tally.unanswered}`)
    for (const email of tally.acknowledged) acknowledged.add(email)
  }
  expect(failures).toEqual([])
  const { rows } = await database.pool.query<{ email: string }>('select email from applicants')
  const there = new Set(rows.map(({ email }) => email))
  record('R13 new version under load', {
    faults: times,
    acknowledged: acknowledged.size,
    found: there.size,
    lost: [...acknowledged].filter((email) => !there.has(email)).length,
    twice: rows.length - there.size,
    failures: failures.length,
  })
})
