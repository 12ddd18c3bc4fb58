// Each rule of deploy/alarms.yml: its fault is made on a running app, whose metrics then make Prometheus fire, and did not before.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { writeBackup } from '#features/backups/write-backup.ts'
import { findProgram } from '../scripts/find-programs.ts'
import { installDebianPackage } from '../scripts/install-debian-package.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { insertCanaries } from './canaries.ts'
import { withoutDatabase, withoutTable } from './databases/failing-database.ts'
import { fill, mountVolume } from './servers/full-volume.ts'
import { startScriptedSmtp } from './servers/scripted-smtp.ts'
import { sendMails, workAsOne } from './work.ts'

const run = promisify(execFile)
const token = 'metrics-'.repeat(4)
const file = path.resolve(import.meta.dirname, '../deploy/alarms.yml')

type Rule = { alert: string; expr: string; for?: string }
const { groups } = parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

const find = () => findProgram(['promtool'])
const promtool = find() ?? ((await installDebianPackage('prometheus')) ? find() : undefined)
if (!promtool) {
  console.warn('Without promtool (package prometheus) only the metrics of the alarms are tested.')
}
const volume = await mountVolume('64m')
if (!volume.isMounted) console.warn('A full volume is not tried: this user may mount none.')
const smtp = await startScriptedSmtp()
afterAll(async () => {
  await volume.remove()
  await smtp.close()
})

/** What Prometheus stores of one scrape: each series with its value. */
type Scrape = ReadonlyMap<string, number>
type Running = { app: TestApp; scrape: () => Promise<Scrape>; backups: string }
type Fault = {
  options?: TestAppOptions
  /** Makes the fault and scrapes. */
  make: (running: Running) => Promise<Scrape>
}

const byDatabase = (app: TestApp, statement: string) => app.deps.db.pool.query(statement)
/** As if this many seconds had passed for the queue. */
const passForTasks = (app: TestApp, seconds: number) =>
  byDatabase(
    app,
    `update background_tasks set (created_at, due_at, waiting_since, succeeded_at) = (select
       created_at - pass, due_at - pass, waiting_since - pass, succeeded_at - pass
       from (select interval '${seconds} seconds' as pass) as passing)`,
  )
const ask = async (app: TestApp, email: string) => {
  const job = await app.job(await app.owner())
  const body = { email, roleId: job.id }
  const { status } = await app.visitor().call('/functions/send-verification-email', { body })
  expect(status).toBe(200)
}
const withoutScheduledWork = { work: 'queued' } as const

