// The outbox against a mail server that misbehaves: each mail arrives once, or is given up in the end.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MailViews } from '#domain/mails/mails.ts'
import { insertStatusMails } from '#data/applicants/applicant-mails.ts'
import { findQueuedMailLocked, updateMailDropped } from '#data/applicants/due-mails.ts'
import { insertMail } from '#data/mails/mails.ts'
import { insertStatusChanges } from '#data/applicants/status-changes.ts'
import { deleteApplications, findApplicationToErase } from '#data/retention/erasures.ts'
import { insertInvitationKey, insertInvitations } from '#data/store/job-invitations.ts'
import { newInvitationKey, openInvitationKey } from '#gateways/store/invitation-keys.ts'
import { createTestApp, openApp, type Member, type TestApp } from '#test/app.ts'
import { withoutDatabase } from '#test/databases/failing-database.ts'
import { insertApplication, insertJobPost, insertShop } from '#test/rows.ts'
import { startScriptedSmtp, type ScriptedSmtp } from '#test/servers/scripted-smtp.ts'
import { JUST_NOW, makeTasksDue, workAsOne, workDue } from '#test/work.ts'
import { queueApplicantMails } from './queue-applicant-mails.ts'
import { queueNotifications } from './queue-notifications.ts'

/** Seconds, as the product promises them: about a day in all. */
const retries = [10, 60, 300, 900, 3600, 10_800, 21_600, 43_200]

