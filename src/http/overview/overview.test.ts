// The overview's numbers, compared with the history they are computed from, and access.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  applicantStatuses,
  canMove,
  UNDO_SECONDS,
  type ApplicantPage,
  type ApplicantStatus,
  type MovedApplicant,
} from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import {
  funnelSteps,
  OVERVIEW_WEEKS,
  type Funnel,
  type Overview,
} from '#domain/overview/overview.ts'
import type { StoreView } from '#domain/store/store.ts'
import { describeOwnAction } from '#domain/overview/today.ts'
import { createTestApp, type Member, type TestApp } from '#test/app.ts'

let app: TestApp
let owner: Member
let staff: Member
let stranger: Member
let job: JobPost
let second: JobPost
beforeAll(async () => {
  // Where no store can be connected, none can be lost.
  app = await createTestApp({
    env: { SHOPIFY_API_KEY: 'key', SHOPIFY_API_SECRET: 'secret' },
  })
  owner = await app.owner()
  staff = await app.staff(owner)
  stranger = await app.owner('Other Shop')
  job = await app.job(owner)
  second = await app.job(owner, { title: 'Packing Lead' })
  for (let person = 0; person < 6; person++) {
    const to = person < 4 ? job : second
    const token = await app.grant(`person${person}@example.com`, to)
    await app
      .visitor()
      .form('/api/applications', { token, firstName: 'Person', lastName: String(person) })
  }
})
afterAll(() => app.close())

const funnel = async (query = '', person = staff) =>
  (await person.call<Funnel>(`/api/overview/funnel${query}`)).body
const overview = async (person = owner) => (await person.call<Overview>('/api/overview')).body
const everyone = async () =>
  (await staff.call<ApplicantPage>('/api/applicants?tab=all&sort=applied')).body.applicants
const move = (id: string, status: ApplicantStatus) =>
  staff.call<MovedApplicant>(`/api/applicants/${id}/status`, {
    method: 'PATCH',
    body: { status },
  })

/** The funnel from every applicant's own history: a change that was taken back was never made. */
async function fromHistories(): Promise<Funnel> {
  const counted = { seen: 0, applied: 0, reviewing: 0, interviewed: 0, hired: 0, rejected: 0 }
  for (const { id } of await everyone()) {
    const { body } = await staff.call<ApplicantProfile>(`/api/applicants/${id}`)
    // Newest first. What follows a change and leads back to where it came from within this test is its undo.
    const undone = undoneIn.get(id) ?? new Set()
    const made = body.history.filter((change) => !undone.has(change.id))
    const furthest = Math.max(
      ...made.map(({ to_status }) => funnelSteps.indexOf(to_status as 'hired')),
    )
    for (const step of funnelSteps.slice(0, furthest + 1)) counted[step] += 1
    if (body.applicant.status === 'rejected') counted.rejected += 1
  }
  return counted
}
const undoneIn = new Map<string, Set<string>>()

test('the funnel begins with everybody who applied', async () => {
  expect(await funnel()).toEqual({
    seen: 0,
    applied: 6,
    reviewing: 0,
    interviewed: 0,
    hired: 0,
    rejected: 0,
  })
  expect((await funnel(`?position=${second.id}`)).applied).toBe(2)
  expect((await funnel('?position=&period=')).applied).toBe(6)
})

// shows: 7-87
test('counts who reached each step as the histories tell it, after any moves and takings back', async () => {
  // A walk that is the same each time.
  let seed = 7
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  for (let step = 0; step < 60; step++) {
    const people = await everyone()
    const person = people[random(people.length)]!
    const ways = applicantStatuses.filter((status) => canMove(person.status, status))
    const moved = await move(person.id, ways[random(ways.length)]!)
    expect(moved.status).toBe(200)
    if (random(3) > 0) continue
    const { change_id } = moved.body
    expect((await staff.call('/api/applicants/undo', { body: { change_id } })).status).toBe(200)
    const { body } = await staff.call<ApplicantProfile>(`/api/applicants/${person.id}`)
    const gone = undoneIn.get(person.id) ?? new Set()
    undoneIn.set(person.id, gone.add(change_id).add(body.history[0]!.id))
  }
  const expected = await fromHistories()
  expect(expected.hired).toBeGreaterThan(0)
  expect(await funnel('?period=all')).toEqual(expected)
})

