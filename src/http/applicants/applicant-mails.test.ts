// Mails to applicants, end to end: which arrive, when, how often, and which never do.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RejectionPreview, WaitingMails } from '#domain/applicants/applicant-mails.ts'
import type {
  BatchAnswer,
  MessagePreview,
  SentMessages,
} from '#domain/applicants/applicant-batches.ts'
import type { ApplicantStatus, MovedApplicant } from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import { t } from '#domain/texts/text.ts'
import type { Overview } from '#domain/overview/overview.ts'
import { openApp, type Member } from '#test/app.ts'
import { textOf } from '#test/html.ts'
import { pdf } from '#test/input/files.ts'
import { insertApplication } from '#test/rows.ts'
import { sendMails } from '#test/work.ts'

type Refusal = { error: { code: string; message: string; fields?: Record<string, string> } }
/** A preview has the words about the applicant's own page, and no link that opens it. */
const withoutToken = (text = '') => text.replace(/\/me\/[\w-]{96}/, '/me')

type Mail = { to: string; subject: string; text: string; html: string }

const app = await openApp()
const owner = await app.owner()
const staff = await app.staff(owner)
const stranger = await app.owner('Other Shop')
const job = await app.job(owner)
const second = await app.job(owner, { title: 'Packing Lead' })
beforeEach(async () => {
  await app.deps.db.pool.query('delete from local_mailbox')
})

const address = () => `p${randomUUID().slice(0, 8)}@example.com`
const applicant = async (email = address(), to = job, status: ApplicantStatus = 'applied') =>
  insertApplication(app.deps.db.queries, { organization: owner.organization, job: to }, email, {
    status,
  })
const send = () => sendMails(app.deps)
let moved = 0
const wait = async (seconds: number) => {
  moved += seconds
  app.clock.move(seconds)
  await send()
}
// What can be undone is told by the database's own time.
afterEach(() => {
  app.clock.move(-moved)
  moved = 0
})
async function mailsTo(email: string): Promise<Mail[]> {
  await send()
  // The server's own worker may have taken it first, and be sending it still.
  await expect
    .poll(async () => {
      const { rowCount } = await app.deps.db.pool.query(
        `select from mail_outbox where recipient = $1 and state = 'waiting'
         union all
         select from applicant_mails where recipient = $1 and state = 'held' and send_at <= $2`,
        [email, app.clock.now()],
      )
      return rowCount
    })
    .toBe(0)
  const { body } = await app.visitor().call<Mail[]>('/dev/mailbox.json')
  return body.filter(({ to }) => to === email)
}
const move = (id: string, status: ApplicantStatus, by = staff) =>
  by.call<MovedApplicant>(`/api/applicants/${id}/status`, { method: 'PATCH', body: { status } })
const write = (id: string, change_id: string, by = staff) =>
  by.call<{ id: string } & Refusal>(`/api/applicants/${id}/mails`, { body: { change_id } })
const reject = (ids: string[], mail = true, by = staff) =>
  by.call<BatchAnswer & Refusal>('/api/applicants/move', {
    body: { status: 'rejected', ids, mail },
  })
const cancelMails = (body: object, by = staff) =>
  by.call<{ canceled: number; too_late: number } & Refusal>('/api/applicants/mails/cancel', {
    body,
  })
const waiting = async (by = staff) =>
  (await by.call<{ waiting: WaitingMails[] }>('/api/applicants/mails')).body.waiting
async function mailsIn(id: string) {
  const { body } = await staff.call<ApplicantProfile>(`/api/applicants/${id}`)
  return body.timeline.filter((entry) => entry.act === 'mail')
}