const faults: Record<string, Fault> = {
  StorehandDown: {
    async make({ app, scrape }) {
      await app.close()
      return scrape()
    },
  },
  StorehandNotScraped: { make: async () => new Map() },
  StorehandDatabaseAway: { make: ({ app, scrape }) => withoutDatabase(app.deps.db, scrape) },
  StorehandMeasuresMissing: { make: ({ app, scrape }) => withoutDatabase(app.deps.db, scrape) },
  StorehandApplicationsFail: {
    async make({ app, scrape }) {
      const job = await app.job(await app.owner())
      const grant = await app.grant('maya@applicant.example', job)
      const body = { token: grant, firstName: 'Maya', lastName: 'Okafor' }
      const send = () => app.visitor().call('/api/applications', { body })
      expect((await withoutTable(app.deps.db, 'applicants', send)).status).toBe(500)
      return scrape()
    },
  },
  StorehandErrors: {
    async make({ app, scrape }) {
      const person = await app.person()
      await withoutDatabase(app.deps.db, () => person.call('/api/jobs'))
      return scrape()
    },
  },
  StorehandSlow: {
    // Only requests come to the table.
    options: { work: 'none' },
    async make({ app, scrape }) {
      const owner = await app.owner()
      await scrape()
      const client = await app.deps.db.pool.connect()
      await client.query('begin; lock table job_posts')
      const read = Promise.all([1, 2, 3].map(() => owner.call('/api/jobs')))
      // A busy machine brings the first of them to the table late, and the others a little after it.
      // Other tests' databases are copies of the same template, so that their table has the same number.
      const stuck = `select from pg_locks where relation = 'job_posts'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await client.query(stuck)).rowCount).toBeGreaterThan(0)
      await client.query('select pg_sleep(2); commit')
      client.release()
      await read
      return scrape()
    },
  },
  StorehandMailsWait: {
    options: { env: { SMTP_URL: smtp.url }, ...withoutScheduledWork },
    async make({ app, scrape }) {
      smtp.otherwise = 'later'
      await ask(app, 'maya@applicant.example')
      await sendMails(app.deps)
      // The retries, each of which moves the next attempt.
      for (let minutes = 0; minutes < 20; minutes += 5) {
        await passForTasks(app, 300)
        await sendMails(app.deps)
      }
      smtp.otherwise = 'take'
      return scrape()
    },
  },
  StorehandMailsGivenUp: {
    options: { env: { SMTP_URL: smtp.url } },
    async make({ app, scrape }) {
      smtp.mailboxRefusal = 'No such person'
      for (const name of ['ada', 'grace', 'maya']) await ask(app, `${name}@applicant.example`)
      await sendMails(app.deps)
      smtp.mailboxRefusal = undefined
      return scrape()
    },
  },
  StorehandTasksLate: {
    options: withoutScheduledWork,
    async make({ app, scrape }) {
      await byDatabase(
        app,
        `insert into background_tasks (kind, key) values ('work-store-notice', gen_random_uuid()::text)`,
      )
      await passForTasks(app, 4000)
      return scrape()
    },
  },
  StorehandTasksGivenUp: {
    options: {
      env: { SHOPIFY_API_KEY: 'key', SHOPIFY_API_SECRET: 'secret'.repeat(6) },
      ...withoutScheduledWork,
    },
    async make({ app, scrape }) {
      // Whatever process began it has ended before the task did.
      await byDatabase(
        app,
        `insert into background_tasks (kind, key, lane, attempts) values ('work-store-notice', gen_random_uuid()::text, 'shop', 100)`,
      )
      await workAsOne(app.deps, 'work-store-notice')
      return scrape()
    },
  },
  StorehandTaskStopped: {
    options: withoutScheduledWork,
    async make({ app, scrape }) {
      // A clock that was ahead has planned the next run for a day of the next year.
      await passForTasks(app, 5000)
      await byDatabase(
        app,
        `update background_tasks set due_at = now() + interval '40 days', waiting_since = null where key = ''`,
      )
      const after = await scrape()
      expect(after.get('storehand_task_oldest_due_seconds{kind="queue-mails"}')).toBe(0)
      return after
    },
  },
  StorehandTimeAhead: {
    options: withoutScheduledWork,
    async make({ app, scrape }) {
      await passForTasks(app, -5000)
      return scrape()
    },
  },
  StorehandNoBackup: {
    async make({ app, scrape }) {
      app.clock.move(2 * 86_400)
      return scrape()
    },
  },
  StorehandBackupsNotConfigured: {
    async make({ app }) {
      const env = { METRICS_TOKEN: token }
      const other = await createTestApp({ env, database: app.deps.db, work: 'none' })
      const after = await scrapeOf(other)
      await other.close()
      return after
    },
  },
  StorehandErasuresNotCopied: {
    async make({ app, scrape, backups }) {
      await rm(backups, { recursive: true })
      await insertCanaries(app.deps.db, 'wren')
      return scrape()
    },
  },
  StorehandRetentionStopped: {
    async make({ app, scrape }) {
      await app.owner()
      await insertCanaries(app.deps.db, 'wren')
      await byDatabase(app, 'update retention_states set stopped_at = now()')
      return scrape()
    },
  },
  StorehandClockWrong: {
    options: withoutScheduledWork,
    async make({ app, scrape }) {
      app.clock.drift(-120)
      return scrape()
    },
  },
  StorehandDeletionsStopped: {
    options: withoutScheduledWork,
    async make({ app, scrape }) {
      app.clock.drift(-400)
      return scrape()
    },
  },
  StorehandCodesRefused: {
    options: {
      env: { CODES_PER_DAY_PER_ORGANIZATION: '10', TRUSTED_PROXIES: '1' },
      ...withoutScheduledWork,
    },
    async make({ app, scrape }) {
      const { id } = await app.job(await app.owner())
      const answers: number[] = []
      for (let asked = 0; asked < 10; asked++) {
        const { status } = await app.visitor().call('/functions/send-verification-email', {
          body: { email: `made-up-${asked}@applicant.example`, roleId: id },
          headers: { 'x-forwarded-for': `198.51.100.${asked}` },
        })
        answers.push(status)
      }
      expect(answers.slice(-2)).toEqual([200, 429])
      return scrape()
    },
  },
  StorehandVolumeFull: {
    options: { env: { STORAGE_URL: `file://${volume.folder}` } },
    async make({ scrape }) {
      await fill(volume.folder, 1_000_000)
      return scrape()
    },
  },
  StorehandCvSpaceFull: {
    options: { env: { CV_QUOTA_MB: '10' } },
    async make({ app, scrape }) {
      const { organization } = await app.owner()
      await byDatabase(app, `insert into cv_space values ('${organization.id}', 9500000)`)
      return scrape()
    },
  },
  StorehandDeadRows: {
    async make({ app, scrape }) {
      await byDatabase(
        app,
        `insert into usage_times (key, times, over_at)
         select sha256(number::text::bytea), '{}', now() + interval '1 day' from generate_series(1, 120000) as number`,
      )
      await byDatabase(app, 'delete from usage_times')
      let after = await scrape()
      const dead = () => after.get('storehand_table_dead_rows{table="usage_times"}') ?? 0
      // The database counts them some time later.
      await expect
        .poll(async () => {
          after = await scrape()
          return dead()
        })
        .toBeGreaterThan(100_000)
      return after
    },
  },
  StorehandPoolExhausted: {
    async make({ app, scrape }) {
      const queries = Array.from({ length: 40 }, () => byDatabase(app, 'select pg_sleep(0.3)'))
      const after = await scrape()
      await Promise.all(queries)
      return after
    },
  },
  StorehandEventLoop: {
    async make({ scrape }) {
      for (let times = 0; times < 5; times++) {
        const end = performance.now() + 600
        while (performance.now() < end);
        // The timer that measures the lag has to fire.
        await wait(20)
      }
      return scrape()
    },
  },
}

async function scrapeOf({ url }: Pick<TestApp, 'url'>): Promise<Scrape> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/metrics`, { headers }).catch(() => undefined)
  const text = response?.ok ? await response.text() : ''
  const series = text.split('\n').flatMap((line): [string, number][] => {
    const [, name, value = ''] = /^([^#\s].*) (\S+)$/.exec(line) ?? []
    return name ? [[name, value === '+Inf' ? Infinity : Number(value)]] : []
  })
  return new Map([['up', response?.ok ? 1 : 0], ...series])
}

const nameOf = (series: string) => /^\w+/.exec(series)?.[0] ?? ''
/** With the labels that Prometheus adds. */
const stored = (series: string) =>
  `${nameOf(series)}{job="storehand",instance="one"${series.includes('{') ? `,${series.slice(series.indexOf('{') + 1)}` : '}'}`
const isCounter = (series: string) => /_(?:total|count|sum|bucket)$/.test(nameOf(series))
/** How long each phase lasts, beside the time for which a rule must hold. Longer than the longest range of a rule. */
const MINUTES = 70
/** What happened between two scrapes happens again after so many minutes. */
const AGAIN_MINUTES = 5

function minutesOf(duration = '0m'): number {
  const unit = { m: 1, h: 60, d: 1440 }[duration.slice(-1)]
  if (!unit) throw new Error(`Of which unit is ${duration}?`)
  return Number(duration.slice(0, -1)) * unit
}

/** The first phase is between the first two scrapes, the second between the last two. */
function valuesOf(series: string, [first, second, third]: readonly Scrape[], minutes: number) {
  const [from, to, then] = [first, second, third].map((scrape) => scrape?.get(series))
  const written = (value: number | undefined) =>
    value === undefined ? '_' : value === Infinity ? 'Inf' : String(value)
  // By the growth, not by the end: rounded, an end could lie below its start, which Prometheus takes for a restarted counter.
  const counted = (start: number, growth: number, length: number) =>
    Array.from({ length }, (_, minute) => start + (growth / AGAIN_MINUTES) * minute)
  if (!isCounter(series)) {
    // Prometheus marks what the next scrape has not.
    const gone = to !== undefined && then === undefined ? ['stale'] : []
    const after = Array.from({ length: minutes - gone.length }, () => written(then))
    return [...Array.from({ length: MINUTES }, () => written(to)), ...gone, ...after]
  }
  const before = counted(from ?? 0, (to ?? 0) - (from ?? 0), MINUTES)
  const reached = before.at(-1) ?? 0
  const after = counted(reached, (then ?? 0) - (to ?? 0), minutes + 1).slice(1)
  return [...before, ...after].map(written)
}

async function firesOnlyAfter(rule: Rule, scrapes: readonly Scrape[]): Promise<void> {
  const minutes = minutesOf(rule.for) + MINUTES
  const names = new Set(scrapes.flatMap((scrape) => [...scrape.keys()]))
  const used = [...names].filter((series) => new RegExp(`\\b${nameOf(series)}\\b`).test(rule.expr))
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-alarms-'))
  const firing = `count(ALERTS{alertname="${rule.alert}",alertstate="firing"}) > bool 0`
  const tests = {
    rule_files: [file],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: used.map((series) => ({
          series: stored(series),
          values: valuesOf(series, scrapes, minutes).join(' '),
        })),
        promql_expr_test: [
          { expr: firing, eval_time: `${MINUTES - 1}m`, exp_samples: [] },
          {
            expr: firing,
            eval_time: `${MINUTES + minutes - 1}m`,
            exp_samples: [{ labels: '{}', value: 1 }],
          },
        ],
      },
    ],
  }
  const script = path.join(folder, 'test.yml')
  await writeFile(script, stringify(tests))
  const failed = await run(promtool ?? '', ['test', 'rules', script]).then(
    () => undefined,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  )
  await rm(folder, { recursive: true })
  expect(failed).toBeUndefined()
}

test('each alarm has a fault here', () => {
  expect(Object.keys(faults).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
})

// shows: interface-70
test.each(rules)('$alert fires after its fault and not before', async (rule) => {
  const fault = faults[rule.alert]
  if (!fault) throw new Error(`${rule.alert} has no fault`)
  if (rule.alert === 'StorehandVolumeFull' && !volume.isMounted) return
  const backups = await mkdtemp(path.join(os.tmpdir(), 'storehand-alarms-'))
  const env = { METRICS_TOKEN: token, BACKUP_DIR: backups, BACKUP_KEY: 'b'.repeat(32) }
  const app = await createTestApp({
    work: 'all',
    ...fault.options,
    env: { ...env, ...fault.options?.env },
  })
  let isOpen = true
  const close = async () => {
    if (isOpen) await app.close()
    isOpen = false
  }
  const scrape = () => scrapeOf(app)
  try {
    await writeBackup(app.deps, [])
    const first = await scrape()
    for (let asked = 0; asked < 10; asked++) await app.visitor().fetch('/healthz')
    let second = await scrape()
    // Other work on this machine can hold up this process too.
    await expect
      .poll(async () => {
        second = await scrape()
        return second.get('nodejs_eventloop_lag_p99_seconds')
      })
      .toBeLessThan(0.5)
    const third = await fault.make({ app: { ...app, close }, scrape, backups })
    const measured = new Set([...first.keys(), ...third.keys()].map(nameOf))
    const named = rule.expr.match(/\b(?:storehand|nodejs)_\w+|\bup\b/g) ?? []
    expect(named.filter((name) => !measured.has(name))).toEqual([])
    if (promtool) await firesOnlyAfter(rule, [first, second, third])
  } finally {
    await close()
    await rm(backups, { recursive: true, force: true })
  }
})