test('knows how long people waited for the first reply, and forgets a reply that was taken back', async () => {
  const shop = await app.owner('Waiting Shop')
  const own = await app.job(shop)
  const token = await app.grant('wait@example.com', own)
  await app.visitor().form('/api/applications', { token, firstName: 'Wait', lastName: 'Long' })
  const { body: page } = await shop.call<ApplicantPage>('/api/applicants')
  const id = page.applicants[0]!.id
  expect((await overview(shop)).median_seconds).toBeNull()
  const { body } = await shop.call<MovedApplicant>(`/api/applicants/${id}/status`, {
    method: 'PATCH',
    body: { status: 'reviewing' },
  })
  expect((await overview(shop)).median_seconds).toBeGreaterThanOrEqual(0)
  await shop.call('/api/applicants/undo', { body: { change_id: body.change_id } })
  expect((await overview(shop)).median_seconds).toBeNull()
  await shop.call(`/api/applicants/${id}/contacted`, {
    method: 'PATCH',
    body: { contacted: true },
  })
  const after = await overview(shop)
  expect(after.median_seconds).toBeGreaterThanOrEqual(0)
  expect(after.weeks).toHaveLength(OVERVIEW_WEEKS)
  expect(after.weeks.at(-1)).toMatchObject({ applications: 1 })
  expect(after.weeks.slice(0, -1).every(({ applications }) => applications === 0)).toBe(true)
})

// shows: 7-86
test('says what needs somebody, and to owners only what only they can do', async () => {
  const shop = await app.owner('Busy Shop')
  const own = await app.job(shop)
  const token = await app.grant('late@example.com', own)
  await app.visitor().form('/api/applications', { token, firstName: 'Late', lastName: 'Reply' })
  const clerk = await app.staff(shop)
  const asking = await app.person()
  await asking.call('/api/organizations/join', { body: { name: shop.organization.name } })
  await shop.call('/api/rpc/create_security_incident', { body: { p_severity: 'critical' } })
  expect((await overview(shop)).attention).toMatchObject({ waiting: 0, pending: 1 })
  app.clock.move(6 * 24 * 3600)
  const { attention } = await overview(shop)
  expect(attention).toMatchObject({ waiting: 1, pending: 1, retention: { soon: 0 } })
  expect(attention.incidents).toHaveLength(1)
  expect((await overview(clerk)).attention).toMatchObject({ waiting: 1, pending: 0 })
  app.clock.move(-6 * 24 * 3600)
})

// shows: 7-86
test('says that the store is lost, and which of its pages belong to closed jobs', async () => {
  const shop = await app.owner('Connected Shop')
  const [open, closed] = [await app.job(shop), await app.job(shop, { is_active: false })]
  const domain = 'connected.myshopify.com'
  const pool = app.deps.db.pool
  await pool.query(
    `insert into store_sessions (shop, organization_id, access_token_sealed) values ($1, $2, 'sealed')`,
    [domain, shop.organization.id],
  )
  for (const [id, { id: jobId }] of [open, closed].entries()) {
    await pool.query(
      `insert into store_pages (id, organization_id, shop, title, handle, kind, job_post_id)
       values ($1, $2, $3, 'Careers', 'careers-' || $1, 'job', $4)`,
      [`page-${id}`, shop.organization.id, domain, jobId],
    )
  }
  expect((await overview(shop)).attention).toMatchObject({
    is_store_lost: false,
    inactive_linked: 1,
  })
  const store = await shop.call<StoreView>('/api/store')
  expect(store.body.page_count).toBe(2)
  await pool.query('update store_sessions set access_token_sealed = null where shop = $1', [domain])
  expect((await overview(shop)).attention.is_store_lost).toBe(true)
  expect((await overview(await app.staff(shop))).attention.is_store_lost).toBe(false)
  expect((await overview(stranger)).attention).toMatchObject({
    is_store_lost: false,
    inactive_linked: 0,
  })
})

