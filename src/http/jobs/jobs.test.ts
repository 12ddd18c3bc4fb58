// The staff's calls about job posts: success, refusals, and access.
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import type { JobPage, JobPost, JobPostRow, JobTitle } from '#domain/jobs/jobs.ts'
import { openApp, type Member, type Visitor } from '#test/app.ts'
import { insertJobPost } from '#test/rows.ts'

const app = await openApp()
const owner = await app.owner()
const staff = await app.staff(owner)

type Refusal = { error: { code: string; message: string; fields?: Record<string, string> } }

const create = (who: Visitor, body: object) => who.call<JobPost & Refusal>('/api/jobs', { body })
const edit = (who: Visitor, id: string, body: object) =>
  who.call<JobPost & Refusal>(`/api/jobs/${id}`, { method: 'PATCH', body })
const remove = (who: Visitor, id: string) =>
  who.call<Refusal>(`/api/jobs/${id}`, { method: 'DELETE' })
const list = async (who: Visitor) => (await who.call<{ jobs: JobPostRow[] }>('/api/jobs')).body.jobs

const written = { title: 'Baker', description: 'You bake.' }

describe('works', () => {
  // shows: 2-110
  test('the facts of a job, and what contradicts them', async () => {
    const facts = {
      salary_from: 12.5,
      salary_to: 14,
      salary_currency: 'gbp',
      salary_period: 'hour',
      town: ' Leeds ',
      country: 'GB',
      remote_countries: ['GB', 'GB'],
      further_places: [
        { street: null, town: ' York ', region: null, postcode: null, country: 'gb' },
        // Nowhere.
        { street: '', town: null, region: null, postcode: null, country: null },
      ],
      weekly_hours: 37.5,
      openings: 2,
      starts_on: '2026-01-31',
      closes_on: '2099-06-30',
      contact: 'Ruth, 0113 496 0000',
      is_unlisted: true,
    } as const
    const { status, body } = await create(owner, { ...written, ...facts })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...facts,
      salary_currency: 'GBP',
      town: 'Leeds',
      remote_countries: ['GB'],
      further_places: [{ street: null, town: 'York', region: null, postcode: null, country: 'GB' }],
      is_remote: false,
      street: null,
      // The last day ends where the shop is.
      closes_at: '2099-07-01T00:00:00.000Z',
    })

    const wrong = await edit(owner, body.id, { salary_from: 30, salary_to: 20 })
    const message = 'The highest salary is below the lowest one.'
    expect([wrong.status, wrong.body.error.fields]).toEqual([400, { salary_to: message }])
    const york = body.further_places[0]!
    const nowhere = await edit(owner, body.id, {
      further_places: [york, { ...york, country: 'Atlantis' }],
    })
    expect([nowhere.status, Object.keys(nowhere.body.error.fields ?? {})]).toEqual([
      400,
      ['further_places.1.country'],
    ])
    const many = await edit(owner, body.id, { further_places: Array(21).fill(york) })
    expect(many.body.error.fields).toEqual({
      further_places: 'A job can have up to 20 more places.',
    })
    const elsewhere = await edit(owner, body.id, { further_places: [] })
    expect(elsewhere.body.further_places).toEqual([])
    const bare = await create(owner, { ...written, salary_from: 30 })
    expect(bare.body.error.fields).toEqual({
      salary_currency: 'Choose the currency of the salary.',
      salary_period: 'Choose whether the salary is per hour, month or year.',
    })
    expect((await edit(owner, body.id, { closes_on: null })).body).toMatchObject({
      salary_from: 12.5,
      closes_at: null,
    })
  })

  // shows: 1-1, 3-6, 7-43, 7-45
  test('from the defaults to the list, newest first', async () => {
    const { status, body } = await create(owner, { title: ' Baker ', description: 'You bake.' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      title: 'Baker',
      requirements: '',
      benefits: '',
      location: null,
      salary_range: null,
      employment_type: 'full-time',
      experience_level: 'mid-level',
      is_active: true,
      organization_id: owner.organization.id,
      created_by: owner.userId,
    })
    const { body: second } = await create(owner, written)
    const jobs = await list(staff)
    expect(jobs.slice(0, 2).map(({ id }) => id)).toEqual([second.id, body.id])
    expect(jobs[0]).toMatchObject({ ...second, applicants_count: 0 })
  })

  test.each([
    ['employment_type', 'internship', 'intern'],
    ['employment_type', 'contract', 'contract'],
    ['experience_level', 'senior', 'senior-level'],
    ['experience_level', 'executive', 'executive'],
    ['title', '李 "<b>" 🍵', '李 "<b>" 🍵'],
    ['location', '', null],
  ])('with %s %j', async (field, given, kept) => {
    const { status, body } = await create(owner, { ...written, [field]: given })
    expect([status, body[field as keyof JobPost]]).toEqual([201, kept])
    expect((await edit(owner, body.id, { [field]: given })).status).toBe(200)
  })

  // shows: 7-44
  test('an edit by staff changes what it names and nothing else', async () => {
    const full = {
      ...written,
      requirements: 'Rise early',
      benefits: 'Bread',
      location: 'Leeds',
      salary_range: '£12 an hour',
      employment_type: 'part-time',
      experience_level: 'entry-level',
    }
    const { body: job } = await create(owner, full)
    const changes: Partial<JobPost>[] = [
      { title: 'Head Baker' },
      { is_active: false },
      { location: null },
      {},
    ]
    for (const change of changes) {
      const { status, body } = await edit(staff, job.id, change)
      expect(status).toBe(200)
      const saves = Object.keys(change).length > 0 ? 1 : 0
      Object.assign(job, change, { revision: job.revision + saves })
      expect(body).toEqual(job)
      expect((await staff.call(`/api/jobs/${job.id}`)).body).toEqual(job)
    }
    expect((await list(owner)).find(({ id }) => id === job.id)).toMatchObject(job)
  })

  // shows: 7-46
  test('deleting keeps the applicants, with the title they applied for', async () => {
    const job = await app.job(owner, { title: 'Short Lived' })
    const token = await app.grant('kept@example.com', job)
    await app.visitor().form('/api/applications', { token, firstName: 'K', lastName: 'T' })
    expect((await list(owner)).find(({ id }) => id === job.id)?.applicants_count).toBe(1)
    expect((await remove(staff, job.id)).status).toBe(204)
    const { body } = await owner.call<ApplicantPage>('/api/applicants?q=kept@example.com')
    expect(body.applicants).toMatchObject([
      { job_post_id: null, role_id: job.id, role_title: 'Short Lived' },
    ])
    const again = await remove(staff, job.id)
    expect([again.status, again.body.error.message]).toEqual([
      404,
      'This job post no longer exists.',
    ])
  })
})

