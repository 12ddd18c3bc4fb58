// Mails to staff from outside, with a real mail server: who is told what, when, how often, and how it ends.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { NotificationsView, Pace } from '#domain/mails/notifications.ts'
import { queueNotifications } from '#features/mails/queue-notifications.ts'
import { askedOnPage } from '#features/rights/record-rights-action.ts'
import {
  liftRestriction,
  objectToUse,
  restrictApplication,
  withdrawObjection,
} from '#features/rights/restrict-application.ts'
import { openApp, type Member } from '#test/app.ts'
import { pdf } from '#test/input/files.ts'
import { startSmtp } from '#test/servers/smtp.ts'
import { makeTasksDue, sendMails } from '#test/work.ts'

type Refusal = { error: { code: string } }

const MINUTE = 60
const HOUR = 60 * MINUTE

let owner: Member
let staff: Member
let job: JobPost
let second: JobPost
const smtp = await startSmtp()
afterAll(() => smtp.close())
const app = await openApp({ env: { SMTP_URL: smtp.url } })
// A shop for each test: nobody waits for the twenty minutes of the test before.
beforeEach(async () => {
  owner = await app.owner()
  staff = await app.staff(owner)
  await app.confirm(owner)
  await app.confirm(staff)
  job = await app.job(owner)
  second = await app.job(owner, { title: 'Packing Lead' })
})

/** At noon, by the clock of the acts: no test comes into a morning without wanting to. The database has its own clock. */
let moved = 0
const pass = async (seconds: number) => {
  // What happened before is noted before: the worker could be in the middle of it, and count some for later.
  await settle()
  moved += seconds
  app.clock.move(seconds)
  await settle()
}
beforeEach(() => {
  const now = new Date()
  const noon = new Date(now).setUTCHours(12, 0, 1, 0)
  moved = (noon - now.getTime()) / 1000 + (noon < now.getTime() ? 24 * HOUR : 0)
  app.clock.move(moved)
})
afterEach(() => app.clock.move(-moved))

/** What is about a restricted applicant waits. */
const ofShown = `not exists (
  select from applicants where id = applicant_id and (restricted_at is not null or objected_at is not null)
)`
/** Whatever is due now has left: the server's own worker may have taken it, and be sending it still. */
async function settle(): Promise<void> {
  await expect
    .poll(async () => {
      await sendMails(app.deps)
      const { rows } = await app.deps.db.pool.query(
        `select 'event' as what from notification_events where ${ofShown}
           union all select 'due' from notifications where mail_id is null and due_at <= $1 and ${ofShown}
           union all select 'mail' from background_tasks where kind = 'send-mail'
             and (due_at <= now() or leased_until > now())`,
        [app.clock.now()],
      )
      return rows
    })
    .toEqual([])
}

/** The mail server has time again, and the mails that waited for it are due. */
async function tryAgain(): Promise<void> {
  smtp.busy.clear()
  await makeTasksDue(app.deps, 'send-mail')
  await settle()
}

/** As somebody does it who found the job on the shop's page. */
async function apply(first: string, to = job): Promise<{ id: string; email: string }> {
  const email = `${first.toLowerCase()}-${randomUUID().slice(0, 8)}@applicant.example`
  const visitor = app.visitor()
  const init = { method: 'POST', headers: { accept: 'application/json' } }
  const asked = await visitor.fetch(`/embed?step=email&roleId=${to.id}`, {
    ...init,
    body: new URLSearchParams({ roleId: to.id, consent: 'yes', email }),
  })
  const { view } = (await asked.json()) as { view: { verification: string } }
  await settle()
  const { code } = await smtp.mailTo(email)
  const verified = await visitor.fetch(`/embed?step=sent&roleId=${to.id}`, {
    ...init,
    body: new URLSearchParams({ v: view.verification, code }),
  })
  const { token } = ((await verified.json()) as { view: { token: string } }).view
  const sent = await visitor.form('/api/applications', {
    token,
    firstName: first,
    lastName: 'Okafor',
    phone: '+44 113 496 0000',
    coverLetter: 'Dear team, I like tea.',
    cvFile: new File([pdf], `${first}-cv.pdf`),
  })
  expect(sent.status).toBe(201)
  await settle()
  return { id: ((await sent.json()) as { id: string }).id, email }
}

