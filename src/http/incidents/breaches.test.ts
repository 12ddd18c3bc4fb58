// A breach: its record, the authority, and the notices to the people concerned, which only an owner confirms.
import { describe, expect, test } from 'vitest'
import type { BreachView } from '#domain/incidents/breaches.ts'
import type { Incident, IncidentChange } from '#domain/incidents/incidents.ts'
import { sweepMails } from '#features/retention/sweep-mails.ts'
import { readOwnPage } from '#features/rights/own-page.ts'
import { createTestApp, openApp, type Member } from '#test/app.ts'
import { insertApplication, insertShop, type Shop } from '#test/rows.ts'
import { sendMails } from '#test/work.ts'

let owner: Member
let staff: Member
let shop: Shop
let names = 0
const app = await openApp()

/** A shop of its own for each test: whom a notice goes to depends on everybody in it. */
async function newShop(applicants: string[] = []) {
  owner = await app.owner(`Tea Shop ${++names}`)
  staff = await app.staff(owner)
  const { job } = await insertShop(app.deps.db.queries)
  const own = await app.job(owner)
  shop = { organization: owner.organization, job: { ...job, id: own.id } }
  for (const email of applicants) await insertApplication(app.deps.db.queries, shop, email)
}

type Refusal = { error: { code: string; message: string; fields?: Record<string, string> } }
type View = { incident: Incident; history: IncidentChange[]; breach: BreachView }
async function report(more = {}) {
  const { body } = await staff.call<Incident>('/api/rpc/create_security_incident', {
    body: {
      p_incident_type: 'Data breach',
      p_severity: 'critical',
      p_title: 'Order export sent to the wrong supplier',
      p_description: 'It lists names and addresses.',
      p_affected_users: 214,
      p_data_types_affected: ['name', 'address'],
      ...more,
    },
  })
  return body
}
const read = async (id: string) => (await owner.call<View>(`/api/incidents/${id}`)).body
const edit = (id: string, body: object, person = staff) =>
  person.call<BreachView & Refusal>(`/api/incidents/${id}/breach`, { method: 'PATCH', body })
const notifyAuthority = (id: string, body: object) =>
  staff.call<BreachView & Refusal>(`/api/incidents/${id}/breach/authority-told`, { body })
const send = (id: string, people: number, person = owner) =>
  person.call<BreachView & Refusal>(`/api/incidents/${id}/breach/send`, { body: { people } })
/** Until every notice has left; the server's own worker may be sending them at the same time. */
async function finished(id: string): Promise<View> {
  for (;;) {
    await sendMails(app.deps)
    const view = await read(id)
    if (view.breach.finished_at !== null) return view
  }
}
const noticesTo = async (email: string) => {
  const { rows } = await app.deps.db.pool.query(
    `select local_mailbox.subject, local_mailbox.text from mail_outbox join local_mailbox using (id)
     where kind = 'breach-notice' and mail_outbox.recipient = $1 and organization_id = $2`,
    [email, shop.organization.id],
  )
  return rows as { subject: string; text: string }[]
}

const ownPageOf = async (email: string) => {
  const organizationId = shop.organization.id
  const { rows } = await app.deps.db.pool.query<{ id: string }>(
    'select id from applicants where organization_id = $1 and email = $2',
    [organizationId, email],
  )
  const page = await readOwnPage(app.deps, {
    organizationId,
    applicantId: rows[0]?.id ?? '',
    generation: 0,
    endsAt: new Date(),
  })
  return page?.application.breaches
}