describe('the list', () => {
  let shop: Member
  const read = async (query = '') => (await shop.call<JobPage>(`/api/jobs${query}`)).body
  const titles = ({ jobs }: JobPage) => jobs.map(({ title }) => title)

  beforeAll(async () => {
    shop = await app.owner('Large Shop')
    // Many at one moment, and many of one title: the key is told apart by the id.
    for (let number = 0; number < 215; number++) {
      await insertJobPost(app.deps.db.queries, shop.organization.id, {
        title: `Helper ${number % 7}`,
        location: number % 50 === 0 ? 'Łódź 100%' : null,
        created_at: new Date(Date.UTC(2026, 0, 1 + (number % 3))),
      })
    }
  })

  // shows: 2-81
  test.each(['-created', 'created', 'title', '-title'])(
    'by %s comes in pages that miss nothing and repeat nothing',
    async (sort) => {
      const seen: JobPostRow[] = []
      let cursor: string | null = ''
      let pages = 0
      while (cursor !== null) {
        const page: JobPage = await read(`?sort=${sort}&cursor=${cursor}`)
        expect(page.total).toBe(215)
        seen.push(...page.jobs)
        cursor = page.next_cursor
        pages += 1
      }
      expect([pages, seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([3, 215, 215])
      const key = ({ title, created_at }: JobPostRow) =>
        sort.endsWith('title') ? title : created_at
      const keys = seen.map(key)
      const sorted = keys.toSorted()
      expect(keys).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted)
    },
  )

  test('finds titles and places, signs included', async () => {
    const found = await read('?q=hElPeR%203')
    expect([found.total, new Set(titles(found))]).toEqual([31, new Set(['Helper 3'])])
    expect((await read(`?q=${encodeURIComponent('łódź 100%')}`)).total).toBe(5)
    expect((await read('?q=_')).total).toBe(0)
    expect((await read('?q=nothing%20of%20that%20name')).jobs).toEqual([])
  })

  test.each(['?sort=', '?cursor=nonsense', '?cursor=WzEsMl0', '?q=%20'])(
    'shows its first page for what means nothing: %s',
    async (query) => {
      expect((await read(query)).jobs).toEqual((await read()).jobs)
    },
  )

  test('a cursor of another order starts at the beginning', async () => {
    const { next_cursor } = await read('?sort=title')
    expect((await read(`?cursor=${next_cursor}`)).jobs).toEqual((await read()).jobs)
  })

  // shows: 7-41
  test('of names holds them all', async () => {
    const { body } = await shop.call<{ jobs: JobTitle[] }>('/api/jobs/titles')
    expect(body.jobs).toHaveLength(215)
    expect(Object.keys(body.jobs[0]!).toSorted()).toEqual(['id', 'is_active', 'title'])
  })
})

describe('two people edit one job', () => {
  const MEANWHILE = 'Somebody else saved this job post in the meantime.'

  // shows: 2-86
  test('the second is told, and nothing of the first is lost', async () => {
    const job = await app.job(owner)
    const { revision } = job
    const first = await edit(owner, job.id, { title: 'By the first', revision })
    expect([first.status, first.body.revision]).toEqual([200, revision + 1])
    const second = await edit(staff, job.id, { title: 'By the second', revision })
    expect([second.status, second.body.error.message]).toEqual([409, MEANWHILE])
    expect((await staff.call<JobPost>(`/api/jobs/${job.id}`)).body.title).toBe('By the first')
    const again = await edit(staff, job.id, { title: 'By the second', revision: revision + 1 })
    expect([again.status, again.body.title]).toEqual([200, 'By the second'])
  })

  // shows: 2-86
  test('of many saves at once on one revision exactly one succeeds', async () => {
    const job = await app.job(owner)
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        edit(staff, job.id, { title: `Save ${number}`, revision: job.revision }),
      ),
    )
    const statuses = saves.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array<number>(7).fill(409)])
  })

  test('a job that was deleted meanwhile is missing, not edited', async () => {
    const job = await app.job(owner)
    await remove(owner, job.id)
    const late = await edit(staff, job.id, { title: 'Too late', revision: job.revision })
    expect([late.status, late.body.error.message]).toEqual([404, 'This job post no longer exists.'])
    expect((await staff.call(`/api/jobs/${job.id}`)).status).toBe(404)
  })
})