/** Without the soft line ends of the mail. */
const mailsTo = ({ email }: { email: string }, subject = /application/i) =>
  smtp.received
    .filter(({ to }) => to.includes(email))
    .map(({ raw }) => raw.replace(/=\r?\n/g, '').replaceAll('=3D', '='))
    .filter((raw) => subject.test(headerOf(raw, 'subject')))
const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}:\\s*(.*(?:\\r?\\n[ \\t].*)*)`, 'im')
    .exec(raw)?.[1]
    ?.replace(/\r?\n\s*/g, ' ') ?? ''
const subjects = (person: { email: string }, subject?: RegExp) =>
  mailsTo(person, subject).map((raw) => headerOf(raw, 'subject'))

const choose = (person: Member, body: object) =>
  person.call<NotificationsView & Refusal>('/api/notifications', { method: 'PATCH', body })
const chooseFor = (person: Member, { id }: JobPost, applications: Pace) =>
  person.call<NotificationsView>(`/api/notifications/jobs/${id}`, {
    method: 'PUT',
    body: { applications },
  })

// shows: 7-73
test('owners get a mail about who asks to join, and the person who asked gets one about the decision', async () => {
  const shop = `Shop ${randomUUID().slice(0, 8)}`
  await app.deps.db.pool.query('update organizations set name = $1 where id = $2', [
    shop,
    owner.organization.id,
  ])
  const ask = async (isProved: boolean) => {
    const person = await app.person()
    if (isProved) await app.confirm(person)
    await person.call('/api/organizations/join', { body: { name: shop } })
    return person
  }
  const rose = await ask(true)
  const finn = await ask(true)
  const unproved = await ask(false)
  // Taken back and asked again: one person still.
  await finn.call('/api/organizations/join', { method: 'DELETE' })
  await finn.call('/api/organizations/join', { body: { name: shop } })
  await pass(MINUTE)
  expect(subjects(owner, /join/)).toEqual([`3 people ask to join ${shop}`])
  expect(mailsTo(owner, /join/)[0]).toContain(`${app.url}/organizations`)
  expect(subjects(staff, /join/)).toEqual([])
  const decide = (person: Member, how: 'approve' | 'decline') =>
    how === 'approve'
      ? owner.call(`/api/organizations/members/${person.userId}/approve`, { method: 'POST' })
      : owner.call(`/api/organizations/members/${person.userId}`, { method: 'DELETE' })
  await decide(rose, 'approve')
  await decide(finn, 'decline')
  await decide(unproved, 'approve')
  await settle()
  expect(subjects(rose, /join/)).toEqual([`You have joined ${shop}`])
  expect(subjects(finn, /join/)).toEqual([`Your request to join ${shop}`])
  expect(subjects(unproved, /join/)).toEqual([])
  // Anyone who asks and goes away again before the mail leaves is no news.
  const gone = await ask(true)
  await gone.call('/api/organizations/join', { method: 'DELETE' })
  await pass(2 * HOUR)
  expect(subjects(owner, /join/)).toHaveLength(1)
})

// shows: 7-74
test('owners hear of emails that did not reach applicants, in one mail', async () => {
  const people = [await apply('Maya'), await apply('Ben'), await apply('Cleo')]
  await choose(staff, { applications: 'never' })
  for (const { id, email } of people) {
    smtp.unknown.add(email)
    const moved_on = await staff.call<{ change_id: string }>(`/api/applicants/${id}/status`, {
      method: 'PATCH',
      body: { status: 'reviewing' },
    })
    const { change_id } = moved_on.body
    await staff.call(`/api/applicants/${id}/mails`, { body: { change_id } })
  }
  await settle()
  // The address was mended, and the mail sent again.
  const [maya] = people
  smtp.unknown.delete(maya?.email ?? '')
  const { rows } = await app.deps.db.pool.query<{ change_id: string }>(
    `select change_id from applicant_mails where applicant_id = $1 and kind = 'reviewing'`,
    [maya?.id],
  )
  await staff.call(`/api/applicants/${maya?.id}/mails`, {
    body: { change_id: rows[0]?.change_id },
  })
  await pass(HOUR)
  expect(subjects(owner, /not delivered/)).toEqual(['2 emails to applicants were not delivered'])
  const [mail = ''] = mailsTo(owner, /not delivered/)
  expect(mail).toContain('Ben O.')
  expect(mail).toContain('there is no such mailbox')
  for (const word of ['Maya', 'Okafor', 'applicant.example']) expect(mail).not.toContain(word)
  expect(subjects(staff, /not delivered/)).toEqual([])
  await pass(24 * HOUR)
  expect(subjects(owner, /not delivered/)).toHaveLength(1)
})

// shows: privacy-32
test('of a restricted applicant nobody is told, nothing runs for ever, and staff are told once it ends', async () => {
  // A mail is due a minute later; both are restricted before.
  const restricted = await apply('Restricted')
  const objecting = await apply('Objecting')
  const as = ({ id }: { id: string }) => askedOnPage(owner.organization.id, id)
  await restrictApplication(app.deps, as(restricted))
  await objectToUse(app.deps, as(objecting), null)
  await pass(HOUR)
  const { handled, seconds = HOUR } = await queueNotifications(app.deps)
  expect(handled).toBe(0)
  // Those of other shops may wait for their day, and none is due.
  expect(seconds).toBeGreaterThan(0)
  await apply('Shown')
  await pass(HOUR)
  const texts = mailsTo(owner).join()
  expect(texts).toContain('Shown')
  expect(texts).not.toMatch(/Restricted|Objecting/)
  await liftRestriction(app.deps, as(restricted))
  await withdrawObjection(app.deps, as(objecting))
  await pass(HOUR)
  const [last = ''] = mailsTo(owner).slice(-1)
  expect(last).toMatch(/Restricted/)
  expect(last).toMatch(/Objecting/)
})

// shows: 7-68
test('an owner hears of an application a minute later, and of a rush in few mails', async () => {
  const maya = await apply('Maya')
  expect(subjects(owner)).toEqual([])
  await pass(MINUTE)
  expect(subjects(owner)).toEqual(['New application: Maya O. for Weekend Sales Assistant'])
  const [mail = ''] = mailsTo(owner)
  expect(headerOf(mail, 'from')).toContain('Tiny Tea Shop via Storehand')
  expect(mail).toContain(`${app.url}/admin/applicants?tab=all&applicant=${maya.id}`)
  for (const secret of ['Okafor', maya.email, '496 0000', 'I like tea', 'cv.pdf']) {
    expect(mail).not.toContain(secret)
  }
  // Nine more within the hour.
  for (const name of ['Ben', 'Cleo', 'Dan', 'Eve']) await apply(name)
  await apply('Finn', second)
  await pass(10 * MINUTE)
  expect(subjects(owner)).toHaveLength(1)
  await pass(10 * MINUTE)
  for (const name of ['Gus', 'Hal']) await apply(name)
  await pass(MINUTE)
  expect(subjects(owner)).toHaveLength(2)
  await pass(39 * MINUTE)
  expect(subjects(owner).slice(1)).toEqual([
    '5 new applications',
    '2 new applications for Weekend Sales Assistant',
  ])
  // Staff who have chosen nothing hear of them in the morning, in one mail.
  expect(subjects(staff)).toEqual([])
  await pass(24 * HOUR)
  expect(subjects(staff)).toEqual(['8 new applications'])
  await pass(24 * HOUR)
  expect(subjects(owner)).toHaveLength(3)
  expect(subjects(staff)).toHaveLength(1)
})

// shows: 7-69, 7-70
test('each person chooses a pace, for all jobs and for some; what waits goes by it too', async () => {
  expect((await choose(owner, { applications: 'hourly' })).body.applications).toBe('hourly')
  expect((await choose(staff, { applications: 'never' })).body.applications).toBe('never')
  const { body } = await chooseFor(staff, second, 'at-once')
  expect(body).toMatchObject({
    applications: 'never',
    jobs: [{ job_id: second.id, title: 'Packing Lead', applications: 'at-once' }],
    waiting: null,
    undelivered: null,
  })
  await chooseFor(owner, second, 'never')
  await apply('Maya')
  await apply('Ben', second)
  await pass(MINUTE)
  expect(subjects(owner)).toEqual([])
  expect(subjects(staff)).toEqual(['New application: Ben O. for Packing Lead'])
  await pass(HOUR)
  expect(subjects(owner)).toEqual(['New application: Maya O. for Weekend Sales Assistant'])
  // One waits for the hour, and is told at once after all.
  await apply('Cleo')
  await choose(owner, { applications: 'at-once' })
  await pass(MINUTE)
  expect(subjects(owner)).toHaveLength(2)
  await apply('Dan')
  await choose(owner, { applications: 'never' })
  // The job is as all others again.
  await staff.call(`/api/notifications/jobs/${second.id}`, { method: 'DELETE' })
  await apply('Eve', second)
  await pass(48 * HOUR)
  expect(subjects(owner)).toHaveLength(2)
  expect(subjects(staff)).toHaveLength(1)
  expect((await choose(staff, { waiting: false })).status).toBe(403)
  expect((await choose(staff, { applications: 'weekly' })).status).toBe(400)
  const zoned = await choose(staff, { applications: 'daily', time_zone: 'Europe/Madrid' })
  expect(zoned.body).toMatchObject({ applications: 'daily', time_zone: 'Europe/Madrid' })
  // A browser may know zones that this server does not.
  const unknown = await choose(staff, { applications: 'never', time_zone: 'Middle/Earth' })
  expect(unknown.body).toMatchObject({ applications: 'never', time_zone: 'Europe/Madrid' })
})

// shows: 7-71
test('the link at the foot ends mails of its kind for its person, by one post and not by opening it', async () => {
  await choose(staff, { applications: 'at-once' })
  await chooseFor(owner, second, 'hourly')
  await apply('Maya')
  await pass(MINUTE)
  const [mail = ''] = mailsTo(owner)
  expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const link = /^<(.*)>$/.exec(headerOf(mail, 'list-unsubscribe'))?.[1] ?? ''
  expect(link).toMatch(new RegExp(`^${app.url}/api/unsubscribe\\?token=`))
  expect(mail.split(link)).toHaveLength(4)
  const view = async (person: Member) =>
    (await person.call<NotificationsView>('/api/notifications')).body
  /** As a mail program does it: no cookie, no origin of ours, one field. */
  const press = (address: string) =>
    fetch(address, {
      method: 'POST',
      headers: { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      redirect: 'manual',
    })

  // A scanner opens it, and the page says nothing about anybody.
  const page = await fetch(link)
  const text = await page.text()
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin'])
  expect(text).toContain('<button>Stop these emails</button>')
  for (const word of [owner.email, 'Tiny Tea', 'Maya']) expect(text).not.toContain(word)
  expect((await view(owner)).applications).toBe('at-once')

  // Changed in any part it is none.
  const token = new URL(link).searchParams.get('token') ?? ''
  const [user = '', organization = '', kind = '', signature = ''] = token.split('.')
  const other = await app.owner('Other Shop')
  const forged = [
    [staff.userId, organization, kind, signature],
    [user, other.organization.id, kind, signature],
    [user, organization, 'waiting', signature],
    [user, organization, kind, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`],
    [user, organization, kind, `${signature}=`],
    [user, organization, kind, ''],
    [user.toUpperCase(), organization, kind, signature],
  ].map((parts) => parts.join('.'))
  for (const wrong of [...forged, '', '...', 'none']) {
    const answer = await press(`${app.url}/api/unsubscribe?token=${encodeURIComponent(wrong)}`)
    expect(answer.status, wrong).toBe(400)
  }
  const before = [await view(owner), await view(staff)]
  expect(before.map(({ applications }) => applications)).toEqual(['at-once', 'at-once'])

  await apply('Ben')
  expect((await press(link)).status).toBe(200)
  expect(await view(owner)).toMatchObject({
    applications: 'never',
    jobs: [],
    waiting: true,
    undelivered: true,
  })
  expect((await view(staff)).applications).toBe('at-once')
  // A second press is as good as the first.
  expect((await press(link)).status).toBe(200)
  await apply('Cleo', second)
  await pass(24 * HOUR)
  expect(subjects(owner)).toHaveLength(1)
  expect(subjects(staff)).toHaveLength(2)

  // In another organization it changes nothing.
  await app.deps.db.pool.query(
    `update profiles set organization_id = $1, role = 'staff' where id = $2`,
    [other.organization.id, owner.userId],
  )
  await choose(owner, { applications: 'hourly' })
  expect((await press(link)).status).toBe(200)
  expect((await view(owner)).applications).toBe('hourly')
})

