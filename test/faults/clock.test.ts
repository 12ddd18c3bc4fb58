// A clock that jumps, under the real program: nothing is deleted early, and afterwards everything goes on by itself.
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { openEmbeddedDatabase } from '#data/embedded-database.ts'
import { archiveName } from '#gateways/backups/archives.ts'
import { createPostgresDatabase } from '../databases/database.ts'
import { runCommand, startProgram, type Program } from '../e2e/program.ts'
import { clockOf, findFaketime, setClock } from '../servers/wrong-clock.ts'
import { createJob, found, prove, submit } from './applying.ts'
import { isLong } from './extent.ts'
import { record } from './record.ts'

const hasFaketime = isLong && (await findFaketime())
const TOKEN = 'a-token-that-only-the-test-knows'
const DAY = 86_400_000
/** Longer than a worker waits before it looks at its tasks again. */
const LOOKED_MS = 25_000
const STANDING = `select kind, extract(epoch from due_at - now())::int as seconds from background_tasks where key = ''`

let place: string
const programs: Program[] = []
beforeAll(async () => {
  place = await mkdtemp(path.join(os.tmpdir(), 'storehand-clock-'))
})
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop('SIGKILL')
})
afterAll(() => rm(place, { recursive: true, force: true }))

async function start(dataDir: string, settings: Record<string, string>): Promise<Program> {
  const program = await startProgram(dataDir, settings)
  programs.push(program)
  return program
}

