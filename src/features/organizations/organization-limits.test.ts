// Two organizations: one uses up a limit, and the other is not affected
// (docs/decisions/0068-sliding-windows.md).
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { MailKind } from '#domain/mails/mails.ts'
import type { Overview } from '#domain/overview/overview.ts'
import { insertMails } from '#data/mails/mails.ts'
import { upsertTasks } from '#data/tasks/tasks.ts'
import { openApp, type Member } from '#test/app.ts'
import { insertApplication } from '#test/rows.ts'
import { makeTasksDue, sendMails } from '#test/work.ts'

const MOST = { reads: 40, changes: 20, hour: 4, day: 6, tasks: 5 }
const token = 'metrics-'.repeat(4)

/** New ones for each test: what one of them used is not given back within a minute. */
let noisy: Member
let other: Member
const app = await openApp({
  work: 'none',
  env: {
    METRICS_TOKEN: token,
    READS_PER_MINUTE_PER_ORGANIZATION: String(MOST.reads),
    CHANGES_PER_MINUTE_PER_ORGANIZATION: String(MOST.changes),
    MAILS_PER_HOUR_PER_ORGANIZATION: String(MOST.hour),
    MAILS_PER_DAY_PER_ORGANIZATION: String(MOST.day),
    TASKS_PER_ORGANIZATION: String(MOST.tasks),
  },
})
beforeEach(async () => {
  await app.deps.db.pool.query('delete from background_tasks')
  noisy = await app.owner('Noisy Shop')
  other = await app.owner('Other Shop')
})

type Refusal = { error: { code: string; message: string } }
const limitsOf = async (member: Member) =>
  (await member.call<Overview>('/api/overview')).body.attention.limits
async function refusals(limit: string): Promise<number> {
  const answer = await app
    .visitor()
    .fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })
  const line = new RegExp(`^storehand_organization_limits_total{limit="${limit}"} (\\d+)$`, 'm')
  return Number(line.exec(await answer.text())?.[1])
}
/** Asks until it is refused, and says how often it was answered. */
async function askUntilRefused(ask: () => Promise<{ status: number }>): Promise<number> {
  for (let answered = 0; answered < 100; answered++) {
    if ((await ask()).status === 429) return answered
  }
  throw new Error('It was never refused')
}