describe('the record', () => {
  // shows: 7-94, privacy-21
  test('begins with the incident, with its deadline and drafts; other incidents have none', async () => {
    await newShop()
    const incident = await report()
    const { breach, history } = await read(incident.id)
    expect(Date.parse(breach.deadline_at) - Date.parse(incident.created_at)).toBe(72 * 3_600_000)
    expect(breach.authority_text).toContain('Article 33')
    expect(breach.authority_text).toContain('Approximate number of people: 214')
    expect(breach).toMatchObject({
      notice_happened: 'It lists names and addresses.',
      notice_data: 'name, address',
      notice_contact: staff.email,
      audience: 'all',
      confirmed_at: null,
      authority_told_at: null,
    })
    expect(history.map(({ action }) => action)).toEqual(['breach.prepared', 'incident.created'])
    for (const other of [{ p_severity: 'high' }, { p_incident_type: 'Phishing' }]) {
      const { id } = await report(other)
      expect((await read(id)).breach).toBeNull()
      expect((await edit(id, { audience: 'all' })).status).toBe(404)
    }
  })

  // shows: 7-94
  test('keeps what is changed, counts the people chosen, and shows the mail as it will arrive', async () => {
    await newShop(['maya@example.com', 'jon@example.com'])
    const { id } = await report()
    expect((await read(id)).breach.people).toBe(2)
    const far = await edit(id, { audience: 'since', audience_since: '2099-01-01' })
    expect(far.body).toMatchObject({ people: 0, audience_since: '2099-01-01' })
    const list = await edit(id, {
      audience: 'list',
      audience_list: ['A@example.com ', 'a@example.com', 'b@example.com'],
      notice_measures: 'The file was deleted.',
      authority_text: 'Our own words',
    })
    expect(list.body).toMatchObject({
      people: 2,
      audience_list: ['a@example.com', 'b@example.com'],
    })
    const preview = await owner.call<{ subject: string; text: string; html: string }>(
      `/api/incidents/${id}/breach/preview`,
    )
    expect(preview.body.subject).toBe(`Important: your data at ${owner.organization.name}`)
    for (const form of [preview.body.text, preview.body.html]) {
      expect(form).toContain('The file was deleted.')
      expect(form).not.toContain('Our own words')
    }
  })

  test.each([
    [{ audience: 'everybody' }, 'audience'],
    [{ audience: 'since', audience_since: 'soon' }, 'audience_since'],
    [{ audience: 'list', audience_list: ['no address'] }, 'audience_list.0'],
    [{ notice_happened: 'x'.repeat(4001) }, 'notice_happened'],
    [{ authority_text: 'x'.repeat(20_001) }, 'authority_text'],
  ])('refuses %j by its field', async (changes, field) => {
    await newShop()
    const { id } = await report()
    const { status, body } = await edit(id, changes)
    expect(status).toBe(400)
    expect(body.error.fields).toHaveProperty([field])
  })

  // shows: 7-95, privacy-21, terms-8
  test('stops its clock once, when the authority was told', async () => {
    await newShop()
    const { id } = await report()
    const now = new Date().toISOString()
    for (const at of ['2099-01-01T00:00:00Z', '2000-01-01T00:00:00Z', 'today']) {
      const refused = await notifyAuthority(id, { authority_told_at: at })
      expect(refused.status, at).toBe(400)
      expect(refused.body.error.fields).toHaveProperty('authority_told_at')
    }
    const saved = await notifyAuthority(id, {
      authority_told_at: now,
      authority_reference: 'IC-204',
    })
    expect(saved.body).toMatchObject({ authority_told_at: now, authority_reference: 'IC-204' })
    expect((await notifyAuthority(id, { authority_told_at: now })).status).toBe(409)
    expect((await edit(id, { authority_text: 'Later words' })).status).toBe(409)
    const { incident, history } = await read(id)
    expect(incident.authority_told_at).toBe(now)
    expect(history[0]?.action).toBe('breach.authority_told')
  })
})