describe('a confirmation', () => {
  async function apply(email: string, to = job) {
    const token = await app.grant(email, to)
    const form = {
      token,
      firstName: 'Maya',
      lastName: 'Okafor',
      phone: '+44 113 496 0000',
      coverLetter: 'Dear team,\nI like tea.',
      cvFile: new File([pdf], 'maya-okafor.pdf'),
    }
    const first = await app.visitor().form('/api/applications', form)
    return { first, again: () => app.visitor().form('/api/applications', form) }
  }
  const confirmations = async (email: string) =>
    (await mailsTo(email)).filter(({ subject }) => subject.startsWith('We have your'))

  // shows: 7-58
  test('says what was sent, what comes next and until when it is kept; sent once', async () => {
    const email = address()
    const { first, again } = await apply(email)
    expect(first.status).toBe(201)
    expect((await again()).status).toBe(409)
    const mails = await confirmations(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('We have your application for Weekend Sales Assistant')
    for (const form of [mails[0]?.text, mails[0]?.html]) {
      expect(form).toContain('Hello Maya,')
      expect(form).toContain('We have received your application for Weekend Sales Assistant.')
      expect(form).toContain('maya-okafor.pdf')
      expect(form).toContain('+44 113 496 0000')
      expect(form).toContain('I like tea.')
      expect(form).toMatch(/We will delete your application on \d+ \w+ \d{4}, six months after/)
    }
    const { id } = (await first.json()) as { id: string }
    expect(await mailsIn(id)).toMatchObject([{ kind: 'received', state: 'sent', by_name: null }])
  })

  // shows: 7-58
  test('is not sent where the organization has switched it off', async () => {
    const off = await owner.call('/api/mail-templates', {
      method: 'PATCH',
      body: { confirmation_mails: false },
    })
    expect(off.status).toBe(200)
    const email = address()
    expect((await apply(email)).first.status).toBe(201)
    expect(await confirmations(email)).toEqual([])
    await owner.call('/api/mail-templates', {
      method: 'PATCH',
      body: { confirmation_mails: true },
    })
  })
})

describe('a mail about a status', () => {
  // shows: 7-59
  test('moving sends none; writing does, in the words that were previewed, and once', async () => {
    const { id, email } = await applicant()
    const { change_id } = (await move(id, 'reviewing')).body
    expect(await mailsTo(email)).toEqual([])
    const preview = await staff.call<Mail & { change_id: string }>(
      `/api/applicants/${id}/mails/preview`,
    )
    expect(preview.body).toMatchObject({
      to: email,
      change_id,
      subject: 'An update on your application at Tiny Tea Shop',
    })
    const asked = await Promise.all([1, 2, 3].map(() => write(id, change_id)))
    expect(asked.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409,
    ])
    expect(asked.find(({ status }) => status === 409)?.body.error.message).toBe(
      t('mail.sentAlready'),
    )
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(1)
    expect(withoutToken(mails[0]?.text)).toBe(preview.body.text)
    expect(mails[0]?.text).toContain(
      'Hello Maya,\n\nWe are now reading your application for Weekend Sales Assistant.',
    )
    expect(await mailsIn(id)).toMatchObject([{ kind: 'reviewing', state: 'sent', change_id }])
    expect((await write(id, change_id)).status).toBe(409)
  })

  test('that was given up can be sent again, once, and both stand in the timeline', async () => {
    const { id, email } = await applicant()
    const { change_id } = (await move(id, 'reviewing')).body
    await write(id, change_id)
    await mailsTo(email)
    const undelivered = async (by: Member) => {
      const { body } = await by.call<Overview>('/api/overview')
      return body.attention.undelivered
    }
    expect(await undelivered(staff)).toEqual({ count: 0, applicant_id: null })
    // As after the last try.
    await app.deps.db.pool.query(
      `update mail_outbox set state = 'failed', sent_at = null where recipient = $1`,
      [email],
    )
    await app.deps.db.pool.query('delete from local_mailbox')
    expect(await undelivered(staff)).toEqual({ count: 1, applicant_id: id })
    expect(await undelivered(stranger)).toEqual({ count: 0, applicant_id: null })
    const asked = await Promise.all([1, 2, 3].map(() => write(id, change_id)))
    expect(asked.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409,
    ])
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await mailsIn(id)).toMatchObject([
      { state: 'sent', change_id },
      { state: 'failed', change_id },
    ])
    expect(await undelivered(staff)).toEqual({ count: 0, applicant_id: null })
  })

  // shows: 7-59
  test('is refused of a change that is not the last, of a new application, and of nobody', async () => {
    const { id } = await applicant()
    expect((await write(id, randomUUID())).body.error.message).toBe(t('mail.statusUnmailed'))
    const { change_id } = (await move(id, 'reviewing')).body
    await move(id, 'interviewed')
    const late = await write(id, change_id)
    expect([late.status, late.body.error.message]).toEqual([409, t('mail.changeGone')])
    expect((await write(randomUUID(), change_id)).status).toBe(404)
    expect((await write(id, 'none')).status).toBe(400)
  })

  test('never rejects a person who is active in another job', async () => {
    const email = address()
    const { id } = await applicant(email)
    await applicant(email.toUpperCase(), second, 'hired')
    const { change_id } = (await move(id, 'rejected')).body
    const refused = await write(id, change_id)
    expect([refused.status, refused.body.error.message]).toEqual([409, t('mail.activeElsewhere')])
    expect(await mailsTo(email)).toEqual([])
  })

  test('another organization finds neither the person nor the mail', async () => {
    const { id } = await applicant()
    const { change_id } = (await move(id, 'reviewing')).body
    expect((await write(id, change_id, stranger)).status).toBe(404)
    const preview = `/api/applicants/${id}/mails/preview`
    expect((await stranger.call(preview)).status).toBe(404)
  })
})

