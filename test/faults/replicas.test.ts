// Three servers on one database, all doing everything: a race is won once, and nobody gets a mail twice.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { openPostgres } from '#data/postgres.ts'
import type { Database } from '#data/database.ts'
import { deleteExpired } from '#features/retention/delete-expired.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { createTestApp, type Member, type TestApp } from '../app.ts'
import { createPostgresDatabase } from '../databases/database.ts'
import { startScriptedSmtp, type ScriptedSmtp } from '../servers/scripted-smtp.ts'
import { insertApplication, insertShop } from '../rows.ts'
import { submit } from './applying.ts'
import { compare } from './compare.ts'
import { rounds, seed, seeded, seedHint } from './extent.ts'
import { insertProofs } from './proofs.ts'
import { record } from './record.ts'

const REPLICAS = 3

let server: Awaited<ReturnType<typeof createPostgresDatabase>>
let folder: string
let smtp: ScriptedSmtp
let databases: Database[]
let apps: TestApp[]
let owner: Member
let job: JobPost
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-replicas-'))
  server = await createPostgresDatabase()
  smtp = await startScriptedSmtp()
  databases = await Promise.all(
    Array.from({ length: REPLICAS }, () => openPostgres(server.url, { connections: 8 })),
  )
  const env = {
    SECRET_KEY: randomBytes(32).toString('hex'),
    STORAGE_URL: pathToFileURL(folder).href,
    SMTP_URL: smtp.url,
  }
  apps = await Promise.all(
    databases.map((database) => createTestApp({ database, env, work: 'all' })),
  )
  owner = await apps[0]!.owner()
  job = await apps[0]!.job(owner)
})
afterAll(async () => {
  await Promise.all((apps ?? []).map((app) => app.close()))
  await Promise.all((databases ?? []).map((database) => database.close()))
  await smtp?.close()
  await server?.drop()
  await rm(folder, { recursive: true, force: true })
})

const count = async (question: string): Promise<number> => {
  const { rows } = await databases[0]!.pool.query<{ count: number }>(question)
  return rows[0]!.count
}

test('the same form sent to all of them at once is taken once, and confirmed by one mail', async () => {
  onTestFailed(() => console.error(seedHint))
  const random = seeded(seed)
  const people = rounds(10, 170)
  const emails = Array.from({ length: people }, (_, at) => `race-${at}@example.com`)
  const applications = await insertProofs(apps[0]!.deps, job, emails, random)
  const sent = new Map(applications.map((application) => [application.email, application]))
  const acknowledged = new Set<string>()
  const failures: string[] = []
  let races = 0
  let twice = 0
  for (const application of applications) {
    // Two tries at each.
    const answers = await Promise.all([...apps, ...apps].map((app) => submit(app.url, application)))
    races += answers.length
    const statuses = answers.map((answered) => answered?.status)
    const taken = statuses.filter((status) => status === 200).length
    if (taken > 0) acknowledged.add(application.email)
    if (taken > 1) twice += taken - 1
    const isOdd = statuses.some(
      (status) => status === undefined || ![200, 400, 409].includes(status),
    )
    if (taken === 0 || isOdd) failures.push(`${application.email}: ${statuses.join(' ')}`)
  }
  expect(failures).toEqual([])
  const confirmations = () =>
    smtp.mails.filter(({ to }) => to.some((each) => each.startsWith('race-')))
  await expect
    .poll(
      async () => {
        // Looked for now, not in a minute.
        await databases[0]!.pool.query(
          `update background_tasks set due_at = now() where kind = 'queue-mails' and coalesce(leased_until < now(), true)`,
        )
        return new Set(confirmations().flatMap(({ to }) => to)).size
      },
      { timeout: 240_000, interval: 500 },
    )
    .toBe(people)
  await expect
    .poll(() => count(`select count(*)::int as count from mail_outbox where state = 'waiting'`), {
      timeout: 240_000,
    })
    .toBe(0)
  const found = await compare(apps[0]!.deps, acknowledged, sent)
  record('R5 one form to three servers', {
    faults: races,
    acknowledged: acknowledged.size,
    ...found,
    twice: twice + found.twice,
    failures: failures.length,
  })
  const mails = confirmations().length
  record('R5 mails of three servers', {
    faults: people,
    acknowledged: people,
    found: people,
    twice: mails - people,
  })
})

test('three runs of the retention at once erase each application once', async () => {
  const { queries, pool } = databases[0]!
  // So many that they wait for an owner's word, who has given it.
  const shop = await insertShop(queries)
  for (let place = 0; place < 30; place++) {
    await insertApplication(queries, shop, `old-${place}@example.com`)
  }
  await pool.query(`update applicants set created_at = created_at - interval '7 months'`)
  await pool.query(
    `insert into retention_states (organization_id, confirmed_through) select id, current_date from organizations
     on conflict (organization_id) do update set confirmed_through = excluded.confirmed_through`,
  )
  const before = await count('select count(*)::int as count from applicants')
  expect(before).toBeGreaterThanOrEqual(30)
  await Promise.all(apps.map((app) => deleteExpired(app.deps)))
  expect(await count('select count(*)::int as count from applicants')).toBe(0)
  const receipts = `select count(*)::int as count from erasures where reason = 'expired'`
  expect(await count(receipts)).toBe(before)
  const events = await count(
    `select count(*)::int as count from audit_events where action = 'applicant.expired'`,
  )
  record('R5 three runs of the retention', {
    faults: 3,
    acknowledged: before,
    found: events,
    twice: Math.max(0, events - before),
  })
  expect(events).toBe(before)
})