let smtp: ScriptedSmtp
let app: TestApp
beforeAll(async () => {
  smtp = await startScriptedSmtp()
  app = await createTestApp({ env: { SMTP_URL: smtp.url }, work: 'none' })
})
beforeEach(async () => {
  await app.deps.db.pool.query('delete from mail_outbox')
  await app.deps.db.pool.query('delete from background_tasks')
})
afterEach(() => {
  smtp.mails.length = 0
  smtp.answers = []
  smtp.otherwise = 'take'
  smtp.mailboxRefusal = undefined
  smtp.onMail = undefined
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

async function queue(recipient: string): Promise<void> {
  const data: MailViews['reset-password'] = {
    name: 'Ana Silva',
    link: 'https://jobs.example/auth?type=recovery&token=secret',
    hoursValid: 1,
  }
  await app.deps.db.transaction((tx) =>
    insertMail(tx, {
      organization_id: null,
      kind: 'reset-password',
      recipient,
      sender_name: 'Storehand',
      data_sealed: app.deps.secrets.encrypt(JSON.stringify(data)),
    }),
  )
}

/** The outbox, and what the queue says of each mail that is still to be sent. */
async function rows() {
  const { rows } = await app.deps.db.pool.query<{
    state: string
    data_sealed: string | null
    last_error: string | null
    attempts: number | null
    seconds: number | null
  }>(
    `select state, data_sealed, coalesce(mail_outbox.last_error, task.last_error) as last_error, task.attempts,
       extract(epoch from due_at - now())::float as seconds
     from mail_outbox left join background_tasks as task on task.kind = 'send-mail' and key = mail_outbox.id::text`,
  )
  return rows
}
const send = () => workAsOne(app.deps, 'send-mail')
const makeDue = () => makeTasksDue(app.deps, 'send-mail')
const sent = { state: 'sent', data_sealed: null, last_error: null, attempts: null }

// shows: interface-44
test('a refusal for now is followed by exactly one delivery', async () => {
  smtp.answers = ['later']
  await queue('maya@example.com')
  await send()
  expect(await rows()).toMatchObject([
    {
      state: 'waiting',
      attempts: 1,
      seconds: expect.closeTo(retries[0]!, -1),
      last_error: expect.stringContaining('Busy'),
    },
  ])
  await send()
  expect(smtp.mails).toHaveLength(1)
  await makeDue()
  await send()
  await send()
  expect(smtp.mails.map(({ answer }) => answer)).toEqual(['later', 'take'])
  expect(smtp.mails[1]).toMatchObject({ to: ['maya@example.com'] })
  expect(await rows()).toMatchObject([sent])
  // A receiver can tell the second copy from a second mail.
  const [first, second] = smtp.mails.map(({ raw }) => /^message-id: (.*)$/im.exec(raw)?.[1])
  expect(first).toBe(second)
})

test('a server that goes away after the mail is asked again, once each time', async () => {
  smtp.answers = ['drop', 'drop']
  await queue('maya@example.com')
  for (let attempt = 0; attempt < 4; attempt++) {
    await send()
    await makeDue()
  }
  expect(smtp.mails.map(({ answer }) => answer)).toEqual(['drop', 'drop', 'take'])
  expect(await rows()).toMatchObject([sent])
})

async function queueNotification(): Promise<void> {
  const owner = await app.owner()
  await app.confirm(owner)
  const { pool, queries } = app.deps.db
  const shop = { organization: owner.organization, job: await app.job(owner) }
  const { id } = await insertApplication(queries, shop, 'maya@example.com')
  await pool.query('delete from mail_outbox')
  await pool.query(
    `insert into notification_events (organization_id, kind, applicant_id) values ($1, 'application', $2)`,
    [owner.organization.id, id],
  )
  await queueNotifications(app.deps)
  await pool.query(`update notifications set due_at = ${JUST_NOW}`)
  await queueNotifications(app.deps)
  // The app's own worker may have taken it.
  await expect.poll(rows).toHaveLength(1)
}

test.each([
  ['a mail', () => queue('maya@example.com')],
  ['a notification of staff', queueNotification],
])('%s that the server took is sent once, also when the database is away then', async (_, make) => {
  await make()
  const { db } = app.deps
  const outages: Promise<void>[] = []
  smtp.onMail = () => outages.push(withoutDatabase(db, () => wait(50)))
  await send()
  // Or the app's own worker does.
  await expect.poll(() => smtp.mails).toHaveLength(1)
  await Promise.all(outages)
  await workDue(app.deps, 'send-mail')
  await makeDue()
  await send()
  expect(smtp.mails).toHaveLength(1)
  expect(await rows()).toMatchObject([sent])
})

test('a refusal for good is told after the last try, at the promised times', async () => {
  smtp.otherwise = 'refuse'
  await queue('nobody@example.com')
  const waits: number[] = []
  for (let attempt = 1; attempt < 20; attempt++) {
    await send()
    const [row] = await rows()
    if (row?.state !== 'waiting') break
    expect(row.attempts).toBe(attempt)
    waits.push(Math.round((row.seconds ?? 0) / 5) * 5)
    await makeDue()
  }
  expect(waits).toEqual(retries)
  expect(smtp.mails).toHaveLength(retries.length + 1)
  expect(await rows()).toMatchObject([
    { state: 'failed', data_sealed: null, last_error: expect.stringContaining('No such person') },
  ])
  await makeDue()
  await send()
  expect(smtp.mails).toHaveLength(retries.length + 1)
})

// shows: 7-63
test('a mailbox that does not exist is the end at once, a rule about the sender is not', async () => {
  smtp.mailboxRefusal = '5.1.1 No such mailbox'
  await queue('nobody@example.com')
  await send()
  expect(await rows()).toMatchObject([{ state: 'failed', attempts: null, data_sealed: null }])
  const { rowCount } = await app.deps.db.pool.query('select from mail_outbox where address_refused')
  expect(rowCount).toBe(1)
  await app.deps.db.pool.query('delete from mail_outbox')
  smtp.mailboxRefusal = '5.7.1 Relaying denied'
  await queue('maya@example.com')
  await send()
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }])
  smtp.mailboxRefusal = undefined
  await makeDue()
  await send()
  expect(await rows()).toMatchObject([sent])
})