// shows: interface-76
describe('what an organization uses is its own', () => {
  test('requests that wait for their turn keep nobody else waiting', async () => {
    const answered: string[] = []
    const read = async (name: string, member: Member) => {
      expect((await member.call('/api/jobs/titles')).status).toBe(200)
      answered.push(name)
    }
    await read('other', other)
    const taken = Array.from({ length: 40 }, () => app.deps.turns.take(noisy.organization.id))
    const last = read('noisy', noisy)
    await read('other again', other)
    for (const turn of taken) (await turn)()
    await last
    expect(answered).toEqual(['other', 'other again', 'noisy'])
  })

  test('reading: staff are told before, then refused; visitors and others are answered', async () => {
    const job = await app.job(noisy)
    const read = (member: Member) => member.call<Refusal>('/api/jobs/titles')
    for (let asked = 0; asked < MOST.reads * 0.8; asked++) await read(noisy)
    await expect
      .poll(() => limitsOf(noisy))
      .toEqual([{ about: 'reads', used: MOST.reads * 0.8, most: MOST.reads }])
    expect(await limitsOf(await app.staff(noisy))).toEqual([])

    const before = await refusals('reads')
    expect(await askUntilRefused(() => read(noisy))).toBeLessThan(MOST.reads * 0.2)
    const refused = await read(await app.staff(noisy))
    expect([refused.status, refused.body.error.code]).toEqual([429, 'organization.readLimit'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refusals('reads')).toBe(before + 2)

    expect((await read(other)).status).toBe(200)
    // Nothing is in the way of applying there, or of saving what is open.
    const grant = await app.grant('maya@example.com', job)
    const applied = await app.visitor().call('/api/applications', {
      body: { token: grant, firstName: 'Maya', lastName: 'Okafor' },
    })
    expect(applied.status).toBe(201)
    expect((await noisy.call('/api/overview/visit', { method: 'POST' })).status).toBe(200)
    // What is a person's own is never refused: to see who is signed in, and to sign out.
    expect((await noisy.call('/api/session')).status).toBe(200)
    expect((await noisy.call('/api/accounts/sign-out', { method: 'POST' })).status).toBe(204)
  })

  test('changing: a change over the limit is refused as one to send again later', async () => {
    const change = (member: Member) =>
      member.call<Refusal>('/api/overview/visit', { method: 'POST' })
    expect(await askUntilRefused(() => change(noisy))).toBeLessThanOrEqual(MOST.changes)
    const refused = await change(noisy)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'organization.changeLimit'])
    expect((await change(other)).status).toBe(200)
    await expect
      .poll(() => limitsOf(noisy))
      .toEqual([{ about: 'changes', used: MOST.changes, most: MOST.changes }])
    expect(await limitsOf(other)).toEqual([])
  })

  async function mail(member: Member, kind: MailKind, count: number): Promise<void> {
    const data = { organization: 'Tiny Tea Shop', count: 1, dueOn: '2026-12-01', link: app.url }
    await app.deps.db.transaction((tx) =>
      insertMails(
        tx,
        Array.from({ length: count }, () => ({
          organization_id: member.organization.id,
          kind,
          recipient: member.email,
          sender_name: member.organization.name,
          data_sealed: app.deps.secrets.encrypt(JSON.stringify(data)),
        })),
      ),
    )
  }
  const mailsOf = async (member: Member) => {
    const { rows } = await app.deps.db.pool.query<{ state: string; count: number }>(
      `select state, count(*)::int as count from mail_outbox
       where organization_id = $1 and kind = 'rights-reminder' group by 1`,
      [member.organization.id],
    )
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  }
  /** As if the mails that were sent had been sent so many hours before. */
  const passHours = async (hours: number) => {
    await app.deps.db.pool.query(
      'update mail_counts set hour = hour - make_interval(hours => $1)',
      [hours],
    )
    await makeTasksDue(app.deps, 'send-mail')
  }

  /** The hours of mails are those of the database's clock: the test is not to begin in one and end in another. */
  async function hourBegan(): Promise<void> {
    await app.deps.db.pool.query(
      `select pg_sleep(left_over) from (
         select extract(epoch from date_trunc('hour', now()) + interval '1 hour' - now()) as left_over
       ) as clock where left_over < 20`,
    )
  }

  test('mails: they wait for the next hour and day; codes and other organizations do not', async () => {
    const job = await app.job(noisy)
    await hourBegan()
    await mail(noisy, 'rights-reminder', 9)
    await mail(other, 'rights-reminder', 2)
    const before = await refusals('mails')
    await sendMails(app.deps)
    expect(await mailsOf(noisy)).toEqual({ sent: MOST.hour, waiting: 9 - MOST.hour })
    expect(await mailsOf(other)).toEqual({ sent: 2 })
    // Once for all that wait, not once for each.
    expect(await refusals('mails')).toBe(before + 1)
    expect(await limitsOf(noisy)).toContainEqual({
      about: 'mails-hour',
      used: MOST.hour,
      most: MOST.hour,
    })
    expect(await app.grant('code@example.com', job)).toBeTruthy()
    expect(await mailsOf(noisy)).toEqual({ sent: MOST.hour, waiting: 9 - MOST.hour })
    // Waiting is no attempt: a mail is not given up for it.
    const { rows } = await app.deps.db.pool.query(
      `select distinct attempts from background_tasks where organization_id = $1 and kind = 'send-mail'`,
      [noisy.organization.id],
    )
    expect(rows).toEqual([{ attempts: 0 }])

    await passHours(1)
    await sendMails(app.deps)
    expect(await mailsOf(noisy)).toEqual({ sent: MOST.day, waiting: 9 - MOST.day })
    expect(await limitsOf(noisy)).toContainEqual({
      about: 'mails-day',
      used: MOST.day,
      most: MOST.day,
    })
    await passHours(24)
    await sendMails(app.deps)
    expect(await mailsOf(noisy)).toEqual({ sent: 9 })
  })

  test('background work: who has too much waiting writes to nobody more, until some is done', async () => {
    const { queries } = app.deps.db
    const people = async (member: Member) => {
      const shop = { organization: member.organization, job: await app.job(member) }
      const rows = [1, 2].map(() => insertApplication(queries, shop, `${randomUUID()}@example.com`))
      return (await Promise.all(rows)).map(({ id }) => id)
    }
    const write = (member: Member, ids: string[]) =>
      member.call<Refusal>('/api/applicants/messages', {
        body: { ids, subject: 'Hello', body: 'Are you free on Monday?' },
      })
    const ids = await people(noisy)
    await app.deps.db.transaction((tx) =>
      upsertTasks(
        tx,
        Array.from({ length: MOST.tasks }, () => ({
          kind: 'check-cv' as const,
          key: randomUUID(),
          organization_id: noisy.organization.id,
        })),
      ),
    )
    expect(await limitsOf(noisy)).toEqual([{ about: 'tasks', used: MOST.tasks, most: MOST.tasks }])
    const refused = await write(noisy, ids)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'organization.taskLimit'])
    const rejected = await noisy.call<Refusal>('/api/applicants/move', {
      body: { ids, status: 'rejected', mail: true },
    })
    expect([rejected.status, rejected.body.error.code]).toEqual([429, 'organization.taskLimit'])
    // To one person it is an answer, and goes.
    expect((await write(noisy, ids.slice(0, 1))).status).toBe(201)
    expect((await write(other, await people(other))).status).toBe(201)
    await app.deps.db.pool.query(`delete from background_tasks where kind = 'check-cv'`)
    expect((await write(noisy, ids)).status).toBe(201)
  })
})