describe('a false alarm', () => {
  const withdraw = (id: string, reason: string, person = owner) =>
    person.call<Incident & Refusal>(`/api/incidents/${id}/withdraw`, { body: { reason } })

  // shows: 7-93
  test('is withdrawn by an owner, with its reason: the clock, the bar and the drafts end', async () => {
    await newShop(['maya@example.com'])
    const { id } = await report()
    const urgent = async () =>
      (await owner.call<{ incidents: { id: string }[] }>('/api/incidents/urgent')).body.incidents
    expect((await urgent()).map((row) => row.id)).toEqual([id])
    expect((await withdraw(id, 'It was a test file.', staff)).status).toBe(403)
    expect((await withdraw(id, '  ')).body.error.fields?.reason).toBe(
      'Say why this was a false alarm.',
    )
    const { status, body } = await withdraw(id, 'It was a test file.')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'closed',
      withdrawn_reason: 'It was a test file.',
      deadline_at: null,
    })
    expect(await urgent()).toEqual([])
    expect((await read(id)).history[0]?.action).toBe('incident.withdrawn')
    for (const refused of [
      await withdraw(id, 'Again'),
      await edit(id, { notice_when: 'Today' }),
      await send(id, 1),
    ]) {
      expect(refused.body.error.code).toBe('incidents.withdrawnAlready')
    }
  })

  test('is none once somebody was told of it', async () => {
    await newShop()
    const { id } = await report()
    await notifyAuthority(id, { authority_told_at: new Date().toISOString() })
    const { status, body } = await withdraw(id, 'It was a test file.')
    expect([status, body.error.code]).toEqual([409, 'incidents.withdrawTold'])
  })

  test('and its notices never both pass, however close they come', async () => {
    for (let round = 0; round < 5; round++) {
      await newShop(['maya@example.com'])
      const { id } = await report()
      const { breach } = await read(id)
      const answers = await Promise.all([
        withdraw(id, 'It was a test file.'),
        send(id, breach.people),
        notifyAuthority(id, { authority_told_at: new Date().toISOString() }),
      ])
      const [withdrawn, ...saved] = answers.map(({ status }) => status === 200)
      expect([withdrawn, saved.includes(true)], String(answers.map((a) => a.status))).toEqual(
        withdrawn ? [true, false] : [false, true],
      )
    }
  })

  test('of another organization is nobody else’s to withdraw', async () => {
    await newShop()
    const { id } = await report()
    const stranger = await app.owner('Another Shop')
    expect((await withdraw(id, 'Not mine', stranger)).status).toBe(404)
    expect((await read(id)).incident.withdrawn_at).toBeNull()
  })
})