/** Somebody was rejected, and their mail is due. */
async function scheduleRejection() {
  const shop = await insertShop(app.deps.db.queries, 'Shop')
  const { organization } = shop
  const { id } = await insertApplication(app.deps.db.queries, shop, 'maya@example.com', {
    status: 'rejected',
  })
  const changes = await insertStatusChanges(app.deps.db.queries, organization.id, [
    { applicantId: id, from: 'applied', to: 'rejected', changedBy: null },
  ])
  const data: MailViews['status-update'] = {
    shopName: organization.name,
    jobTitle: 'Baker',
    subject: 'News',
    body: 'No.',
  }
  await app.deps.db.forOrganization(organization.id, (tx) =>
    insertStatusMails(tx, organization.id, [
      {
        applicant_id: id,
        further_applicants: [],
        words: null,
        kind: 'rejected',
        recipient: 'Maya@example.com',
        change_id: changes.get(id) ?? '',
        batch_id: null,
        data_sealed: app.deps.secrets.encrypt(JSON.stringify(data)),
        subject: data.subject,
        body: data.body,
        send_at: app.clock.now(),
        created_by: null,
      },
    ]),
  )
  return { id, organization }
}

// shows: 7-63
test('a mail about a status is judged anew before every further try', async () => {
  const { id, organization } = await scheduleRejection()
  smtp.answers = ['later']
  await queueApplicantMails(app.deps)
  await send()
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }])
  await insertStatusChanges(app.deps.db.queries, organization.id, [
    { applicantId: id, from: 'rejected', to: 'applied', changedBy: null },
  ])
  await makeDue()
  await queueApplicantMails(app.deps)
  await send()
  expect(await rows()).toEqual([])
  expect(smtp.mails.map(({ answer }) => answer)).toEqual(['later'])
  const { rows: kept } = await app.deps.db.pool.query(
    'select state, reason from applicant_mails where applicant_id = $1',
    [id],
  )
  expect(kept).toEqual([{ state: 'dropped', reason: 'moved' }])
})

test('a mail that was dropped is not sent by the next attempt, one that is only locked is', async () => {
  const { organization } = await scheduleRejection()
  smtp.otherwise = 'later'
  await queueApplicantMails(app.deps)
  await send()
  await makeDue()
  const { rows: outbox } = await app.deps.db.pool.query<{ id: string }>(
    'select id from mail_outbox',
  )
  const id = outbox[0]?.id ?? ''
  const inOrganization = app.deps.db.forOrganization.bind(null, organization.id)
  await inOrganization(async (tx) => {
    await findQueuedMailLocked(tx, organization.id, id)
    await send()
  })
  expect(smtp.mails).toHaveLength(2)
  await makeDue()
  // What an attempt leaves behind whose process ends right after it.
  await inOrganization((tx) => updateMailDropped(tx, organization.id, id, 'moved'))
  smtp.mails.length = 0
  await send()
  expect(await rows()).toEqual([])
  expect(smtp.mails).toEqual([])
})

// shows: 7-63, privacy-30
test('one of two applications that is erased before the next try is named no more', async () => {
  const shop = await insertShop(app.deps.db.queries, 'Shop of two')
  const { id: organizationId } = shop.organization
  const apply = async (title: string) =>
    insertApplication(app.deps.db.queries, shop, 'maya@example.com', {
      status: 'rejected',
      job: await insertJobPost(app.deps.db.queries, organizationId, { title }),
    })
  const [gone, stays] = [await apply('Baker'), await apply('Barista')]
  const batchId = randomUUID()
  const changes = await insertStatusChanges(
    app.deps.db.queries,
    organizationId,
    [gone, stays].map(({ id }) => ({
      applicantId: id,
      from: 'applied' as const,
      to: 'rejected' as const,
      changedBy: null,
      batchId,
    })),
  )
  await app.deps.db.forOrganization(organizationId, (tx) =>
    insertStatusMails(tx, organizationId, [
      {
        applicant_id: gone.id,
        further_applicants: [stays.id],
        words: { subject: 'News', body: 'No {job_title}.' },
        kind: 'rejected',
        recipient: 'maya@example.com',
        change_id: changes.get(gone.id) ?? '',
        batch_id: batchId,
        data_sealed: app.deps.secrets.encrypt(
          JSON.stringify({ shopName: '', jobTitle: '', subject: 'News', body: 'No Baker.' }),
        ),
        subject: 'News',
        body: 'No Baker.',
        send_at: app.clock.now(),
        created_by: null,
      },
    ]),
  )
  smtp.answers = ['later']
  await queueApplicantMails(app.deps)
  await send()
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }])
  await app.deps.db.includingRestricted(organizationId, async (tx) => {
    const application = await findApplicationToErase(tx, organizationId, gone.id)
    await deleteApplications(tx, organizationId, [application!], { reason: 'staff' })
  })
  expect(await rows()).toEqual([])
  await queueApplicantMails(app.deps)
  await send()
  expect(await rows()).toMatchObject([sent])
  const [, second] = smtp.mails
  expect(second?.raw).toContain('No Barista.')
  expect(second?.raw).not.toContain('Baker')
})

