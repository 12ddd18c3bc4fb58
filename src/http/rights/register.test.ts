// What applicants ask about their data: what the acts do everywhere, and the register in which staff answer.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { contracts } from '#domain/contracts.ts'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { Overview } from '#domain/overview/overview.ts'
import type { FoundPerson, Register, RightsRequest, StaffAct } from '#domain/rights/register.ts'
import { RECEIPT } from '#domain/retention/erasures.ts'
import { addDays, dayOf, deletionDay } from '#domain/retention/retention.ts'
import { queueApplicantMails } from '#features/mails/queue-applicant-mails.ts'
import { dayText } from '#domain/texts/formats.ts'
import { askForCopy } from '#features/rights/ask-for-copy.ts'
import { askToKeep } from '#features/rights/ask-to-keep.ts'
import { extendRetention, endExtendedRetention } from '#features/rights/extend-retention.ts'
import { askedOnPage } from '#features/rights/record-rights-action.ts'
import { remindOwners } from '#features/rights/remind-owners.ts'
import { liftRestriction, restrictApplication } from '#features/rights/restrict-application.ts'
import { deleteExpired } from '#features/retention/delete-expired.ts'
import { openApp, type Member } from '#test/app.ts'
import { dataMap } from '#test/docs/data-map.ts'
import { pdf } from '#test/input/files.ts'
import { listen } from '#test/live-stream.ts'
import { unzip } from '#test/unzip.ts'

let owner: Member
let staff: Member
let job: JobPost
let made = 0

const app = await openApp()
beforeEach(async () => {
  app.clock.reset()
  owner = await app.owner(`Asked ${++made}`)
  staff = await app.staff(owner)
  job = await app.job(owner)
})

type Person = { id: string; email: string }

/** An application that holds a word which is nowhere else. */
async function apply(word: string): Promise<Person> {
  const email = `${word}@mail.example`
  const sent = await app.visitor().form('/api/applications', {
    token: await app.grant(email, job),
    firstName: word,
    lastName: 'Okafor',
    coverLetter: `I bake, says ${word}.`,
    cvFile: new File([Uint8Array.from(pdf)], `${word}.pdf`, { type: 'application/pdf' }),
  })
  expect(sent.status).toBe(201)
  return { id: ((await sent.json()) as { id: string }).id, email }
}
const today = () => dayOf(app.clock.now())
const byPost = (by: Member, { id }: Person, act: StaffAct, more: object = {}) =>
  by.call<{ id: string | null; receipt: string | null; error?: { message: string } }>(
    '/api/rights/requests',
    {
      body: {
        applicantId: id,
        act,
        verified_by: 'identity_document',
        received_on: today(),
        ...more,
      },
    },
  )
const register = async (by = owner, state = 'open') =>
  (await by.call<Register>(`/api/rights/requests?state=${state}`)).body
const list = async (query: string) =>
  (await owner.call<ApplicantPage>(`/api/applicants?tab=all${query}`)).body.applicants.map(
    ({ id }) => id,
  )
const profile = (person: Person) => owner.call<ApplicantProfile>(`/api/applicants/${person.id}`)
const move = (person: Person, status: string) =>
  owner.call<{ change_id: string; error: { message: string } }>(
    `/api/applicants/${person.id}/status`,
    { method: 'PATCH', body: { status } },
  )