// shows: 7-88
test('says what came since each member was here, and who waits longest', async () => {
  const shop = await app.owner('Returning Shop')
  const clerk = await app.staff(shop)
  const own = await app.job(shop)
  const visit = () => shop.call('/api/overview/visit', { method: 'POST' })
  const fresh = async (person = shop) => (await overview(person)).today
  // Rows have the database's time: the visit before was two hours ago.
  app.clock.move(-7200)
  await visit()
  app.clock.move(7200)
  const token = await app.grant('fresh@example.com', own)
  await app.visitor().form('/api/applications', { token, firstName: 'Ada', lastName: 'New' })
  expect((await fresh()).fresh).toMatchObject({
    count: 1,
    people: [{ first_name: 'Ada', role_title: own.title }],
  })
  await visit()
  // As long as the visit goes on, new stays new.
  expect(await fresh()).toMatchObject({ is_first_visit: false, fresh: { count: 1 } })
  app.clock.move(2 * 3600)
  expect((await fresh()).fresh).toEqual({ count: 0, people: [] })
  // Somebody else was never here.
  expect(await fresh(clerk)).toMatchObject({ is_first_visit: true, fresh: { count: 1 } })
  expect((await fresh()).waiting).toEqual([])
  app.clock.move(24 * 3600)
  expect((await fresh()).waiting).toMatchObject([{ last_name: 'New' }])
  expect((await fresh(stranger)).waiting).toEqual([])
  app.clock.move(-26 * 3600)
})

// shows: 7-88
test('says what this person did last, and how it is taken back', async () => {
  const shop = await app.owner('Busy Hands')
  const clerk = await app.staff(shop)
  const own = await app.job(shop)
  for (const name of ['One', 'Two']) {
    const token = await app.grant(`${name.toLowerCase()}@hands.example`, own)
    await app.visitor().form('/api/applications', { token, firstName: 'Hand', lastName: name })
  }
  const { body: page } = await shop.call<ApplicantPage>('/api/applicants?sort=applied')
  const [one, two] = page.applicants.map(({ id }) => id) as [string, string]
  const acts = async (person = clerk) => (await overview(person)).today.acts
  expect(await acts()).toEqual([])
  await clerk.call(`/api/applicants/${one}/status`, {
    method: 'PATCH',
    body: { status: 'reviewing' },
  })
  const [moved] = await acts()
  expect(moved).toMatchObject({
    action: 'applicant.moved',
    subject: { kind: 'applicant', id: one, name: 'Hand One' },
    count: 1,
  })
  expect(describeOwnAction(moved!)).toEqual(['Moved ', 'Hand One', ' to Reviewing'])
  // The owner's own are others: no move, and a job post.
  expect((await acts(shop)).map(({ action }) => action)).not.toContain('applicant.moved')
  expect((await acts(shop)).map(({ subject }) => subject?.name)).toContain(own.title)
  const { until: _, ...change } = moved!.undo!
  expect((await clerk.call('/api/applicants/undo', { body: change })).status).toBe(200)
  expect((await acts()).map(({ action, undo }) => [action, undo])).toEqual([
    ['applicant.move_undone', null],
    ['applicant.moved', null],
  ])

  await clerk.call('/api/applicants/move', {
    body: { ids: [one, two], status: 'rejected', mail: true },
  })
  const both = await overview(clerk)
  expect(both.today.acts[0]).toMatchObject({ action: 'applicant.moved', count: 2 })
  expect(describeOwnAction(both.today.acts[0]!).join('')).toBe('Moved 2 applicants to Rejected')
  expect(both.today.mails.count).toBe(2)
  expect(both.today.mails.mails[0]).toMatchObject({ kind: 'rejected', state: 'waiting' })
  const { until, ...batch } = both.today.acts[0]!.undo!
  expect(Object.keys(batch)).toEqual(['batch_id'])
  app.clock.move(UNDO_SECONDS + 5)
  expect(Date.parse(until)).toBeLessThan(app.clock.now().getTime())
  expect((await acts())[0]?.undo).toBeNull()
  app.clock.move(-UNDO_SECONDS - 5)
  await clerk.call('/api/applicants/undo', { body: batch })
  expect((await overview(clerk)).today.mails.count).toBe(0)
  expect((await overview(stranger)).today.mails.count).toBe(0)

  await shop.call(`/api/applicants/${one}`, { method: 'DELETE' })
  expect((await acts()).find(({ count }) => count === 1)?.subject).toBeNull()
})