test('whether to keep an application is asked with a link made then, and not of somebody who wants no mail by now', async () => {
  const { id, organization } = await scheduleRejection()
  await app.deps.db.pool.query('delete from applicant_mails')
  const data: MailViews['keep-question'] = {
    shopName: 'Tiny Tea Shop',
    jobTitle: 'Baker',
    firstName: 'Maya',
    deletedOn: '2026-12-01',
    keptUntil: '2027-06-01',
    applicantId: id,
  }
  const ask = async () => {
    await app.deps.db.transaction((tx) =>
      insertMail(tx, {
        organization_id: organization.id,
        kind: 'keep-question',
        recipient: 'maya@example.com',
        sender_name: 'Tiny Tea Shop',
        data_sealed: app.deps.secrets.encrypt(JSON.stringify(data)),
      }),
    )
    await send()
    return (await rows()).map(({ state }) => state)
  }
  // They ended all links since they were marked as asked.
  await app.deps.db.pool.query('update applicants set link_generation = 3 where id = $1', [id])
  expect(await ask()).toEqual(['sent'])
  const [mail = ''] = smtp.mails.map(({ raw }) => raw.replace(/=\r?\n/g, ''))
  const page = await app.visitor().fetch(/\/me\/[\w-]{96}/.exec(mail)?.[0] ?? '')
  expect(page.status).toBe(200)
  await app.deps.db.pool.query('update applicants set no_contact_at = now() where id = $1', [id])
  expect(await ask()).toEqual(['sent'])
  expect(smtp.mails).toHaveLength(1)
})

// shows: 2-121, privacy-40
test('an invitation to apply can be ended in the mail program, and is looked at again before it leaves', async () => {
  const { organization, job } = await insertShop(app.deps.db.queries)
  const secret = newInvitationKey(app.deps.secrets)
  const key = openInvitationKey(app.deps.secrets, secret)
  const link = `${app.url}/api/unsubscribe?token=x`
  const invite = async (email: string, meanwhile?: () => Promise<unknown>) => {
    const data: MailViews['job-invitation'] = {
      shopName: 'Tiny Tea Shop',
      storeName: 'Tiny Tea',
      address: '1 Mill Lane, Leeds',
      jobTitle: 'Weekend Sales Assistant',
      place: 'Leeds',
      pay: null,
      link: app.url,
      unsubscribeLink: link,
      jobId: job.id,
    }
    await app.deps.db.forOrganization(organization.id, async (tx) => {
      await insertInvitationKey(tx, organization.id, secret)
      const by = { shop: 'tiny.myshopify.com', job_post_id: job.id }
      await insertInvitations(tx, organization.id, [key.hashOf(email)], by)
    })
    await app.deps.db.transaction((tx) =>
      insertMail(tx, {
        organization_id: organization.id,
        kind: 'job-invitation',
        recipient: email,
        sender_name: 'Tiny Tea Shop',
        data_sealed: app.deps.secrets.encrypt(JSON.stringify(data)),
      }),
    )
    await meanwhile?.()
    await send()
    return smtp.mails.some(({ to }) => to.includes(email))
  }
  const { pool } = app.deps.db
  expect(await invite('maya@example.com')).toBe(true)
  const head = smtp.mails[0]?.raw.replace(/\r\n\s+/g, ' ') ?? ''
  expect(head).toContain(`List-Unsubscribe: <${link}>`)
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const refused: [string, () => Promise<unknown>][] = [
    [
      'who-unsubscribed@example.com',
      () => pool.query('update job_invitations set unsubscribed_at = now()'),
    ],
    ['who-was-forgotten@example.com', () => pool.query('delete from job_invitations')],
    [
      'who-applied@example.com',
      () =>
        insertApplication(app.deps.db.queries, { organization, job }, 'Who-Applied@example.com'),
    ],
    ['who-is-late@example.com', () => pool.query('update job_posts set is_active = false')],
  ]
  for (const [email, meanwhile] of refused) {
    expect([email, await invite(email, meanwhile)]).toEqual([email, false])
  }
  expect((await rows()).map(({ state }) => state)).toEqual(['sent'])
})

