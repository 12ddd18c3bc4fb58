// From the embedded engine to a server: a used demo, moved by the command, continues there unchanged.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import type { ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import type { ChainCheck } from '#domain/audit/audit.ts'
import { migrateDatabase } from '#data/migrate.ts'
import type { ErasurePage } from '#domain/retention/erasures.ts'
import { demoOwner } from '#demo/demo-shop.ts'
import { Visitor } from './app.ts'
import { createPostgresDatabase } from './databases/database.ts'
import { runCommand, startProgram } from './e2e/program.ts'
import { readApplicants, sha256 } from './faults/applying.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

const { email, password } = demoOwner
async function signIn(base: string): Promise<Visitor> {
  const owner = new Visitor(base)
  const { status } = await owner.call('/api/accounts/sign-in', { body: { email, password } })
  expect(status).toBe(200)
  return owner
}

async function lookAround(owner: Visitor) {
  const applicants = await readApplicants(owner)
  const profiles = await Promise.all(
    applicants.slice(0, 10).map(async ({ id }) => {
      const { body } = await owner.call<ApplicantProfile>(`/api/applicants/${id}`)
      // The queue goes on reading CVs, before the move and after it.
      return { ...body, cv: body.cv !== null }
    }),
  )
  const erasures = (await owner.call<ErasurePage>('/api/rights/erasures')).body
  return { applicants, profiles, erasures }
}

/** Only the right main key opens it. */
async function readCv(owner: Visitor, applicantId: string): Promise<string> {
  const link = () =>
    owner.call<{ url: string }>(`/api/applicants/${applicantId}/cv-link`, { method: 'POST' })
  await expect.poll(async () => (await link()).status).toBe(200)
  const { pathname, search } = new URL((await link()).body.url)
  return sha256(await buffer((await owner.fetch(`${pathname}${search}`)).body!))
}

async function emptyDatabase() {
  const { url, drop } = await createPostgresDatabase()
  const client = new pg.Client(url)
  await client.connect()
  cleanups.push(async () => {
    await client.end()
    await drop()
  })
  await client.query('drop schema public cascade; create schema public')
  const ask = async (question: string) => {
    const { rows } = await client.query<Record<string, unknown>>(question)
    return rows
  }
  return { url, ask }
}

// shows: interface-84
test('the demo goes on where it was, on a server; a move that is refused or cut off leaves both as they were', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-move-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const dataDir = path.join(folder, 'data')
  const settings = { DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'warn' }
  const move = (DATABASE_URL?: string, signal?: AbortSignal, DATA_DIR = dataDir) =>
    runCommand(
      { ...settings, DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) },
      'move-to-postgres',
      [],
      signal,
    )
  const server = await emptyDatabase()
  const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace`

  const first = await startProgram(dataDir, { DEMO: '1' })
  cleanups.push(() => first.stop('SIGKILL'))
  const owner = await signIn(first.url)
  // Into the audit log, the ledger and the events: one is moved on, another erased.
  const [moved, erased] = (await readApplicants(owner)).filter(({ status }) => status === 'applied')
  const moveOn = (visitor: Visitor, to: ApplicantStatus) =>
    visitor.call(`/api/applicants/${moved?.id}/status`, { method: 'PATCH', body: { status: to } })
  expect((await moveOn(owner, 'reviewing')).status).toBe(200)
  expect((await owner.call(`/api/applicants/${erased?.id}`, { method: 'DELETE' })).status).toBe(200)
  const withCv = (await readApplicants(owner)).find(({ has_cv }) => has_cv)!
  const cv = await readCv(owner, withCv.id)
  const before = await lookAround(owner)
  expect(await move(server.url)).toEqual({
    code: 1,
    output: expect.stringContaining('is in use by another Storehand process. Stop it first'),
  })
  await first.stop('SIGTERM')

  expect((await move()).output).toMatch(
    /^Set DATABASE_URL to an empty database on a PostgreSQL server\. Nothing was moved/,
  )
  const nowhere = await move(server.url, undefined, folder)
  expect(nowhere.output).toContain(
    `There is no embedded database in ${path.join(folder, 'database')}.`,
  )
  const closed = new URL(server.url)
  closed.port = '1'
  expect((await move(closed.href)).output).toMatch(
    /^The database server at \S+:1 does not answer\. Start it, or correct DATABASE_URL\. Nothing was moved/,
  )

  // Killed while the rows go over.
  const kill = new AbortController()
  const cut = move(server.url, kill.signal)
  const filling = `select from pg_stat_activity where datname = current_database() and query like 'insert into%'`
  await expect.poll(() => server.ask(filling), { interval: 2 }).toHaveLength(1)
  kill.abort()
  expect((await cut).code).toBe(1)
  await expect.poll(() => server.ask(filling)).toEqual([])
  expect(await server.ask(tables)).toEqual([])

  const done = await move(server.url)
  expect(done.output).toMatch(
    /^Moved \d{4} rows of \d+ tables: counted on both sides, and the audit log's chains \(1\) hold\.\nNow start the server with DATABASE_URL/,
  )
  expect(done.code).toBe(0)
  expect(await move(server.url)).toEqual({
    code: 1,
    output:
      'The database of DATABASE_URL is not empty: everything is moved into a new one. Nothing was moved, and nothing was changed.\n',
  })

  // Indexes, keys and triggers are as the migrations make them. Migrated here: the tests' template is without those that only
  // the last release needs.
  const fresh = await emptyDatabase()
  const pool = new pg.Pool({ connectionString: fresh.url })
  await migrateDatabase(pool)
  await pool.end()
  const schema = `select indexdef as text from pg_indexes where schemaname = 'public' union all
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace union all
    select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal order by 1`
  expect(await server.ask(schema)).toEqual(await fresh.ask(schema))

  const second = await startProgram(dataDir, { DATABASE_URL: server.url, DEMO: '1' })
  cleanups.push(() => second.stop('SIGKILL'))
  const again = await signIn(second.url)
  expect(await lookAround(again)).toEqual(before)
  expect(await readCv(again, withCv.id)).toBe(cv)
  // Who was signed in still is, and new rows get new numbers and follow the chain.
  const same = new Visitor(second.url)
  same.cookie = owner.cookie
  expect((await moveOn(same, 'interviewed')).status).toBe(200)
  const check = (await again.call<ChainCheck>('/api/audit/check')).body
  expect(check).toMatchObject({ broken_at: null, unproven_receipt: null })
  expect(check.rows).toBeGreaterThan(2)
}, 240_000)