// shows: 7-88
test('has the dates: of a breach, and of deletions', async () => {
  const shop = await app.owner('Dated Shop')
  const own = await app.job(shop)
  await shop.call('/api/rpc/create_security_incident', {
    body: { p_incident_type: 'Data breach', p_severity: 'critical', p_title: 'Lost laptop' },
  })
  await app.deps.db.pool.query(
    `insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name, last_name,
       is_existing_customer, created_at)
     values ($1, 'old@example.com', $2, $2, 'Barista', 'Old', 'Letter', false, now() - interval '6 months' + interval '5 days')`,
    [shop.organization.id, own.id],
  )
  const { dates } = (await overview(shop)).today
  expect(dates).toMatchObject([
    { about: 'incident', title: 'Lost laptop' },
    { about: 'deletions', count: 1 },
  ])
  expect((await overview(stranger)).today.dates).toEqual([])
})

// shows: 7-89
test('the checklist of a new shop knows what is done, and goes at its end', async () => {
  const shop = await app.owner('New Shop')
  const states = async (person = shop) =>
    (await overview(person)).checklist?.lines.map(({ step, state }) => `${step} ${state}`)
  expect(await overview(shop)).toMatchObject({ is_empty: true })
  expect(await states()).toEqual([
    'job open',
    'widget open',
    'store open',
    'colleague open',
    'application open',
  ])
  const own = await app.job(shop)
  await shop.call('/api/overview/checklist/skip', { body: { step: 'store' } })
  const clerk = await app.staff(shop)
  // It asks for what only owners can do.
  expect((await overview(clerk)).checklist).toBeNull()
  for (const [path, method] of [
    ['/checklist/skip', 'POST'],
    ['/checklist', 'DELETE'],
  ] as const) {
    const refused = await clerk.call(`/api/overview${path}`, { method, body: { step: 'store' } })
    expect(refused.status).toBe(403)
  }
  const widget = (referer: string, destination: string) =>
    fetch(`${app.url}/embed?org=${shop.organization.slug}`, {
      headers: { referer, 'sec-fetch-dest': destination },
    })
  // Our own preview, and a link that somebody followed: no page of theirs shows it.
  await widget(`${app.url}/organizations`, 'iframe')
  await widget('https://mail.example/inbox', 'document')
  expect(await states()).toContain('widget open')
  const seen = await widget('https://www.tea.example/jobs?secret=1', 'iframe')
  expect(seen.headers.get('cache-control')).toBe('no-cache')
  await expect
    .poll(() => overview(shop).then(({ checklist }) => checklist))
    .toMatchObject({
      widget_seen_on: 'www.tea.example',
    })
  expect(await states()).toEqual([
    'job done',
    'widget done',
    'store skipped',
    'colleague done',
    'application open',
  ])
  // The first page that showed it is the one that is known.
  await widget('https://other.example/', 'iframe')
  const token = await app.grant('first@example.com', own)
  await app.visitor().form('/api/applications', { token, firstName: 'First', lastName: 'One' })
  expect(await overview(shop)).toMatchObject({ checklist: null, is_empty: false })

  const tired = await app.owner('Tired Shop')
  expect(await states(tired)).toContain('widget open')
  await tired.call('/api/overview/checklist', { method: 'DELETE' })
  expect((await overview(tired)).checklist).toBeNull()
})

// shows: 7-86
test('keeps out: another organization counts its own people only', async () => {
  expect(await funnel(`?period=all&position=${job.id}`, stranger)).toEqual({
    seen: 0,
    applied: 0,
    reviewing: 0,
    interviewed: 0,
    hired: 0,
    rejected: 0,
  })
  const theirs = await overview(stranger)
  expect(theirs.weeks.every(({ applications }) => applications === 0)).toBe(true)
  expect(theirs.attention).toMatchObject({ waiting: 0, pending: 0, incidents: [] })
  expect((await app.visitor().call('/api/overview')).status).toBe(401)
  expect((await app.visitor().call('/api/overview/funnel')).status).toBe(401)
})