// shows: privacy-32
test('restricted data is in no answer to staff, and is still deleted in time', async () => {
  // Whatever the restricted person sent, and staff wrote about them, has this word in it, and nothing else has.
  const word = 'quinceword'
  const [hidden, shown] = [await apply(word), await apply('medlarword')]
  for (const [{ id }, body] of [
    [hidden, `note about ${word}`],
    [shown, 'plain'],
  ] as const) {
    await owner.call(`/api/applicants/${id}/notes`, { body: { body } })
  }
  await owner.call(`/api/applicants/${hidden.id}/tags`, {
    method: 'PATCH',
    body: { add: [word], remove: [] },
  })
  await app.cvsChecked()
  const link = await owner.call<{ url: string }>(`/api/applicants/${hidden.id}/cv-link`, {
    method: 'POST',
  })
  expect((await owner.fetch(link.body.url)).status).toBe(200)
  expect(JSON.stringify((await owner.call(`/api/applicants?tab=all&q=${word}`)).body)).toContain(
    word,
  )
  const live = await listen(staff)
  expect((await byPost(staff, hidden, 'restriction')).status).toBe(201)

  // Every address that is read, with the ids of this person wherever an id can stand.
  const answers: Record<string, string> = {}
  const reads = Object.keys(contracts).filter((address) => address.startsWith('GET /api/'))
  for (const [who, by] of Object.entries({ owner, staff })) {
    for (const address of reads.filter((each) => !/live|copy\.zip/.test(each))) {
      const path = address.slice(4).replaceAll(/:\w+/g, hidden.id)
      // The search repeats what was typed where it found nothing: it is asked by the name of the other one.
      for (const query of ['', '?tab=all&q=okafor', `?resource=${hidden.id}`]) {
        const response = await by.fetch(path + query)
        expect(response.status, address).toBeLessThan(500)
        answers[`${who} ${address}${query}`] = await response.text()
      }
    }
  }
  const ids = [hidden.id, shown.id]
  const posts: [string, object][] = [
    ['/api/applicants/export.csv', { ids }],
    ['/api/applicants/export.zip', { ids }],
    [`/api/applicants/${hidden.id}/cv-text`, {}],
    ['/api/applicants/mails/preview', { ids: [hidden.id] }],
    ['/api/applicants/messages/preview', { ids, subject: 'Hello', body: 'To you.' }],
    [`/api/applicants/${hidden.id}/cv-link`, {}],
    [`/api/applicants/${hidden.id}/notes`, { body: 'more' }],
    ['/functions/get-shopify-customer', { email: hidden.email }],
    ['/functions/opt-out-data', { email: hidden.email, applicantId: hidden.id }],
  ]
  for (const [path, body] of posts) {
    const response = await owner.fetch(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    // Names of files stand in a ZIP as they are.
    answers[path] = Buffer.from(await response.arrayBuffer()).toString('latin1')
  }
  await move(shown, 'reviewing')
  await expect.poll(() => live.events().length).toBeGreaterThan(1)
  await live.stop()
  answers.live = JSON.stringify(live.heard)
  for (const [address, text] of Object.entries(answers)) {
    expect(text.toLowerCase().includes(word), address).toBe(false)
  }
  expect(JSON.stringify(answers)).toContain('medlarword')
  expect((await profile(hidden)).status).toBe(404)
  expect((await move(hidden, 'reviewing')).status).toBe(404)
  expect((await owner.call(`/api/applicants/${hidden.id}`, { method: 'DELETE' })).status).toBe(404)
  expect(await list('')).toEqual([shown.id])
  const counts = await owner.call<{ all: number }>('/api/applicants/counts')
  expect(counts.body.all).toBe(1)
  // A link to the CV from before ends with it.
  expect((await owner.fetch(link.body.url)).status).not.toBe(200)
  // Staff see that there is a request, and not of whom.
  const { requests } = await register(staff, 'done')
  expect(requests).toMatchObject([{ kind: 'restriction', applicant: null, is_restricted: true }])

  // Who has the person's letter finds it by the address, without a name, and can end it.
  const { body: found } = await staff.call<FoundPerson>('/api/rights/find', {
    body: { email: hidden.email.toUpperCase() },
  })
  expect(found.applications).toMatchObject([{ id: hidden.id, name: null, is_restricted: true }])
  expect((await byPost(staff, hidden, 'lift-restriction')).status).toBe(201)
  expect((await profile(hidden)).status).toBe(200)
  expect((await owner.call<{ all: number }>('/api/applicants/counts')).body.all).toBe(2)

  await byPost(staff, hidden, 'restriction')
  await app.deps.db.pool.query(
    `update applicants set created_at = created_at - interval '7 months' where id = $1`,
    [hidden.id],
  )
  // Owners read a number, and no name.
  const preview = await owner.call<{ due: number; applicants: unknown[]; more: number }>(
    '/api/retention/preview',
  )
  expect(preview.body).toMatchObject({ due: 1, applicants: [], more: 1 })
  expect(await deleteExpired(app.deps)).toBe(1)
  const { rowCount } = await app.deps.db.pool.query('select from applicants where id = $1', [
    hidden.id,
  ])
  expect(rowCount).toBe(0)
}, 120_000)

// shows: privacy-34
test('who wants no further contact gets no mail, and staff read why', async () => {
  const [noContact, other] = [await apply('lovageword'), await apply('sorrelword')]
  await move(noContact, 'reviewing')
  const { body: moved } = await move(noContact, 'interviewed')
  // One mail is on its way already.
  await owner.call(`/api/applicants/${noContact.id}/mails`, {
    body: { change_id: moved.change_id },
  })
  expect((await byPost(staff, noContact, 'no-contact')).status).toBe(201)
  await queueApplicantMails(app.deps)
  const { body } = await profile(noContact)
  expect(body.timeline).toContainEqual(
    expect.objectContaining({ act: 'mail', kind: 'interviewed', reason: 'no-contact' }),
  )
  expect(body.timeline).toContainEqual(expect.objectContaining({ act: 'applicant.no_contact' }))
  const words = { subject: 'Hello', body: 'We write to you.' }
  const message = (ids: string[]) =>
    owner.call<{ people: number; error: { message: string } }>('/api/applicants/messages', {
      body: { ids, ...words },
    })
  const alone = await message([noContact.id])
  expect([alone.status, alone.body.error.message]).toEqual([
    409,
    'This person wants no further contact, so you cannot email them.',
  ])
  expect((await message([noContact.id, other.id])).body.people).toBe(1)
  const rejections = await owner.call<{ mails: number; not_mailed: unknown[] }>(
    '/api/applicants/mails/preview',
    { body: { ids: [noContact.id, other.id] } },
  )
  expect(rejections.body).toMatchObject({
    mails: 1,
    not_mailed: [{ reason: 'no-contact', count: 1 }],
  })
  // What the person asks for themselves is sent.
  const second = await app.job(owner, { title: 'Baker' })
  expect(await app.grant(noContact.email, second)).not.toBe('')
})

// shows: privacy-34
test('the wish for no contact is of the address: it holds for a later application, also when the first is gone', async () => {
  const first = await apply('betonyword')
  await byPost(staff, first, 'no-contact')
  const again = async () => {
    const another = await app.job(owner, { title: `Baker ${randomUUID().slice(0, 4)}` })
    const sent = await app.visitor().form('/api/applications', {
      token: await app.grant(first.email, another),
      firstName: 'Bet',
      lastName: 'Okafor',
    })
    return { id: ((await sent.json()) as { id: string }).id, email: first.email }
  }
  const second = await again()
  expect((await owner.call(`/api/applicants/${first.id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await owner.call(`/api/applicants/${second.id}`, { method: 'DELETE' })).status).toBe(200)
  const third = await again()
  for (const by of [owner, staff]) {
    const message = { ids: [third.id], subject: 'Hello', body: 'We write to you.' }
    expect((await by.call('/api/applicants/messages', { body: message })).status).toBe(409)
  }
  const { body: moved } = await move(third, 'reviewing')
  const mailed = await owner.call(`/api/applicants/${third.id}/mails`, {
    body: { change_id: moved.change_id },
  })
  expect(mailed.status).toBe(409)
  // What the person asks for themselves comes, and the page says why nothing else does.
  const mail = await app.mailTo(third.email, /^We have your application/)
  const page = await app.visitor().fetch(/\/me\/[\w-]+/.exec(mail.text)?.[0] ?? '')
  expect(await page.text()).toContain('does not write to you any more')
  // Nobody is asked about keeping it either.
  await app.deps.db.pool.query(
    `update applicants set created_at = now() - interval '6 months' + interval '19 days', keep_question = true where id = $1`,
    [third.id],
  )
  expect(await askToKeep(app.deps)).toBe(0)
  await byPost(staff, third, 'allow-contact')
  expect(await askToKeep(app.deps)).toBe(1)
  const { rows } = await app.deps.db.pool.query(
    'select from job_invitations where organization_id = $1',
    [owner.organization.id],
  )
  expect(rows).toEqual([])
  expect((await profile(await again())).body.applicant.no_contact_at).toBeNull()
})

// shows: privacy-33
test('a withdrawn application leaves the lists, cannot be moved, and says so in its history', async () => {
  const [gone, stays] = [await apply('yarrowword'), await apply('tansyword')]
  await byPost(staff, gone, 'withdrawal')
  expect(await list('')).toEqual([stays.id])
  expect(await list('&q=yarrowword')).toEqual([])
  expect(await list('&withdrawn=withdrawn')).toEqual([gone.id])
  const counts = await owner.call<{ all: number }>('/api/applicants/counts')
  expect(counts.body.all).toBe(1)
  const refused = await move(gone, 'reviewing')
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    'The applicant has withdrawn this application.',
  ])
  const { body } = await profile(gone)
  expect(body.applicant.withdrawn_at).not.toBeNull()
  expect(body.timeline).toContainEqual(expect.objectContaining({ act: 'applicant.withdrawn' }))
})

describe('the register', () => {
  // shows: 7-145, 7-149, 7-150, privacy-1, privacy-28, privacy-31, privacy-35
  test('holds what came by post, with who, how, until when, and the copy for the post', async () => {
    const person = await apply('woadword')
    const letter = addDays(today(), -5)
    const { body } = await byPost(staff, person, 'access', { received_on: letter })
    const [request] = (await register(staff)).requests
    expect(request).toMatchObject({
      id: body.id,
      kind: 'access',
      came_by: 'staff',
      verified_by: 'identity_document',
      due_at: `${addDays(letter, 30)}T12:00:00.000Z`,
      applicant: { id: person.id, name: 'woadword Okafor' },
    })
    const open = async (by: typeof staff) => (await by.call('/api/rights/counts')).body
    expect(await open(staff)).toEqual({ open: 1, overdue: 0 })
    expect(await open(await app.owner('Another Shop'))).toEqual({ open: 0, overdue: 0 })
    const path = `/api/rights/requests/${body.id}/copy.zip`
    const strangers = [
      [staff, 403],
      [await app.owner('Stranger'), 404],
      [app.visitor(), 401],
    ] as const
    for (const [by, status] of strangers) expect((await by.fetch(path)).status).toBe(status)
    const files = await unzip(Buffer.from(await (await owner.fetch(path)).arrayBuffer()))
    expect([...files.keys()]).toEqual(['personal-data.json', expect.stringMatching(/\.pdf$/)])
    expect(files.get([...files.keys()][1] ?? '')).toEqual(Buffer.from(pdf))
    const { held } = JSON.parse(String(files.get('personal-data.json'))) as {
      held: Record<string, unknown[]>
    }
    // A column that is added to applications belongs into the copy too.
    const copied = Object.keys(held['applications']?.[0] ?? {})
    expect(dataMap.get('applicants')?.personal.filter((name) => !copied.includes(name))).toEqual([
      // The file is in the copy itself.
      'cv_url',
      // Made of the names, for the order of a list.
      'sort_name',
      'sort_email',
    ])
    expect(held).toMatchObject({
      applications: [{ email: person.email, cover_letter: 'I bake, says woadword.' }],
      verifications: [{ consent_version: expect.any(String), consented_at: expect.any(String) }],
      requests: [{ kind: 'access' }],
    })
    // A download answers nothing: it may have broken off, or the copy lie unsent.
    expect((await register()).requests).toMatchObject([{ id: body.id, completed_at: null }])
    const sent = `/api/rights/requests/${body.id}/sent`
    for (const [by, status] of strangers) {
      expect((await by.call(sent, { method: 'POST' })).status).toBe(status)
    }
    expect((await owner.call(sent, { method: 'POST' })).status).toBe(204)
    expect((await owner.call(sent, { method: 'POST' })).status).toBe(409)
    expect((await owner.fetch(path)).status).toBe(200)
    expect((await register()).requests).toEqual([])
    expect((await register(staff, 'done')).requests).toMatchObject([
      { outcome: 'done', completed_by_name: 'Ana Silva' },
    ])
  })

  // shows: 7-147, privacy-29, privacy-30
  test('a correction is made, and an erasure leaves a row that names nobody', async () => {
    const person = await apply('oraceword')
    const wrong = await byPost(staff, person, 'rectification', {
      details: { firstName: '', lastName: 'Silva', phone: '' },
    })
    expect(wrong.status).toBe(400)
    await byPost(staff, person, 'rectification', {
      details: { firstName: 'Orache', lastName: 'Silva', phone: '0113 496 0000' },
    })
    expect((await profile(person)).body.applicant).toMatchObject({
      first_name: 'Orache',
      last_name: 'Silva',
      phone: '0113 496 0000',
    })
    await byPost(staff, person, 'objection', { words: 'oraceword has grounds' })
    const { body: erased } = await byPost(staff, person, 'erasure')
    expect(erased).toEqual({ id: null, receipt: expect.stringMatching(RECEIPT) })
    expect((await app.visitor().fetch(`/me/receipt/${erased.receipt}`)).status).toBe(200)
    const { requests } = await register(owner, 'done')
    expect(requests.find(({ kind }) => kind === 'erasure')?.receipt).toBe(erased.receipt)
    expect(Object.fromEntries(requests.map(({ kind, outcome }) => [kind, outcome]))).toEqual({
      erasure: 'done',
      objection: 'erased',
      rectification: 'done',
    })
    const { rows } = await app.deps.db.pool.query(
      'select to_jsonb(r)::text as row from rights_requests r where organization_id = $1',
      [owner.organization.id],
    )
    expect(JSON.stringify(rows)).not.toMatch(/oraceword|orache/i)
    const { body } = await owner.call<{ erasures: { reason: string }[] }>('/api/rights/erasures')
    expect(body.erasures).toMatchObject([{ reason: 'request' }])
    expect((await staff.call('/api/rights/erasures')).status).toBe(403)
  })

  // shows: 7-146, privacy-32
  test('an objection hides the application until an owner decides it with a reason', async () => {
    const person = await apply('mugwortword')
    await byPost(staff, person, 'objection', { words: 'Not fair.' })
    expect((await profile(person)).status).toBe(404)
    const [request] = (await register()).requests as [RightsRequest]
    expect(request).toMatchObject({ is_restricted: true, words: 'Not fair.', applicant: null })
    expect((await register(staff)).requests).toMatchObject([{ words: null }])
    const decide = (by: Member, body: object) =>
      by.call(`/api/rights/requests/${request.id}/decide`, {
        body,
      })
    expect((await decide(owner, { upheld: false, reason: ' ' })).status).toBe(400)
    expect((await decide(staff, { upheld: false, reason: 'Needed.' })).status).toBe(403)
    const stranger = await app.owner('Elsewhere')
    expect((await decide(stranger, { upheld: false, reason: 'Needed.' })).status).toBe(404)
    expect((await decide(owner, { upheld: false, reason: 'Needed.' })).status).toBe(204)
    expect((await decide(owner, { upheld: true, reason: 'Again.' })).status).toBe(409)
    expect((await profile(person)).status).toBe(200)
    expect((await register(owner, 'done')).requests).toMatchObject([
      { outcome: 'refused', reason: 'Needed.' },
    ])
  })

  // shows: 7-146, privacy-32
  test('what an owner has upheld an owner alone ends, and the person is told when staff end a restriction', async () => {
    const [upheld, own] = [await apply('ruewort'), await apply('teaselword')]
    await byPost(staff, upheld, 'objection')
    const [request] = (await register()).requests as [RightsRequest]
    await owner.call(`/api/rights/requests/${request.id}/decide`, {
      body: { upheld: true, reason: 'Right.' },
    })
    await byPost(staff, own, 'restriction')
    const refused = await byPost(staff, upheld, 'lift-restriction')
    expect([refused.status, refused.body.error?.message]).toEqual([
      403,
      'An owner agreed with an objection to the use of this data. Only an owner can end that.',
    ])
    expect((await profile(upheld)).status).toBe(404)
    expect((await byPost(staff, own, 'lift-restriction')).status).toBe(201)
    expect((await byPost(owner, upheld, 'lift-restriction')).status).toBe(201)
    for (const [person, words] of [
      [own, 'has ended the restriction of your application'],
      [upheld, 'had agreed with your objection'],
    ] as const) {
      const mail = await app.mailTo(person.email, /^Your application for/)
      expect(mail.text).toContain(words)
      const page = await app.visitor().fetch(/\/me\/[\w-]+/.exec(mail.text)?.[0] ?? '')
      expect(page.status).toBe(200)
      expect((await profile(person)).status).toBe(200)
    }
    // The person themselves ends it without a mail.
    await byPost(staff, own, 'objection')
    const again = (await register()).requests[0] as RightsRequest
    await owner.call(`/api/rights/requests/${again.id}/decide`, {
      body: { upheld: true, reason: 'Right.' },
    })
    await liftRestriction(app.deps, askedOnPage(owner.organization.id, own.id))
    expect((await profile(own)).status).toBe(200)
    const { rowCount } = await app.deps.db.pool.query(
      `select from mail_outbox where recipient = $1 and kind = 'restriction-lifted'`,
      [own.email],
    )
    expect(rowCount).toBe(1)
  })

  // shows: 7-146, privacy-32
  test('the person is told when an objection is refused, once nothing else hides the application', async () => {
    const [decided, refused, hidden] = [
      await apply('saffronword'),
      await apply('fennelword'),
      await apply('dillword'),
    ]
    const countMails = async ({ email }: Person) => {
      const { rows } = await app.deps.db.pool.query(
        `select from mail_outbox where recipient = $1 and kind = 'restriction-lifted'`,
        [email],
      )
      return rows.length
    }
    const answer = async (person: Person, act: string, body: object) => {
      const open = (await register()).requests.find(({ kind }) => kind === 'objection')
      const { status } = await owner.call(`/api/rights/requests/${open?.id}/${act}`, { body })
      return [status, await countMails(person), (await profile(person)).status]
    }
    // Also who wants no other mail.
    await byPost(staff, decided, 'no-contact')
    await byPost(staff, decided, 'objection')
    const no = { upheld: false, reason: 'Needed.' }
    expect(await answer(decided, 'decide', no)).toEqual([204, 1, 200])
    const mail = await app.mailTo(decided.email, /^Your application for/)
    expect(mail.text).toContain('has refused your objection')
    const page = await app.visitor().fetch(/\/me\/[\w-]+/.exec(mail.text)?.[0] ?? '')
    expect(await page.text()).toContain('Needed.')

    // Its restriction ends first: the objection still hides it.
    await byPost(staff, refused, 'objection')
    await byPost(staff, refused, 'restriction')
    expect((await byPost(staff, refused, 'lift-restriction')).status).toBe(201)
    expect([await countMails(refused), (await profile(refused)).status]).toEqual([0, 404])
    expect(await answer(refused, 'refuse', { reason: 'Needed.' })).toEqual([204, 1, 200])

    await byPost(staff, hidden, 'objection')
    await byPost(staff, hidden, 'restriction')
    expect(await answer(hidden, 'refuse', { reason: 'Needed.' })).toEqual([204, 0, 404])
  })

  // shows: privacy-35
  test('owners are reminded 14 and 3 days before, once each, and see what is overdue first', async () => {
    const [late, soon] = [await apply('cicelyword'), await apply('borageword')]
    await byPost(staff, soon, 'access')
    await byPost(staff, late, 'access', { received_on: addDays(today(), -13) })
    const mails = async () => {
      await app.mailTo(owner.email).catch(() => {})
      const { rows } = await app.deps.db.pool.query<{ subject: string }>(
        `select subject from local_mailbox where recipient = $1 and subject like '%personal data%' order by sent_at`,
        [owner.email],
      )
      return rows.length
    }
    const sent: number[] = []
    for (const days of [2, 2, 2, 9, 2, 14]) {
      app.clock.move(days * 86_400)
      await remindOwners(app.deps)
      await remindOwners(app.deps)
      sent.push(await mails())
    }
    // On days 2, 4, 6, 15, 17 and 31: both reminders of the first, then both of the second.
    expect(sent).toEqual([0, 1, 1, 2, 3, 4])
    app.clock.move(2 * 86_400)
    const { requests, overdue } = await register()
    expect(overdue).toBe(2)
    expect(requests.map(({ applicant }) => applicant?.id)).toEqual([late.id, soon.id])
    const { body } = await staff.call<Overview>('/api/overview')
    expect(body.attention.requests).toMatchObject({ open: 2, overdue: 2 })
  })

  // shows: privacy-35
  test('a copy is due before the application is deleted, and owners are reminded of it at once', async () => {
    const [asked, byLetter, kept] = [
      await apply('lovageword'),
      await apply('sorrelword'),
      await apply('rocketword'),
    ]
    // It is deleted in a week or so: months have different lengths.
    const created = new Date(app.clock.now())
    created.setUTCMonth(created.getUTCMonth() - 6)
    created.setUTCDate(created.getUTCDate() + 7)
    await app.deps.db.pool.query(
      'update applicants set created_at = $2, kept_at = case when id = $3 then now() end where organization_id = $1',
      [owner.organization.id, created, kept.id],
    )
    const dayBefore = addDays(deletionDay(created.toISOString()), -1)
    const usual = addDays(today(), 30)
    const dueOf = async () => {
      const { requests } = await register()
      return new Map(
        requests.map(({ kind, due_at, applicant }) => [
          `${applicant?.id} ${kind}`,
          due_at.slice(0, 10),
        ]),
      )
    }
    const woken: string[] = []
    const stop = app.deps.db.listenForTasks((kinds) => woken.push(...kinds))
    await askForCopy(app.deps, askedOnPage(owner.organization.id, asked.id))
    stop()
    expect(woken).toContain('remind-of-requests')
    await byPost(staff, byLetter, 'portability')
    await askForCopy(app.deps, askedOnPage(owner.organization.id, kept.id))
    expect(await dueOf()).toEqual(
      new Map([
        [`${asked.id} access`, dayBefore],
        [`${byLetter.id} portability`, dayBefore],
        [`${kept.id} access`, usual],
      ]),
    )
    expect(await remindOwners(app.deps)).toBe(1)
    const { text } = await app.mailTo(owner.email, /personal data/)
    expect(text).toContain(dayText(new Date(dayBefore), 'UTC'))
    // What is kept no longer is deleted on the earlier day again.
    await endExtendedRetention(app.deps, askedOnPage(owner.organization.id, kept.id))
    expect((await dueOf()).get(`${kept.id} access`)).toBe(dayBefore)
  })
})

// shows: 7-148, privacy-36
test('an application is kept longer only with a yes, which can be taken back', async () => {
  const [asked, silent, untouched] = [
    await apply('tarragonword'),
    await apply('chervilword'),
    await apply('sageword'),
  ]
  // Nineteen days before the end of six months.
  const created = new Date(app.clock.now())
  created.setUTCMonth(created.getUTCMonth() - 6)
  created.setUTCDate(created.getUTCDate() + 19)
  await app.deps.db.pool.query('update applicants set created_at = $2 where organization_id = $1', [
    owner.organization.id,
    created,
  ])
  await restrictApplication(app.deps, askedOnPage(owner.organization.id, untouched.id))
  expect(await askToKeep(app.deps)).toBe(0)
  expect(
    (await staff.call('/api/rights/keeping', { method: 'PUT', body: { asks_to_keep: true } }))
      .status,
  ).toBe(403)
  await owner.call('/api/rights/keeping', { method: 'PUT', body: { asks_to_keep: true } })
  await staff.call(`/api/applicants/${silent.id}/keeping`, { method: 'PUT', body: { ask: false } })
  expect(await askToKeep(app.deps)).toBe(1)
  await staff.call(`/api/applicants/${silent.id}/keeping`, { method: 'PUT', body: { ask: null } })
  expect(await askToKeep(app.deps)).toBe(1)
  expect(await askToKeep(app.deps)).toBe(0)
  const mail = await app.mailTo(asked.email, /May .* keep your application/)
  expect(mail.text).toMatch(/\/me\/[\w-]+/)
  await extendRetention(app.deps, askedOnPage(owner.organization.id, asked.id))
  await expect(
    extendRetention(app.deps, askedOnPage(owner.organization.id, untouched.id)),
  ).rejects.toMatchObject({ code: 'rights.notAsked' })

  const left = async () => {
    app.clock.move(86_400)
    await deleteExpired(app.deps)
    const { rows } = await app.deps.db.pool.query<{ id: string }>(
      'select id from applicants where organization_id = $1',
      [owner.organization.id],
    )
    return rows.map(({ id }) => id)
  }
  app.clock.move(24 * 86_400)
  expect(await left()).toEqual([asked.id])
  await endExtendedRetention(app.deps, askedOnPage(owner.organization.id, asked.id))
  expect(await left()).toEqual([])
})