async function valueOf({ url }: Program, name: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`)
  // Nothing of a kind is no line.
  const line = (await answer.text()).split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.split(' ')[1] ?? 0)
}

/** Applications with CVs, by the widget's own forms. */
async function apply(url: string, ...names: string[]): Promise<void> {
  const job = await createJob(await found(url), 'Shop Floor Lead')
  const emails = names.map((name) => `${name}@example.com`)
  for (const person of await prove(url, [job], emails, Math.random)) {
    expect((await submit(url, person))?.status).toBe(200)
  }
}

// Minutes of waiting; src/time-in-doubt.test.ts tries the same rule on both engines in npm test, with a clock of its own.
describe.runIf(hasFaketime)('the clock', () => {
  const walk = ['+1d', '+40d', '-1d', '+40d', '+0']

  test(
    'of the embedded engine is ahead, behind and right again',
    { timeout: 400_000 },
    async () => {
      const [dataDir, backups, file] = ['data', 'backups', 'clock'].map((name) =>
        path.join(place, name),
      ) as [string, string, string]
      await mkdir(dataDir)
      await setClock(file, '+0')
      const settings = {
        ...clockOf(file),
        BACKUP_DIR: backups,
        BACKUP_KEY: 'b'.repeat(32),
        METRICS_TOKEN: TOKEN,
      }
      const first = await start(dataDir, settings)
      await apply(first.url, 'one', 'two', 'three')
      const { BACKUP_DIR, BACKUP_KEY } = settings
      const command = { DATA_DIR: dataDir, BACKUP_DIR, BACKUP_KEY, NODE_ENV: 'test', DEMO: '0' }
      expect(await runCommand(command, 'backup')).toMatchObject({ code: 0 })
      await writeFile(path.join(backups, archiveName(new Date(Date.now() - 10 * DAY))), 'older')
      await first.stop('SIGTERM')
      const opened = await openEmbeddedDatabase(path.join(dataDir, 'database'))
      await opened.pool.query(`update applicants set created_at = created_at - interval '150 days'`)
      await opened.close()

      let program = await start(dataDir, settings)
      for (const offset of walk) {
        await setClock(file, offset)
        await wait(LOOKED_MS)
        expect([offset, await valueOf(program, 'storehand_deletions_stopped')]).toEqual([
          offset,
          offset === '+0' ? 0 : 1,
        ])
        expect(await valueOf(program, 'storehand_erasures{reason="expired"}')).toBe(0)
        expect((await readdir(backups)).filter((name) => name.endsWith('.backup'))).toHaveLength(2)
      }
      // Started again while the clock is wrong, and once more when it is right.
      await setClock(file, '+40d')
      await program.stop('SIGTERM')
      program = await start(dataDir, settings)
      await wait(LOOKED_MS)
      expect(await valueOf(program, 'storehand_deletions_stopped')).toBe(1)
      expect(await valueOf(program, 'storehand_erasures{reason="expired"}')).toBe(0)
      await setClock(file, '+0')
      const { output } = await program.stop('SIGTERM')
      expect(output.match(/nothing is deleted/g)).toHaveLength(1)
      program = await start(dataDir, settings)
      await apply(program.url, 'four')
      expect(await valueOf(program, 'storehand_deletions_stopped')).toBe(0)

      // By a person's word, while the server has the database open.
      await setClock(file, '-1d')
      await expect
        .poll(() => valueOf(program, 'storehand_deletions_stopped'), { timeout: 10_000 })
        .toBe(1)
      const word = await runCommand(command, 'retention', ['--time-is-right'])
      expect(word).toMatchObject({ code: 0, output: expect.stringMatching(/^It is \d{4}-/) })
      expect(await valueOf(program, 'storehand_deletions_stopped')).toBe(0)
      await program.stop('SIGTERM')
      const left = await openEmbeddedDatabase(path.join(dataDir, 'database'))
      const { rows } = await left.pool.query<{ kind: string; seconds: number }>(STANDING)
      const people = await left.pool.query('select from applicants')
      await left.close()
      expect(people.rowCount).toBe(4)
      // A day behind: tasks of the next night are at most two days away.
      expect(rows.length).toBeGreaterThan(20)
      expect(rows.filter(({ seconds }) => seconds > (2 * DAY) / 1000)).toEqual([])
      record('R12 clock of the embedded engine', {
        faults: walk.length + 2,
        acknowledged: 4,
        found: 4,
        lost: 0,
      })
    },
  )

  test('of one of three processes is forty days ahead', { timeout: 200_000 }, async () => {
    const server = await createPostgresDatabase()
    const file = path.join(place, 'wrong')
    await setClock(file, '+40d')
    const shared = {
      DATABASE_URL: server.url,
      SECRET_KEY: randomBytes(32).toString('hex'),
      STORAGE_URL: pathToFileURL(path.join(place, 'files')).href,
      METRICS_TOKEN: TOKEN,
    }
    const client = new pg.Client(server.url)
    await client.connect()
    const right = await start(path.join(place, '1'), shared)
    await apply(right.url, 'young', 'old')
    await client.query(`update applicants set created_at = created_at - case
      when email like 'old%' then interval '190 days' else interval '150 days' end`)
    const wrong = await start(path.join(place, '3'), { ...shared, ...clockOf(file) })
    await start(path.join(place, '2'), shared)
    const emails = async () =>
      (await client.query<{ email: string }>('select email from applicants order by 1')).rows.map(
        ({ email }) => email,
      )
    for (let round = 0; round < 3; round++) {
      await client.query(`update background_tasks set due_at = now() where key = ''`)
      await wait(LOOKED_MS)
    }
    expect(await emails()).toEqual(['young@example.com'])
    expect(await valueOf(wrong, 'storehand_deletions_stopped')).toBe(1)
    expect(await valueOf(right, 'storehand_deletions_stopped')).toBe(0)
    const { rows } = await client.query<{ kind: string; seconds: number }>(STANDING)
    expect(rows.filter(({ seconds }) => seconds < -60 || seconds > DAY / 1000)).toEqual([])
    await client.end()
    for (const program of programs.splice(0)) await program.stop('SIGKILL')
    await server.drop()
    record('R12 one wrong clock of three', { faults: 3, acknowledged: 2, found: 2, lost: 0 })
  })
})
