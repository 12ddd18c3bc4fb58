// Notes on applicants, their place in the timeline, and the other parts of the profile.
import { expect, test } from 'vitest'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import { openApp, type Member } from '#test/app.ts'
import { insertApplication } from '#test/rows.ts'

type Answer = { id: string; error?: { code: string; message: string } }

const app = await openApp()
const owner = await app.owner()
const staff = await app.staff(owner)
const stranger = await app.owner('Other Shop')
const job = await app.job(owner)

let people = 0
const applicant = async (email = `person-${++people}@example.com`, post = job) => {
  const shop = { organization: owner.organization, job: post }
  return (await insertApplication(app.deps.db.queries, shop, email)).id
}
const write = (by: Member, id: string, body: unknown) =>
  by.call<Answer>(`/api/applicants/${id}/notes`, { body: { body } })
const edit = (by: Member, id: string, body: string) =>
  by.call<Answer>(`/api/notes/${id}`, { method: 'PATCH', body: { body } })
const take = (by: Member, id: string) => by.call<Answer>(`/api/notes/${id}`, { method: 'DELETE' })
const profile = async (id: string) =>
  (await owner.call<ApplicantProfile>(`/api/applicants/${id}`)).body

// shows: 7-57
test('are written, changed by their author, taken away, and told to open screens', async () => {
  const id = await applicant()
  const heard: string[] = []
  const stop = app.deps.events.listen((event) => heard.push(event.name))
  const first = await write(staff, id, '  Worked with bikes.\r\nAsk about Sundays. ')
  expect(first.status).toBe(201)
  await write(owner, id, 'Call on Monday')
  await edit(staff, first.body.id, 'Worked with bikes.')
  const { notes } = await profile(id)
  expect(notes.map(({ body, author_id }) => [body, author_id])).toEqual([
    ['Call on Monday', owner.userId],
    ['Worked with bikes.', staff.userId],
  ])
  expect(notes.map(({ edited_at }) => edited_at !== null)).toEqual([false, true])
  expect(notes[1]?.author_name).toBe('Ana Silva')
  expect((await take(owner, first.body.id)).status).toBe(200)
  stop()
  expect(heard).toEqual(Array.from({ length: 4 }, () => 'applicant.updated'))
  expect((await profile(id)).notes).toHaveLength(1)
  expect((await take(owner, first.body.id)).body.error?.message).toBe('This note no longer exists.')
})

test.each([
  ['', 'Write something first.'],
  [' \n ', 'Write something first.'],
  [undefined, 'Write something first.'],
  ['x'.repeat(4001), 'A note can have at most 4,000 characters.'],
])('%# are refused with a reason', async (body, message) => {
  const id = await applicant()
  const answer = await write(owner, id, body)
  expect([answer.status, answer.body.error?.message]).toEqual([400, message])
  expect((await profile(id)).notes).toEqual([])
})

test('are marked in the list, until the last one is taken away', async () => {
  const noted = await applicant()
  const plain = await applicant()
  const marked = async () => {
    const { body } = await owner.call<ApplicantPage>('/api/applicants?tab=all')
    const rows = new Map(body.applicants.map((row) => [row.id, row.has_notes]))
    return [rows.get(noted), rows.get(plain), (await profile(noted)).applicant.has_notes]
  }
  const { body } = await write(staff, noted, 'Call on Monday')
  expect(await marked()).toEqual([true, false, true])
  await take(staff, body.id)
  expect(await marked()).toEqual([false, false, false])
})

test('keep markup as the text it is', async () => {
  const id = await applicant()
  const text = '<img src=x onerror=alert(1)> & "quotes" שלום'
  await write(owner, id, text)
  expect((await profile(id)).notes[0]?.body).toBe(text)
})

// shows: 7-57
test('are changed by nobody but their author, and deleted by owners too', async () => {
  const id = await applicant()
  const theirs = (await write(owner, id, 'By the owner')).body.id
  const own = (await write(staff, id, 'By staff')).body.id
  for (const [answer, message] of [
    [await edit(staff, theirs, 'Mine now'), 'Only its author can change a note.'],
    [await edit(owner, own, 'Mine now'), 'Only its author can change a note.'],
    [await take(staff, theirs), 'Only its author or an owner can delete a note.'],
  ] as const) {
    expect([answer.status, answer.body.error?.message]).toEqual([403, message])
  }
  expect((await take(owner, own)).status).toBe(200)
})

test('are nobody else’s business: another organization hears of nothing', async () => {
  const id = await applicant()
  const note = (await write(owner, id, 'Secret')).body.id
  const missing = '00000000-0000-4000-8000-000000000000'
  for (const [theirs, nothing] of [
    [await write(stranger, id, 'Hello'), await write(stranger, missing, 'Hello')],
    [await edit(stranger, note, 'Hello'), await edit(stranger, missing, 'Hello')],
    [await take(stranger, note), await take(stranger, missing)],
  ] as const) {
    expect(theirs.status).toBe(404)
    expect(theirs.body.error?.message).toBe(nothing.body.error?.message)
  }
  const signedOut = await app
    .visitor()
    .call(`/api/applicants/${id}/notes`, { body: { body: 'Hello' } })
  expect(signedOut.status).toBe(401)
  expect((await profile(id)).notes.map(({ body }) => body)).toEqual(['Secret'])
})

// shows: 7-78
test('the timeline tells every change, who and when, newest first', async () => {
  const id = await applicant()
  const patch = (path: string, body: object) =>
    staff.call(`/api/applicants/${id}/${path}`, { method: 'PATCH', body })
  await patch('status', { status: 'reviewing' })
  await patch('contacted', { contacted: true })
  const note = (await write(staff, id, 'A note')).body.id
  await edit(staff, note, 'Another')
  await take(staff, note)
  await patch('contacted', { contacted: false })
  await patch('status', { status: 'rejected' })
  const { timeline } = await profile(id)
  expect(timeline.map(({ act }) => act)).toEqual([
    'status',
    'applicant.not_contacted',
    'note.deleted',
    'note.edited',
    'note.added',
    'applicant.contacted',
    'status',
  ])
  expect(timeline[0]).toMatchObject({ from: 'reviewing', to: 'rejected' })
  for (const entry of timeline) {
    expect(entry).toMatchObject({ by_id: staff.userId, by_name: 'Ana Silva' })
  }
  // What the trail keeps of a note is that there was one.
  const { rowCount } = await app.deps.db.pool.query(
    `select from audit_events where strpos(to_jsonb(audit_events)::text, 'Another') > 0`,
  )
  expect(rowCount).toBe(0)
})

// shows: 7-79
test('other applications are those of the same address in the same organization', async () => {
  const second = await app.job(owner, { title: 'Packing Lead' })
  const theirJob = await app.job(stranger)
  const email = 'twice@example.com'
  const id = await applicant(email)
  const other = await applicant('Twice@Example.com', second)
  await insertApplication(
    app.deps.db.queries,
    { organization: stranger.organization, job: theirJob },
    email,
  )
  expect((await profile(id)).others).toMatchObject([
    { id: other, role_title: 'Packing Lead', status: 'applied' },
  ])
  expect((await profile(other)).others.map((row) => row.id)).toEqual([id])
})

// shows: 7-80
test('without a connected store nothing is known of a customer, and nothing is claimed', async () => {
  const id = await applicant()
  const { status, body } = await staff.call(`/api/applicants/${id}/customer`)
  expect([status, body]).toEqual([200, { connected: false }])
  expect((await stranger.call(`/api/applicants/${id}/customer`)).status).toBe(404)
  expect((await profile(id)).timeline).toEqual([])
})