describe('a message', () => {
  const text = {
    subject: 'A trial shift, {first_name}?',
    body: 'Hello {first_name},\n\nCan you come in on Saturday?\n\n{organization}',
  }
  const sendText = (ids: readonly string[], by = staff, words: object = text) =>
    by.call<SentMessages & Refusal>('/api/applicants/messages', { body: { ids, ...words } })

  // shows: 7-77
  test('to one leaves at once, as previewed, and stays in the timeline with its words', async () => {
    const { id, email } = await applicant()
    await owner.call('/api/mail-templates', {
      method: 'PATCH',
      body: { mail_reply_to: 'jobs@tinytea.example' },
    })
    const preview = await staff.call<MessagePreview>('/api/applicants/messages/preview', {
      body: { ids: [id], ...text },
    })
    expect(preview.body).toMatchObject({
      people: 1,
      reply_to: 'jobs@tinytea.example',
      sample: { to: email, subject: 'A trial shift, Maya?' },
    })
    const sent = await sendText([id])
    expect(sent.status).toBe(201)
    expect(sent.body).toMatchObject({ people: 1, batch_id: null })
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(withoutToken(mail?.text)).toBe(preview.body.sample.text)
    const { rows } = await app.deps.db.pool.query(
      'select reply_to from mail_outbox where recipient = $1',
      [email],
    )
    expect(rows).toEqual([{ reply_to: 'jobs@tinytea.example' }])
    const words = {
      subject: 'A trial shift, Maya?',
      body: 'Hello Maya,\n\nCan you come in on Saturday?\n\nTiny Tea Shop',
    }
    expect(await mailsIn(id)).toMatchObject([{ kind: 'message', state: 'sent', ...words }])
    // The trail says that somebody wrote, never what.
    const { rows: trail } = await app.deps.db.pool.query<{ details: object }>(
      `select details from audit_events where resource_id = $1 and action = 'applicant.mailed'`,
      [id],
    )
    expect(trail).toEqual([{ details: { kind: 'message' } }])
    await owner.call(`/api/applicants/${id}`, { method: 'DELETE' })
    const { rowCount } = await app.deps.db.pool.query(
      `select from applicant_mails where body like '%Saturday%' and recipient = $1
       union all select from local_mailbox where recipient = $1
       union all select from mail_outbox where recipient = $1`,
      [email],
    )
    expect(rowCount).toBe(0)
  })

  // shows: 7-77
  test('to several waits ten minutes, outlives a move, and can be taken back', async () => {
    const email = address()
    const twice = [await applicant(email), await applicant(email, second)]
    const other = await applicant()
    const { body } = await sendText([...twice.map(({ id }) => id), other.id])
    expect(body.people).toBe(2)
    expect(await waiting()).toMatchObject([{ kind: 'message', count: 2, by_name: 'Ana Silva' }])
    await move(other.id, 'reviewing')
    await wait(590)
    expect(await mailsTo(email)).toEqual([])
    await wait(20)
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await mailsTo(other.email)).toHaveLength(1)

    const again = await sendText([twice[0]!.id, other.id])
    expect((await cancelMails({ batch_id: again.body.batch_id }, stranger)).status).toBe(404)
    expect((await cancelMails({ batch_id: again.body.batch_id })).body.canceled).toBe(2)
    await wait(700)
    expect(await mailsTo(other.email)).toHaveLength(1)
  })

  test('is refused to strangers, without words, to too many and too often', async () => {
    const { id } = await applicant()
    expect((await sendText([id], stranger)).body.error.message).toBe(t('message.nobody'))
    const blank = await sendText([id], staff, { subject: ' ', body: 'Hello {nickname}' })
    expect(blank.status).toBe(400)
    for (let sent = 0; sent < 5; sent++) expect((await sendText([id])).status).toBe(201)
    const often = await sendText([id])
    expect([often.status, often.body.error.message]).toEqual([
      429,
      'Maya Okafor has had 5 messages from you in 24 hours. Try again tomorrow.',
    ])
    const shop = await app.owner('Writing Shop')
    const post = await app.job(shop)
    await app.deps.db.pool.query(
      `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name)
       select $1, 'm' || n || '@example.com', $2, $2, 'Job', 'M', 'Q' from generate_series(1, 101) n`,
      [shop.organization.id, post.id],
    )
    const all = { filter: { tab: 'all' }, ...text }
    const many = await shop.call<Refusal>('/api/applicants/messages', { body: all })
    expect([many.status, many.body.error.message]).toEqual([
      409,
      t('message.tooMany', { max: 100 }),
    ])
    await app.deps.db.pool.query(
      `insert into applicant_mails (organization_id, applicant_id, kind, recipient, state, send_at)
       select $1, applicants.id, 'message', 'm' || n || '@example.com', 'taken-back', now()
       from generate_series(1, 500) n, (select id from applicants where organization_id = $1 limit 1) applicants`,
      [shop.organization.id],
    )
    const { rows } = await app.deps.db.pool.query<{ id: string }>(
      'select id from applicants where organization_id = $1 limit 1',
      [shop.organization.id],
    )
    const full = await sendText([rows[0]!.id], shop)
    expect([full.status, full.body.error.message]).toEqual([
      429,
      t('message.organizationLimit', { max: 500 }),
    ])
  })
})