// shows: 7-72
test('who left, was suspended, or has no proved address is told nothing; judged when it leaves', async () => {
  const set = (sql: string, ...values: unknown[]) => app.deps.db.pool.query(sql, values)
  const stranger = await app.person()
  const unproved = await app.staff(owner)
  await choose(unproved, { applications: 'at-once' })
  await choose(staff, { applications: 'at-once' })
  const moved = await app.staff(owner)
  await app.confirm(moved)
  await choose(moved, { applications: 'at-once' })
  const banned = await app.staff(owner)
  await app.confirm(banned)
  await choose(banned, { applications: 'at-once' })
  await apply('Maya')
  // It stands in the outbox, and cannot be delivered yet, when they go.
  for (const { email } of [staff, moved, banned]) smtp.busy.add(email)
  await pass(MINUTE)
  const newAddress = `new-${randomUUID().slice(0, 8)}@staff.example`
  await owner.call(`/api/organizations/members/${staff.userId}`, { method: 'DELETE' })
  await set('update users set email = $1 where id = $2', newAddress, moved.userId)
  await set(
    `update users set banned_until = now() + interval '1 hour' where id = $1`,
    banned.userId,
  )
  await tryAgain()
  expect(subjects(owner)).toHaveLength(1)
  for (const person of [staff, unproved, moved, banned, stranger]) {
    expect(subjects(person), person.email).toEqual([])
  }
  // Told at the address that is theirs now.
  expect(subjects({ email: newAddress })).toHaveLength(1)
  // Nothing is left of a person who went, and nothing waits for them.
  for (const table of ['notification_settings', 'notifications']) {
    const { rowCount } = await set(`select from ${table} where user_id = $1`, staff.userId)
    expect(rowCount, table).toBe(0)
  }
})
// shows: 7-72
test('who is erased before the digest leaves is not in it, and a digest of nobody is none', async () => {
  await choose(owner, { applications: 'hourly' })
  const maya = await apply('Maya')
  const ben = await apply('Ben')
  await apply('Cleo')
  const remove = ({ id, email }: typeof maya) =>
    owner.call('/functions/opt-out-data', { body: { email, applicantId: id } })
  expect((await remove(maya)).status).toBe(200)
  // The queue knows ids alone.
  const { rows } = await app.deps.db.pool.query<{ row: string }>(
    `select to_jsonb(t)::text as row from notifications t
     union all select to_jsonb(t)::text from notification_events t`,
  )
  for (const { row } of rows) expect(row).not.toMatch(/Cleo|Okafor|applicant\.example/)
  // Ben goes when the mail stands in the outbox already.
  smtp.busy.add(owner.email)
  await pass(HOUR)
  await remove(ben)
  await tryAgain()
  expect(subjects(owner)).toEqual(['New application: Cleo O. for Weekend Sales Assistant'])
  const dan = await apply('Dan')
  await remove(dan)
  await pass(2 * HOUR)
  expect(subjects(owner)).toHaveLength(1)
})

// shows: 7-68
test('a process that dies in between leaves every mail to the next one, once', async () => {
  await apply('Maya')
  await apply('Ben')
  await settle()
  moved += MINUTE
  app.clock.move(MINUTE)
  // Two processes look at the same moment; both die before they send.
  await Promise.all([queueNotifications(app.deps), queueNotifications(app.deps)])
  await Promise.all([sendMails(app.deps), sendMails(app.deps), sendMails(app.deps)])
  await settle()
  expect(subjects(owner)).toEqual(['2 new applications for Weekend Sales Assistant'])
  await pass(24 * HOUR)
  expect(subjects(owner)).toHaveLength(1)
  const { rowCount } = await app.deps.db.pool.query(
    'select from notifications where organization_id = $1',
    [owner.organization.id],
  )
  expect(rowCount).toBe(0)
})
