// The overview's numbers, against the history they come from, and who is kept out.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  applicantStatuses,
  canMove,
  type ApplicantPage,
  type ApplicantProfile,
  type ApplicantStatus,
  type MovedApplicant,
} from '#domain/applicants.ts'
import type { JobPost } from '#domain/jobs.ts'
import { funnelSteps, OVERVIEW_WEEKS, type Funnel, type Overview } from '#domain/overview.ts'
import type { StoreView } from '#domain/store.ts'
import { createTestApp, type Member, type TestApp } from '#test/app.ts'
import { engines } from '#test/engines.ts'

describe.each(engines)('on %s', (engine) => {
  let app: TestApp
  let owner: Member
  let staff: Member
  let stranger: Member
  let job: JobPost
  let second: JobPost
  beforeAll(async () => {
    // Where no store can be connected, none can be lost.
    app = await createTestApp({
      engine,
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
    const counted = { applied: 0, reviewing: 0, interviewed: 0, hired: 0, rejected: 0 }
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
      applied: 6,
      reviewing: 0,
      interviewed: 0,
      hired: 0,
      rejected: 0,
    })
    expect((await funnel(`?position=${second.id}`)).applied).toBe(2)
    expect((await funnel('?position=&period=')).applied).toBe(6)
  })

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

  test('says that the store is lost, and which of its pages belong to closed jobs', async () => {
    const shop = await app.owner('Connected Shop')
    const [open, closed] = [await app.job(shop), await app.job(shop, { is_active: false })]
    const domain = `${engine}-connected.myshopify.com`
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
    await pool.query('update store_sessions set access_token_sealed = null where shop = $1', [
      domain,
    ])
    expect((await overview(shop)).attention.is_store_lost).toBe(true)
    expect((await overview(await app.staff(shop))).attention.is_store_lost).toBe(false)
    expect((await overview(stranger)).attention).toMatchObject({
      is_store_lost: false,
      inactive_linked: 0,
    })
  })

  test('keeps out: another organization counts its own people only', async () => {
    expect(await funnel(`?period=all&position=${job.id}`, stranger)).toEqual({
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
})