describe('rejecting many', () => {
  test('tells nobody unless asked', async () => {
    const { id, email } = await applicant()
    expect((await reject([id], false)).body).not.toHaveProperty('mails')
    await wait(1200)
    expect(await mailsTo(email)).toEqual([])
  })

  // shows: 7-60
  test('waits ten minutes, says so, and then tells each once', async () => {
    const people = [await applicant(), await applicant()]
    const { body } = await reject(people.map(({ id }) => id))
    expect(body.mails?.count).toBe(2)
    const [group] = await waiting()
    expect(group).toMatchObject({ batch_id: body.batch_id, count: 2, by_name: 'Ana Silva' })
    expect(Date.parse(group?.send_at ?? '') - app.clock.now().getTime()).toBeGreaterThan(590_000)
    await wait(590)
    for (const { email } of people) expect(await mailsTo(email)).toEqual([])
    await wait(15)
    for (const { id, email } of people) {
      const mails = await mailsTo(email)
      expect(mails).toHaveLength(1)
      expect(mails[0]?.text).toContain('We have decided not to take your application further.')
      expect(await mailsIn(id)).toMatchObject([{ kind: 'rejected', state: 'sent' }])
    }
    expect(await waiting()).toEqual([])
    const late = await cancelMails({ batch_id: body.batch_id })
    expect([late.status, late.body.error.message]).toEqual([409, t('mail.tooLate')])
  })

  test('in the words of this one time, which are previewed and leave the template as it is', async () => {
    const { id, email } = await applicant()
    const words = { subject: 'Your application', body: 'Dear {first_name}, not this time.' }
    const preview = await staff.call<RejectionPreview>('/api/applicants/mails/preview', {
      body: { ids: [id], words },
    })
    expect(preview.body.sample?.text).toContain('Dear Maya, not this time.')
    const plain = await staff.call<RejectionPreview>('/api/applicants/mails/preview', {
      body: { ids: [id] },
    })
    expect(plain.body.text.body).toContain('We have decided not to take your application further.')
    const wrong = await staff.call<Refusal>('/api/applicants/move', {
      body: { status: 'rejected', ids: [id], mail: true, words: { subject: 'x', body: '{age}' } },
    })
    expect(wrong.status).toBe(400)
    await staff.call('/api/applicants/move', {
      body: { status: 'rejected', ids: [id], mail: true, words },
    })
    await wait(601)
    expect((await mailsTo(email))[0]?.text).toContain('Dear Maya, not this time.')
    expect(await mailsIn(id)).toMatchObject([{ subject: 'Your application' }])
    const after = await staff.call<RejectionPreview>('/api/applicants/mails/preview', {
      body: { ids: [(await applicant()).id] },
    })
    expect(after.body.text).toEqual(plain.body.text)
  })

  // shows: 7-61
  test('one, or all, can be taken back', async () => {
    const people = [await applicant(), await applicant(), await applicant()]
    const { body } = await reject(people.map(({ id }) => id))
    const [mail] = await mailsIn(people[0]!.id)
    expect((await cancelMails({ mail_id: mail!.id }, stranger)).status).toBe(404)
    expect((await cancelMails({ batch_id: body.batch_id }, stranger)).status).toBe(404)
    expect((await waiting(stranger)).length).toBe(0)
    expect((await cancelMails({ mail_id: mail!.id })).body).toEqual({
      canceled: 1,
      too_late: 0,
    })
    expect(await waiting()).toMatchObject([{ count: 2 }])
    expect((await cancelMails({ batch_id: body.batch_id })).body.canceled).toBe(2)
    expect((await cancelMails({ batch_id: body.batch_id })).status).toBe(404)
    await wait(700)
    for (const { id, email } of people) {
      expect(await mailsTo(email)).toEqual([])
      expect(await mailsIn(id)).toMatchObject([{ state: 'taken-back' }])
    }
  })

  // shows: 7-62
  test('a person with two applications is told once, of both jobs', async () => {
    const email = address()
    const ids = [(await applicant(email)).id, (await applicant(email, second)).id]
    expect((await reject(ids)).body.mails?.count).toBe(1)
    await wait(601)
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(
      /applying for (Weekend Sales Assistant and Packing Lead|Packing Lead and Weekend Sales Assistant),/,
    )
  })

  // shows: 7-62, privacy-30
  test.each(['first', 'other'] as const)(
    'of two applications is still told when the %s one is erased meanwhile, and names it no more',
    async (which) => {
      const email = address()
      const both = [await applicant(email), await applicant(email, second)]
      const ids = both.map(({ id }) => id)
      const words = { subject: 'Your {job_title}', body: 'Dear {first_name}, no {job_title}.' }
      await staff.call('/api/applicants/move', {
        body: { status: 'rejected', ids, mail: true, words },
      })
      const stored = async () => {
        const { rows } = await app.deps.db.pool.query<{ applicant_id: string; body: string }>(
          'select applicant_id, body from applicant_mails where recipient = $1',
          [email],
        )
        return rows
      }
      const [mail] = await stored()
      const goes = (id: string) => (id === mail?.applicant_id) === (which === 'first')
      const stays = both.find(({ id }) => !goes(id))
      await staff.call(`/api/applicants/${ids.find(goes)}`, { method: 'DELETE' })
      expect(await stored()).toEqual([{ applicant_id: stays?.id, body: null }])
      await wait(601)
      const [sent, ...more] = await mailsTo(email)
      const title = stays?.id === ids[0] ? job.title : second.title
      const gone = stays?.id === ids[0] ? second.title : job.title
      expect([sent?.subject, more]).toEqual([`Your ${title}`, []])
      expect(sent?.text).toContain(`Dear Maya, no ${title}.`)
      expect(sent?.text).not.toContain(gone)
      expect(await mailsIn(stays!.id)).toMatchObject([{ state: 'sent', subject: sent?.subject }])
      const page = await app.visitor().fetch(/\/me\/[\w-]+/.exec(sent?.text ?? '')?.[0] ?? '')
      expect(textOf(await page.text())).toContain('Closed Nothing more happens with it.')
    },
  )

  // shows: 7-62, privacy-30
  test('of two applications stays told when one is erased afterwards, and its words go', async () => {
    const email = address()
    const ids = [(await applicant(email)).id, (await applicant(email, second)).id]
    await reject(ids)
    await wait(601)
    const [sent] = await mailsTo(email)
    expect(sent?.text).toContain('Packing Lead')
    const first = 'select applicant_id from applicant_mails where recipient = $1'
    const { rows } = await app.deps.db.pool.query<{ applicant_id: string }>(first, [email])
    const [goes] = rows
    await staff.call(`/api/applicants/${goes?.applicant_id}`, { method: 'DELETE' })
    expect(await mailsTo(email)).toEqual([])
    const stays = ids.find((id) => id !== goes?.applicant_id)!
    expect(await mailsIn(stays)).toMatchObject([{ state: 'sent', subject: null, body: null }])
    await staff.call('/api/applicants/messages', {
      body: { ids: [stays], subject: 'Your page', body: 'See below.' },
    })
    const { text } = await app.mailTo(email, /^Your page/)
    const page = await app.visitor().fetch(/\/me\/[\w-]+/.exec(text)?.[0] ?? '')
    expect(textOf(await page.text())).toContain('Closed Nothing more happens with it.')
  })

  // shows: 7-62
  test('two at once who reject the same person write once', async () => {
    const email = address()
    const ids = [(await applicant(email)).id, (await applicant(email, second)).id]
    await Promise.all(ids.map((id) => reject([id])))
    await wait(601)
    expect((await mailsTo(email)).length).toBeLessThanOrEqual(1)
  })

  // shows: 7-61
  test('undo, and moving back, take the mail with them', async () => {
    const [undone, movedBack, kept] = [await applicant(), await applicant(), await applicant()]
    const { body } = await reject([undone.id])
    await reject([movedBack.id])
    await reject([kept.id])
    const undo = await staff.call('/api/applicants/undo', { body: { batch_id: body.batch_id } })
    expect(undo.status).toBe(200)
    await move(movedBack.id, 'reviewing')
    await wait(601)
    expect(await mailsTo(undone.email)).toEqual([])
    expect(await mailsTo(movedBack.email)).toEqual([])
    expect(await mailsTo(kept.email)).toHaveLength(1)
    expect(await mailsIn(undone.id)).toMatchObject([{ state: 'taken-back' }])
    expect(await mailsIn(movedBack.id)).toMatchObject([{ state: 'dropped', reason: 'moved' }])
  })

  // shows: 7-62
  test('who becomes active in another job meanwhile is not told', async () => {
    const { id, email } = await applicant()
    await reject([id])
    await applicant(email, second)
    await wait(601)
    expect(await mailsTo(email)).toEqual([])
    expect(await mailsIn(id)).toMatchObject([{ state: 'dropped', reason: 'active' }])
  })

  // shows: 7-62
  test('who has withdrawn another application is told, of one at once and of many', async () => {
    const [one, many] = [await applicant(), await applicant()]
    for (const { email } of [one, many]) {
      const { id } = await applicant(email, second)
      await app.deps.db.pool.query('update applicants set withdrawn_at = now() where id = $1', [id])
    }
    const { change_id } = (await move(one.id, 'rejected')).body
    expect((await write(one.id, change_id)).status).toBe(201)
    const { body } = await staff.call<RejectionPreview>('/api/applicants/mails/preview', {
      body: { ids: [many.id] },
    })
    expect(body).toMatchObject({ mails: 1, not_mailed: [] })
    expect((await reject([many.id])).body.mails?.count).toBe(1)
    // Withdrawn while the mail about both waits.
    const both = await applicant()
    const other = await applicant(both.email, second)
    await reject([both.id, other.id])
    await app.deps.db.pool.query(
      `update applicants set withdrawn_at = now()
       where id = (select applicant_id from applicant_mails where recipient = $1)`,
      [both.email],
    )
    await wait(601)
    for (const { email } of [one, many, both]) expect(await mailsTo(email)).toHaveLength(1)
  })

  // shows: 7-64
  test('a person who is deleted or removed gets nothing more, and nothing stays', async () => {
    const [gone, removed] = [await applicant(), await applicant()]
    await reject([gone.id, removed.id])
    await staff.call(`/api/applicants/${gone.id}`, { method: 'DELETE' })
    await staff.call('/functions/opt-out-data', {
      body: { email: removed.email, applicantId: removed.id },
    })
    await wait(601)
    for (const { id, email } of [gone, removed]) {
      expect(await mailsTo(email)).toEqual([])
      const { rowCount } = await app.deps.db.pool.query(
        'select from applicant_mails where applicant_id = $1 or recipient = $2',
        [id, email],
      )
      expect(rowCount).toBe(0)
    }
  })

  // shows: 7-60
  test('is asked about first: how many are told, who is not and why, and what it says', async () => {
    const email = address()
    const twice = [await applicant(email), await applicant(email, second)]
    const active = await applicant()
    await applicant(active.email, second)
    const done = await applicant(address(), job, 'rejected')
    const ids = [...twice, active, done].map(({ id }) => id)
    const { body } = await staff.call<RejectionPreview>('/api/applicants/mails/preview', {
      body: { ids },
    })
    expect(body).toMatchObject({
      mails: 1,
      not_mailed: [
        { reason: 'same-person', count: 1 },
        { reason: 'active', count: 1 },
        { reason: 'rejected', count: 1 },
      ],
      sample: { subject: 'An update on your application at Tiny Tea Shop' },
    })
    expect((await reject(ids)).body.mails?.count).toBe(1)
    const foreign = await stranger.call<RejectionPreview>('/api/applicants/mails/preview', {
      body: { ids },
    })
    expect(foreign.body).toMatchObject({ mails: 0, not_mailed: [], sample: null })
  })

  test('nobody else is mailed in one go', async () => {
    const { id } = await applicant()
    const { status } = await staff.call('/api/applicants/move', {
      body: { status: 'reviewing', ids: [id], mail: true },
    })
    expect(status).toBe(400)
  })
})