describe('the notices', () => {
  test('go to nobody by default where fewer are affected than applied, and say how many were told', async () => {
    await newShop(['maya@example.com', 'jon@example.com'])
    const { id } = await report({ p_affected_users: 1 })
    expect((await read(id)).breach).toMatchObject({ audience: 'list', people: 0 })
    await edit(id, {
      audience: 'all',
      notice_happened: 'x',
      notice_when: 'x',
      notice_data: 'x',
      notice_measures: 'x',
      notice_advice: 'x',
      notice_contact: 'x',
    })
    expect((await send(id, 2)).status).toBe(200)
    expect((await read(id)).incident.affected_users).toBe(2)
  })

  const ready = { notice_measures: 'The file was deleted.' }

  // shows: 7-96, privacy-22
  test('leave when an owner confirms the number, once to each address', async () => {
    await newShop(['maya@example.com', 'jon@example.com'])
    const other = await app.job(owner, { title: 'Tea Taster' })
    await insertApplication(app.deps.db.queries, { ...shop, job: other }, 'MAYA@example.com')
    // The law wants it told to those too whose data nobody may use.
    await app.deps.db.pool.query(
      `update applicants set restricted_at = now(), no_contact_at = now()
       where organization_id = $1 and email = 'jon@example.com'`,
      [owner.organization.id],
    )
    const { id } = await report()
    await edit(id, ready)
    const confirmed = await send(id, 2)
    expect(confirmed.status).toBe(200)
    expect(confirmed.body).toMatchObject({ people: 2, confirmed_by_name: 'Ana Silva' })
    const { breach, history } = await finished(id)
    expect(breach.progress).toEqual({ waiting: 0, queued: 0, sent: 2, failed: 0, removed: 0 })
    expect(breach).toMatchObject({ sent_count: 2, recipients_count: 2 })
    expect(breach.finished_at).not.toBeNull()
    expect(history.slice(0, 2).map(({ action, details }) => [action, details])).toEqual([
      ['breach.notices_sent', { sent: 2, failed: 0, removed: 0 }],
      ['breach.notices_confirmed', { people: 2, audience: 'all' }],
    ])
    const [notice, ...more] = await noticesTo('maya@example.com')
    expect(more).toEqual([])
    expect(notice?.text).toContain('What we did\nThe file was deleted.')
    expect(await noticesTo('jon@example.com')).toHaveLength(1)
    // It stays on the person's own page, also where the mail is lost.
    expect(await ownPageOf('maya@example.com')).toMatchObject([
      {
        parts: expect.arrayContaining([
          { heading: 'What we did', text: 'The file was deleted.' },
        ]) as [],
      },
    ])
    await insertApplication(app.deps.db.queries, shop, 'later@example.com')
    expect(await ownPageOf('later@example.com')).toEqual([])
    // The addresses are not kept beside the breach once they are written to.
    const { rowCount } = await app.deps.db.pool.query(
      'select from breach_notices where incident_id = $1 and recipient is not null',
      [id],
    )
    expect(rowCount).toBe(0)
  })

  test('to people who never applied keep their counts, and no address, a month after they were sent', async () => {
    await newShop(['maya@example.com'])
    await app.confirm(owner)
    const { id } = await report()
    const listed = ['maya@example.com', 'listed@example.com']
    await edit(id, { ...ready, audience: 'list', audience_list: listed })
    expect((await send(id, 2)).status).toBe(200)
    const { breach } = await finished(id)
    await app.deps.db.pool.query(
      `update mail_outbox set created_at = now() - interval '800 days' where organization_id = $1`,
      [owner.organization.id],
    )
    await sweepMails(app.deps)
    expect((await read(id)).breach.progress).toEqual(breach.progress)
    expect(await noticesTo('maya@example.com')).toHaveLength(1)
    const left = await app.deps.db.pool.query(
      `select recipient from mail_outbox where kind = 'breach-notice' and organization_id = $1
       order by recipient`,
      [owner.organization.id],
    )
    expect(left.rows).toEqual([{ recipient: '' }, { recipient: 'maya@example.com' }])
  })

  // shows: 7-96
  test('refuse to leave for staff, for another number, for nobody, twice, or without their words', async () => {
    await newShop(['maya@example.com'])
    const { id } = await report()
    expect((await send(id, 1, staff)).status).toBe(403)
    const other = await send(id, 5)
    expect([other.status, other.body.error.message]).toEqual([
      409,
      'It would now go to 1 people. Please check the number again.',
    ])
    await edit(id, { notice_happened: '', notice_contact: '' })
    const empty = await send(id, 1)
    expect([empty.status, empty.body.error.message]).toEqual([
      400,
      'Fill in first: What happened, Contact.',
    ])
    await edit(id, { notice_happened: 'This.', notice_contact: 'us', audience: 'list' })
    expect((await send(id, 1)).body.error.code).toBe('breach.nobody')
    expect(await noticesTo('maya@example.com')).toEqual([])
    await edit(id, { audience: 'all' })
    const both = await Promise.all([send(id, 1), send(id, 1)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await edit(id, { notice_happened: 'Other' })).status).toBe(409)
    await finished(id)
    expect(await noticesTo('maya@example.com')).toHaveLength(1)
  })

  test('to a list go to applicants at once, and to few strangers of an owner who has confirmed an address', async () => {
    await newShop(['maya@example.com'])
    const { id } = await report()
    const strangers = (count: number) =>
      Array.from({ length: count }, (_, place) => `stranger-${place}@example.com`)
    const list = (audience_list: string[]) =>
      edit(id, { ...ready, audience: 'list', audience_list })
    await list(['maya@example.com', ...strangers(1)])
    const unconfirmed = await send(id, 2)
    expect([unconfirmed.status, unconfirmed.body.error.code]).toEqual([
      403,
      'breach.addressUnconfirmed',
    ])
    await app.confirm(owner)
    await list(strangers(21))
    const many = await send(id, 21)
    expect([many.status, many.body.error.message]).toEqual([
      400,
      '21 of these addresses have never applied or been confirmed here. A notice can go to at most 20 of them at once.',
    ])
    expect(await noticesTo('stranger-0@example.com')).toEqual([])
    await list(['maya@example.com', ...strangers(20)])
    expect((await send(id, 21)).status).toBe(200)
    for (let more = 0; more < 3; more++) {
      const { id: next } = await report()
      await edit(next, { ...ready, audience: 'list', audience_list: strangers(1) })
      expect((await send(next, 1)).status).toBe(more < 2 ? 200 : 429)
    }
    const { id: known } = await report()
    await edit(known, { ...ready, audience: 'list', audience_list: ['maya@example.com'] })
    expect((await send(known, 1)).status).toBe(200)
  })

  test('to a list leave on the embedded engine as well, whose one connection the transaction has', async () => {
    const embedded = await createTestApp({ engine: 'embedded' })
    try {
      const boss = await embedded.owner()
      await embedded.confirm(boss)
      const incident = await boss.call<Incident>('/api/rpc/create_security_incident', {
        body: { p_incident_type: 'Data breach', p_severity: 'critical', p_title: 'Lost laptop' },
      })
      const address = `/api/incidents/${incident.body.id}/breach`
      const body = {
        ...ready,
        notice_happened: 'A laptop was lost.',
        notice_data: 'Names.',
        notice_contact: 'ana@example.com',
        audience: 'list',
        audience_list: ['stranger@example.com'],
      }
      await boss.call(address, { method: 'PATCH', body })
      const sent = await boss.call<BreachView>(`${address}/send`, { body: { people: 1 } })
      expect([sent.status, sent.body.people]).toEqual([200, 1])
    } finally {
      await embedded.close()
    }
  })

  // shows: 7-96
  test('go to nobody who was removed meanwhile', async () => {
    await newShop(['maya@example.com', 'jon@example.com'])
    const { id } = await report()
    await edit(id, ready)
    // As if the worker had not come round yet when the person went.
    await app.deps.db.pool.query(
      `create function goes() returns trigger language plpgsql as $$ begin
         delete from applicants where email = 'jon@example.com' and organization_id = new.organization_id; return new;
       end $$`,
    )
    await app.deps.db.pool.query(
      'create trigger goes after update of recipients_count on breach_records for each row execute function goes()',
    )
    expect((await send(id, 2)).status).toBe(200)
    await app.deps.db.pool.query('drop function goes cascade')
    expect((await finished(id)).breach.progress).toMatchObject({ sent: 1, removed: 1 })
    expect(await noticesTo('jon@example.com')).toEqual([])
  })

  test('of a whole shop leave a few at a time, and let another mail pass', async () => {
    await newShop()
    await app.deps.db.pool.query(
      `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name)
       select $1, 'p' || n || '@example.com', $2, $2, 'Job', 'P' || n, 'Q' from generate_series(1, 400) n`,
      [shop.organization.id, shop.job.id],
    )
    const { id } = await report({ p_affected_users: 0 })
    await edit(id, ready)
    expect((await send(id, 400)).status).toBe(200)
    await app.visitor().call('/api/accounts/request-reset', { body: { email: owner.email } })
    expect((await finished(id)).breach.sent_count).toBe(400)
    const { rows } = await app.deps.db.pool.query<{ before: number }>(
      `select count(*) filter (where sent_at < (
         select max(sent_at) from mail_outbox where kind = 'reset-password' and state = 'sent'
       ))::int as before
       from mail_outbox where kind = 'breach-notice' and organization_id = $1`,
      [shop.organization.id],
    )
    expect(rows[0]?.before).toBeLessThan(300)
  })
})