describe('refuses', () => {
  // shows: 5-13, choice-5
  test.each([
    [{ title: '' }, 'Please enter a job title.'],
    [{ title: '   ' }, 'Please enter a job title.'],
    [{ title: undefined }, 'Please enter a job title.'],
    [{ title: 'x'.repeat(10_000) }, 'Title can have at most 120 characters.'],
    [{ description: ' ' }, 'Please enter a description.'],
    [{ description: 'x'.repeat(4001) }, 'Description can have at most 4,000 characters.'],
    [{ requirements: 'x'.repeat(4001) }, 'Requirements can have at most 4,000 characters.'],
    [{ salary_range: 'x'.repeat(121) }, 'Salary range can have at most 120 characters.'],
    [{ salary_from: -1 }, 'Enter a salary above 0 as a number, such as 12.50.'],
    [{ salary_currency: 'ABC' }, '‘ABC’ is not a currency. Use its three letters, such as GBP.'],
    [{ country: 'XX' }, '‘XX’ is not a country. Use its two letters, such as GB.'],
    [{ weekly_hours: 169 }, 'Enter the hours per week as a number from 1 to 168.'],
    [
      { openings: 1.5 },
      'Enter how many people you are looking for as a whole number from 1 to 9,999.',
    ],
    [{ starts_on: '31.12.2026' }, 'Enter a date, such as 2026-12-31.'],
    [{ closes_on: '2020-02-01' }, 'This closing date is in the past. Choose today or a later day.'],
  ])('a wrong text by its field: %#', async (values, message) => {
    const [field = ''] = Object.keys(values)
    const created = await create(owner, { ...written, ...values })
    expect(created.status).toBe(400)
    expect(created.body.error).toMatchObject({ message, fields: { [field]: message } })
    // An edit that does not name a field leaves it.
    if (Object.values(values).some((value) => value === undefined)) return
    const job = await app.job(owner)
    const edited = await edit(owner, job.id, values)
    expect([edited.status, edited.body.error.message]).toEqual([400, message])
  })

  test.each([
    { employment_type: 'gig' },
    { experience_level: 7 },
    { is_active: 'yes' },
    { title: ['a'] },
    { title: null },
  ])('what is no value of its field: %j', async (values) => {
    const { status, body } = await create(owner, { ...written, ...values })
    expect([status, Object.keys(body.error.fields ?? {})]).toEqual([400, Object.keys(values)])
  })
})