describe('the texts', () => {
  type View = {
    templates: { status: string; subject: string; body: string; is_default: boolean }[]
  }
  const put = (body: object, by = owner, status = 'rejected') =>
    by.call<View & Refusal>(`/api/mail-templates/${status}`, { method: 'PUT', body })

  // shows: 7-65
  test('are the organization’s own, filled in and cut, and can be put back', async () => {
    const text = {
      subject: '{job_title}:\n{first_name} {last_name} at {organization}',
      body: 'Dear {first_name},\r\n\r\n<b>no</b>.\r\n{organization}',
    }
    const saved = await put(text)
    expect(saved.body.templates.find(({ status }) => status === 'rejected')).toMatchObject({
      is_default: false,
      body: 'Dear {first_name},\n\n<b>no</b>.\n{organization}',
    })
    const long = await app.job(owner, {
      title: 'Assistant to the Head of Weekend Sales in Leeds',
    })
    const { id, email } = await applicant(address(), long)
    const { change_id } = (await move(id, 'rejected')).body
    await write(id, change_id)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('Assistant to the Head of Weekend Sales in Leeds: Maya…')
    expect(mail?.text).toContain('Dear Maya,\n\n<b>no</b>.\nTiny Tea Shop')
    expect(mail?.html).toContain('&lt;b&gt;no&lt;/b&gt;')
    const reset = await owner.call<View>('/api/mail-templates/rejected', { method: 'DELETE' })
    expect(reset.body.templates.every(({ is_default }) => is_default)).toBe(true)
  })

  test('a text changed or put back meanwhile does not change what waits', async () => {
    await put({ subject: 'One', body: 'The first text.' })
    const { id, email } = await applicant()
    await reject([id])
    await owner.call('/api/mail-templates/rejected', { method: 'DELETE' })
    await wait(601)
    expect(await mailsTo(email)).toMatchObject([{ subject: 'One' }])
  })

  // shows: 7-65, V1.3.5, V1.3.7
  test('unknown variables, nothing and too much are refused in words', async () => {
    const unknown = await put({ subject: 'Hello {name}', body: 'x {first_name} {salary} {name}' })
    expect(unknown.status).toBe(400)
    const known = '{first_name}, {last_name}, {job_title}, {organization}'
    expect(unknown.body.error.fields).toEqual({
      subject: t('mail.variableUnknown', { names: '{name}', known }),
      body: t('mail.variableUnknown', { names: '{salary}, {name}', known }),
    })
    expect((await put({ subject: ' ', body: 'x' })).body.error.fields).toEqual({
      subject: t('mail.subjectRequired'),
    })
    expect((await put({ subject: 'x', body: 'x'.repeat(4001) })).status).toBe(400)
    expect((await put({ subject: 'x', body: 'x' }, owner, 'applied')).status).toBe(404)
  })

  test('only owners change them; everyone of the organization reads them', async () => {
    expect((await put({ subject: 'x', body: 'x' }, staff)).status).toBe(403)
    expect((await staff.call<View>('/api/mail-templates')).body.templates).toHaveLength(4)
    await put({ subject: 'Ours', body: 'Ours' })
    const theirs = await stranger.call<View>('/api/mail-templates')
    expect(JSON.stringify(theirs.body)).not.toContain('Ours')
    await owner.call('/api/mail-templates/rejected', { method: 'DELETE' })
  })

  test('built-in words that staff begin with are in the shop’s language, not in that of the member', async () => {
    const rejectedText = async () => {
      const { templates } = (await staff.call<View>('/api/mail-templates')).body
      return templates.find(({ status }) => status === 'rejected')?.body
    }
    const { id } = await applicant()
    const toChange = async () => {
      const body = { ids: [id] }
      const preview = await staff.call<RejectionPreview>('/api/applicants/mails/preview', {
        body,
      })
      return preview.body.text.body
    }
    await owner.call('/api/organizations/own', { method: 'PATCH', body: { language: 'en-GB' } })
    const english = [await rejectedText(), await toChange()]
    await staff.call('/api/accounts/language', { method: 'PUT', body: { language: 'de' } })
    expect([await rejectedText(), await toChange()]).toEqual(english)
    await owner.call('/api/organizations/own', { method: 'PATCH', body: { language: 'de' } })
    expect(await rejectedText()).toContain('Guten Tag')
    expect(await toChange()).toContain('Guten Tag')
  })

  // shows: 7-66
  test('a preview looks as the mail will, and a test goes to oneself', async () => {
    const text = { subject: 'News for {first_name}', body: 'Hello {first_name} {last_name}.' }
    const preview = await staff.call<Mail>('/api/mail-templates/preview', { body: text })
    expect(preview.body).toMatchObject({ subject: 'News for Maya' })
    expect(preview.body.html).toContain('Hello Maya Okafor.')
    // Anyone can sign up with anybody's address.
    const unconfirmed = await owner.call<Refusal>('/api/mail-templates/hired/test', {
      body: text,
    })
    expect([unconfirmed.status, unconfirmed.body.error?.code]).toEqual([
      403,
      'mail.testUnconfirmed',
    ])
    await app.confirm(owner)
    const sent = await owner.call('/api/mail-templates/hired/test', { body: text })
    expect(sent.body).toEqual({ email: owner.email })
    expect(await mailsTo(owner.email)).toMatchObject([{ subject: 'News for Maya' }])
    const refused = await staff.call('/api/mail-templates/hired/test', { body: text })
    expect(refused.status).toBe(403)
  })

  // shows: 7-67
  test('where answers go is an address or nobody', async () => {
    const set = (mail_reply_to: unknown) =>
      owner.call<{ mail_reply_to: string | null }>('/api/mail-templates', {
        method: 'PATCH',
        body: { mail_reply_to },
      })
    expect((await set('Jobs@TinyTea.example')).body.mail_reply_to).toBe('jobs@tinytea.example')
    expect((await set('a@b.example\r\nBcc: x@y.example')).status).toBe(400)
    expect((await set('')).body.mail_reply_to).toBeNull()
  })
})