test('open screens are told of a mail to an applicant when it is sent, and when it is given up', async () => {
  const events = async (id: string) => {
    const { rows } = await app.deps.db.pool.query<{ name: string }>(
      'select name from live_events where subject_id = $1',
      [id],
    )
    return rows.map(({ name }) => name)
  }
  for (const refusal of [undefined, '5.1.1 No such mailbox']) {
    const { id } = await scheduleRejection()
    smtp.mailboxRefusal = refusal
    await queueApplicantMails(app.deps)
    const before = await events(id)
    await send()
    expect(await events(id)).toEqual([...before, 'applicant.updated'])
  }
})

test('one that cannot be sent does not hold up the others', async () => {
  smtp.answers = ['refuse']
  for (let index = 0; index < 12; index++) await queue(`p${index}@example.com`)
  await send()
  const taken = smtp.mails.filter(({ answer }) => answer === 'take').map(({ to }) => to[0])
  expect(new Set(taken).size).toBe(11)
  expect(taken).toHaveLength(11)
})

test('workers at once send each mail once', async () => {
  for (let index = 0; index < 12; index++) await queue(`p${index}@example.com`)
  await Promise.all([1, 2, 3].map(send))
  expect(smtp.mails.flatMap(({ to }) => to).toSorted()).toEqual(
    Array.from({ length: 12 }, (_, index) => `p${index}@example.com`).toSorted(),
  )
  expect(await rows()).toMatchObject(Array.from({ length: 12 }, () => sent))
})

test('a mail that cannot be opened or drawn is tried and told, and leaks nothing', async () => {
  await queue('maya@example.com')
  await app.deps.db.pool.query(`update mail_outbox set data_sealed = '1.changed'`)
  await send()
  expect(smtp.mails).toHaveLength(0)
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }])
})

describe('where other machines can reach it and no mail server is set', async () => {
  const app = await openApp({ env: { APP_URL: 'https://jobs.example.com' } })

  const read = async (table: 'mail_outbox' | 'local_mailbox') =>
    (await app.deps.db.pool.query<Record<string, unknown>>(`select * from ${table}`)).rows

  test('mails wait encrypted, nobody can read them, and after a day they are given up', async () => {
    const person = await app.person('ana@shop.example')
    await app.visitor().call('/api/accounts/request-reset', { body: { email: person.email } })
    // The one of sign-up, and the one that was asked for, which is written in the background.
    await workAsOne(app.deps, 'answer-mail-requests', 'send-mail')
    const waiting = await read('mail_outbox')
    expect(waiting).toHaveLength(2)
    for (const mail of waiting) {
      expect(mail).toMatchObject({ state: 'waiting' })
      expect(JSON.stringify(mail)).not.toContain('token=')
    }
    expect(await read('local_mailbox')).toEqual([])
    expect((await app.visitor().call('/dev/mailbox.json')).status).toBe(404)

    await app.deps.db.pool.query(
      `update mail_outbox set created_at = created_at - interval '25 hours'`,
    )
    await workAsOne(app.deps, 'send-mail')
    for (const mail of await read('mail_outbox')) {
      expect(mail).toMatchObject({ state: 'failed', data_sealed: null })
    }
  })

  test('its owners are told, and staff are not', async () => {
    const owner = await app.owner()
    const isMailOff = async (by: Member) =>
      (await by.call<{ attention: { is_mail_off: boolean } }>('/api/overview')).body.attention
        .is_mail_off
    expect(await isMailOff(owner)).toBe(true)
    expect(await isMailOff(await app.staff(owner))).toBe(false)
  })
})