describe('keeps out', () => {
  // shows: 5-15, 6-3, 7-45
  test('visitors, people without an organization, and staff from creating', async () => {
    const pending = await app.staff(owner)
    await app.deps.db.pool.query('update profiles set is_approved = false where id = $1', [
      pending.userId,
    ])
    const none = 'You must be part of an organization to create job posts'
    const refusalOf = async (who: Visitor) => {
      const { status, body } = await create(who, written)
      return [status, body.error.message]
    }
    expect(await refusalOf(app.visitor())).toEqual([401, 'Please sign in to continue.'])
    expect(await refusalOf(await app.person())).toEqual([403, none])
    expect(await refusalOf(pending)).toEqual([403, none])
    expect(await refusalOf(staff)).toEqual([
      403,
      'Only an organization owner can create job posts.',
    ])
  })

  test('people who may not, from reading, editing and deleting', async () => {
    const job = await app.job(owner)
    const person = await app.person()
    for (const [who, status] of [
      [app.visitor(), 401],
      [person, 403],
    ] as const) {
      for (const path of ['', '/titles', `/${job.id}`]) {
        expect((await who.call(`/api/jobs${path}`)).status).toBe(status)
      }
      expect((await edit(who, job.id, { title: 'x' })).status).toBe(status)
      expect((await remove(who, job.id)).status).toBe(status)
    }
  })

  // shows: 7-41, 7-44
  test('another organization, as if the job did not exist', async () => {
    const job = await app.job(owner)
    const stranger = await app.owner('Other Shop')
    expect(await list(stranger)).toEqual([])
    const missing = '00000000-0000-4000-8000-000000000000'
    for (const call of [
      (id: string) => edit(stranger, id, { title: 'x' }),
      (id: string) => remove(stranger, id),
      (id: string) => stranger.call<Refusal>(`/api/jobs/${id}`),
    ]) {
      const foreign = await call(job.id)
      const absent = await call(missing)
      expect([foreign.status, foreign.body.error.code]).toEqual([404, absent.body.error.code])
      expect((await call('nonsense')).status).toBe(404)
    }
    const move = { organization_id: stranger.organization.id, created_by: stranger.userId }
    const { body } = await edit(owner, job.id, { ...move, title: 'Still Mine' })
    expect(body).toMatchObject({ organization_id: owner.organization.id, title: 'Still Mine' })
    const { body: made } = await create(stranger, { ...written, ...job })
    expect(made.organization_id).toBe(stranger.organization.id)
    expect(made.id).not.toBe(job.id)
  })
})
