import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { noFacts } from '#domain/jobs/job-facts.ts'
import type { JobPostRow } from '#domain/jobs/jobs.ts'
import { answer, connectedStore, owner, refuse, showDashboard } from '#test/screens/dashboard.tsx'

const job: JobPostRow = {
  id: '7b1e9a34-0c1d-4b58-8a1f-52f0c2d9e111',
  title: 'Packing Lead',
  description: 'Plan the day for a team of five.',
  requirements: '',
  benefits: '',
  location: null,
  employment_type: 'full-time',
  salary_range: null,
  ...noFacts,
  closes_at: null,
  experience_level: 'mid-level',
  is_active: true,
  organization_id: 'o1',
  created_by: 'u1',
  created_at: '2026-08-02T09:00:00Z',
  revision: 1,
  slug: 'packing-lead',
  language: null,
  applicants_count: 7,
}
const jobs = {
  'GET /api/jobs': answer({ jobs: [job], total: 1, next_cursor: null }),
  [`GET /api/jobs/${job.id}`]: answer(job),
}

const unmarked = { changed_at: job.created_at, is_machine_made: false, revision: 1 }

const write = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'

// shows: 5-13
it('creates only with a title and a description, and keeps what was typed when refused', async () => {
  const { requests } = showDashboard(
    '/admin/jobs?job=new',
    { ...jobs, 'POST /api/jobs': refuse('server.unavailable', 503) },
    owner,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Create Job Post' })
  const submit = () => within(dialog).getByRole('button', { name: 'Create Job Post' })
  expect(isOff(submit())).toBe(true)
  write('Job Title', 'Tea Taster')
  expect(isOff(submit())).toBe(true)
  write('Description', '   ')
  expect(isOff(submit())).toBe(true)
  write('Description', 'Taste up to forty samples a day.')
  expect(isOff(submit())).toBe(false)

  fireEvent.click(submit())
  expect(await screen.findByText('Failed to create job post.')).toBeTruthy()
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Job Title' })
  expect(title.value).toBe('Tea Taster')
})

// shows: 1-7, 4-16, 8-31
it('sends the defaults with a new post and closes', async () => {
  const { requests, router } = showDashboard(
    '/admin/jobs?job=new',
    {
      ...jobs,
      'POST /api/jobs': answer(
        { ...job, id: 'new-one-1', title: 'Tea Taster', slug: 'tea-taster' },
        201,
      ),
    },
    owner,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Create Job Post' })
  write('Job Title', ' Tea Taster ')
  write('Description', 'Taste.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create Job Post' }))
  expect(await screen.findByText('Job post created!')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    title: 'Tea Taster',
    description: 'Taste.',
    requirements: '',
    benefits: '',
    location: null,
    salary_range: null,
    employment_type: 'full-time',
    experience_level: 'mid-level',
    is_active: true,
    language: null,
    ...noFacts,
  })
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  // There is no store, and so no page of it to write.
  expect(requests.filter(({ path }) => path === '/functions/sync-careers-page')).toEqual([])

  // What follows: the ways to bring people to it.
  const panel = await screen.findByRole('region', { name: 'Share Tea Taster' })
  const link = within(panel).getByRole('link', { name: /tiny-tea-shop\/tea-taster/ })
  expect(link.getAttribute('href')).toBe(
    `${window.location.origin}/careers/tiny-tea-shop/tea-taster`,
  )
  fireEvent.click(within(panel).getByRole('button', { name: 'QR code' }))
  const share = await screen.findByRole('dialog', { name: 'Share job post' })
  expect(within(share).getByRole('img', { name: 'QR code of the public link' })).toBeTruthy()
  fireEvent.click(within(share).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(within(panel).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Share Tea Taster' })).toBeNull())
})

// shows: 2-77
it('sends only what an edit changes', async () => {
  const { requests } = showDashboard(
    `/admin/jobs?job=${job.id}`,
    { ...jobs, [`PATCH /api/jobs/${job.id}`]: answer({ ...job, location: 'Leeds' }) },
    owner,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Edit Job Post' })
  expect(within(dialog).getByText('Update the job post details below.')).toBeTruthy()
  write('Location', 'Leeds')
  fireEvent.click(
    within(dialog).getByRole('button', { name: 'Details for search engines and job boards' }),
  )
  // As by the keyboard: its first letter chooses.
  fireEvent.keyDown(within(dialog).getByRole('combobox', { name: 'Language of the text' }), {
    key: 'D',
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
      location: 'Leeds',
      language: 'de',
      revision: 1,
    }),
  )
})

// shows: 2-78
it('asks before deleting, and says how many applicants stay', async () => {
  showDashboard('/admin/jobs', jobs, owner)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Packing Lead' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(
    'Are you sure you want to delete "Packing Lead"? This action cannot be undone.',
  )
  expect(question.textContent).toContain('7 applicants stay in the list')
})

// shows: 2-87, 6-2
it('shows staff no way to create', async () => {
  const staff = owner.profile
    ? { ...owner, profile: { ...owner.profile, role: 'staff' as const } }
    : owner
  showDashboard('/admin/jobs?job=new', jobs, staff)
  await screen.findByText('Packing Lead')
  expect(screen.queryByRole('button', { name: 'Create Job Post' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

// shows: 2-75, 2-85
it('shows each job with its place, type, status, applicants and day', async () => {
  const closed = { ...job, id: 'another-1', title: 'Baker', location: 'Leeds', is_active: false }
  const rows = { jobs: [job, closed], total: 2, next_cursor: null }
  showDashboard('/admin/jobs', { 'GET /api/jobs': answer(rows) }, owner)
  await screen.findByText('Packing Lead')
  const table = screen.getByRole('table', { name: 'Job posts' })
  const heads = within(table).getAllByRole('columnheader')
  expect(heads.map((head) => head.textContent)).toEqual([
    'Job Title',
    'Location',
    'Type',
    'Status',
    'Applicants',
    'Created',
    'Actions',
  ])
  const [, first, second] = within(table).getAllByRole('row')
  const texts = (row: HTMLElement | undefined) =>
    within(row!)
      .getAllByRole('cell')
      .slice(1, 6)
      .map((cell) => cell.textContent)
  expect(texts(first)).toEqual([
    'Not specifiedshown as ‘Remote’',
    'Full-time',
    'Active',
    '7',
    '2 Aug 2026',
  ])
  expect(texts(second)).toEqual(['Leeds', 'Full-time', 'Inactive', '7', '2 Aug 2026'])
  const link = within(first!).getByRole('link', { name: '7 applicants of Packing Lead' })
  expect(link.getAttribute('href')).toBe(`/admin/applicants?tab=all&position=${job.id}`)
})

// shows: 2-80
it('says how to begin where there is no job yet', async () => {
  showDashboard('/admin/jobs', {}, owner)
  expect(
    await screen.findByText('No job posts found. Sync with Shopify to get started.'),
  ).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Create Job Post' })).toHaveLength(1)
})

// shows: 8-13, 8-16
it('says once that the list could not be read, and reads it again', async () => {
  let isAway = true
  showDashboard(
    '/admin/jobs',
    {
      'GET /api/jobs': (request) =>
        (isAway ? refuse('server.unavailable', 503) : jobs['GET /api/jobs'])(request),
    },
    owner,
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to fetch job posts.')
  isAway = false
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Packing Lead')).toBeTruthy()
})

// shows: 8-13
it.each([
  [
    'its database',
    refuse('server.unavailable', 503),
    'Error: Failed to fetch job posts from database',
  ],
  ['itself', refuse('server.unexpected', 500), 'Error: Failed to fetch job posts from database'],
  ['who may ask', refuse('server.rateLimited', 429), 'Failed to fetch job posts.'],
])('says in a toast that the server has trouble with %s', async (_, answered, text) => {
  showDashboard('/admin/jobs', { 'GET /api/jobs': answered }, owner)
  const toasts = await screen.findByRole('region', { name: /Notifications/ })
  expect(await within(toasts).findByText(text)).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch job posts.')
})

// shows: 2-76
it('reads the list again on Refresh', async () => {
  const { requests } = showDashboard('/admin/jobs', jobs, owner)
  await screen.findByText('Packing Lead')
  const reads = () => requests.filter(({ path }) => path.startsWith('/api/jobs?')).length
  const before = reads()
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(reads()).toBe(before + 1))
})

// shows: 2-81
it('keeps search and order in the address, and asks the server for them', async () => {
  const { requests, router } = showDashboard('/admin/jobs?jq=lead&jsort=title', jobs, owner)
  await screen.findByText('Packing Lead')
  const asked = () => requests.findLast(({ path }) => path.startsWith('/api/jobs?'))?.path
  expect(asked()).toBe('/api/jobs?q=lead&sort=title')
  const title = screen.getByRole('columnheader', { name: 'Job Title' })
  expect(title.getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(within(title).getByRole('button'))
  await waitFor(() => expect(asked()).toBe('/api/jobs?q=lead&sort=-title'))
  fireEvent.click(screen.getByRole('button', { name: 'Created' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ jq: 'lead' }))
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search jobs' }), {
    target: { value: '' },
  })
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

// shows: 2-81
it('brings the next page on request', async () => {
  const second = { ...job, id: 'another-1', title: 'Baker' }
  const pages = [
    { jobs: [job], total: 2, next_cursor: 'next' },
    { jobs: [second], total: 2, next_cursor: null },
  ]
  showDashboard(
    '/admin/jobs',
    { 'GET /api/jobs': ({ path }) => Response.json(pages[path.includes('cursor=next') ? 1 : 0]) },
    owner,
  )
  await screen.findByText('1 of 2')
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Baker')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

async function choose(action: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'More actions for Packing Lead' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: action }))
}

// shows: 2-82
it('closes a job from its row, and the toast opens it again', async () => {
  let saved = { ...job }
  const { requests } = showDashboard(
    '/admin/jobs',
    {
      'GET /api/jobs': () => Response.json({ jobs: [saved], total: 1, next_cursor: null }),
      [`PATCH /api/jobs/${job.id}`]: ({ body }) => {
        saved = { ...saved, ...(body as object) }
        return Response.json(saved)
      },
    },
    owner,
  )
  await choose('Deactivate')
  expect(await screen.findByText('Job post deactivated.')).toBeTruthy()
  expect(screen.getByText('Inactive')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Job post activated.')).toBeTruthy()
  const sent = requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  expect(sent).toEqual([{ is_active: false }, { is_active: true }])
})

// shows: 8-16
it('shows the old status again when a change is refused', async () => {
  showDashboard(
    '/admin/jobs',
    { ...jobs, [`PATCH /api/jobs/${job.id}`]: refuse('job.missing', 404) },
    owner,
  )
  await choose('Deactivate')
  expect(await screen.findByText('Failed to update job post.')).toBeTruthy()
  expect(await screen.findByText('Active')).toBeTruthy()
})

// shows: 2-82
it('duplicates by the address', async () => {
  const { router } = showDashboard('/admin/jobs', jobs, owner)
  await choose('Duplicate')
  await screen.findByRole('dialog', { name: 'Create Job Post' })
  expect(router.state.location.search).toEqual({ job: 'new', copy: job.id })
})

// shows: 2-82
it('shares the public link, and the same link as a code', async () => {
  const words = { language: 'de', title: 'x', description: 'x', requirements: '', benefits: '' }
  const texts = {
    [`GET /api/jobs/${job.id}/texts`]: answer({ texts: [{ ...words, ...unmarked }] }),
  }
  showDashboard('/admin/jobs', { ...jobs, ...texts }, owner)
  await choose('Share link and QR code')
  const dialog = await screen.findByRole('dialog', { name: 'Share job post' })
  const link = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Public link' })
  expect(link.value).toBe(`${window.location.origin}/careers/tiny-tea-shop/packing-lead`)
  expect(within(dialog).getByRole('img', { name: 'QR code of the public link' })).toBeTruthy()
  expect(await within(dialog).findByText('Language of the poster')).toBeTruthy()
  const download = within(dialog).getByRole('link', { name: 'Download QR code' })
  expect(download.getAttribute('href')).toContain('data:image/svg+xml')
})

// shows: interface-95
it('is written in a further language beside its original text, and keeps each that was typed', async () => {
  const at = `/api/jobs/${job.id}/texts`
  const german = { language: 'de', title: 'Packleitung', description: 'Sie leiten fünf Leute.' }
  const text = { ...german, requirements: '', benefits: '', ...unmarked }
  const { requests } = showDashboard(
    '/admin/jobs',
    {
      ...jobs,
      [`GET ${at}`]: answer({ texts: [text] }),
      [`PUT ${at}/de`]: refuse('server.unavailable', 503),
    },
    owner,
  )
  await choose('Other languages')
  const dialog = await screen.findByRole('dialog', { name: 'Job post in other languages' })
  const field = (name: string) => within(dialog).getByRole<HTMLInputElement>('textbox', { name })
  expect(field('Job Title').value).toBe('Packleitung')
  expect(field('Job Title').lang).toBe('de')
  expect(within(dialog).getByText(job.description)).toBeTruthy()
  const save = within(dialog).getByRole('button', { name: 'Save' })
  expect(isOff(save)).toBe(true)
  write('Job Title', 'Leitung Versand')
  fireEvent.click(save)
  expect(await screen.findByText('Failed to update job post.')).toBeTruthy()
  expect(requests.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    title: 'Leitung Versand',
    description: german.description,
    requirements: '',
    benefits: '',
    is_machine_made: false,
    revision: 1,
  })
  expect(field('Job Title').value).toBe('Leitung Versand')
})

it('offers no text in the language that the post has for itself', async () => {
  const german = { language: 'de', title: 'Packleitung', description: 'Sie leiten fünf Leute.' }
  showDashboard(
    '/admin/jobs',
    {
      'GET /api/jobs': answer({
        jobs: [{ ...job, language: 'de' }],
        total: 1,
        next_cursor: null,
      }),
      [`GET /api/jobs/${job.id}/texts`]: answer({
        texts: [{ ...german, requirements: '', benefits: '', ...unmarked }],
      }),
    },
    owner,
  )
  await choose('Other languages')
  const dialog = await screen.findByRole('dialog', { name: 'Job post in other languages' })
  const language = within(dialog).getByRole('combobox', { name: 'Language' })
  expect(language.textContent).toContain('English (UK)')
  expect(within(dialog).getByText(job.description).lang).toBe('de')
  // The only language with this letter is the post's own.
  fireEvent.keyDown(language, { key: 'd' })
  expect(language.textContent).toContain('English (UK)')
})

it('has the first text translated, and keeps the mark until a person says that they read it', async () => {
  const at = `/api/jobs/${job.id}/texts`
  const words = { title: 'Packleitung', description: 'Planen.', requirements: '', benefits: '' }
  const { requests } = showDashboard(
    '/admin/jobs',
    {
      ...jobs,
      'GET /api/jobs/description': answer({ writer: { kind: 'ai', model: 'small' } }),
      [`GET ${at}`]: answer({ texts: [] }),
      [`POST ${at}/de/translation`]: answer(words),
      [`PUT ${at}/de`]: refuse('job.textEditedMeanwhile', 409),
    },
    owner,
  )
  await choose('Other languages')
  const dialog = await screen.findByRole('dialog', { name: 'Job post in other languages' })
  const field = (name: string) => within(dialog).getByRole<HTMLInputElement>('textbox', { name })
  write('Job Title', 'Mine')
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Translate the first text' }))
  expect(await screen.findByText('By small. Read it through.')).toBeTruthy()
  expect(field('Job Title').value).toBe('Packleitung')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Undo' }))
  expect(field('Job Title').value).toBe('Mine')
  expect(within(dialog).queryByRole('checkbox')).toBeNull()

  fireEvent.click(within(dialog).getByRole('button', { name: 'Translate the first text' }))
  const read = await within(dialog).findByRole('checkbox', { name: /I have read this text/ })
  const save = async () => {
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(puts()).toHaveLength(before + 1))
    before = puts().length
    return puts().at(-1)?.body
  }
  const puts = () => requests.filter(({ method }) => method === 'PUT')
  let before = 0
  expect(await save()).toEqual({ ...words, is_machine_made: true, revision: 0 })
  await waitFor(() => expect(isOff(screen.getByRole('button', { name: 'Save' }))).toBe(false))
  fireEvent.click(read)
  expect(await save()).toEqual({ ...words, is_machine_made: false, revision: 0 })
})

it('shows what somebody else saved of a language meanwhile, and keeps what was typed', async () => {
  const at = `/api/jobs/${job.id}/texts`
  const text = (title: string, revision: number) => ({
    language: 'de',
    title,
    description: 'Planen.',
    requirements: '',
    benefits: '',
    ...unmarked,
    revision,
  })
  let saved = text('Packleitung', 1)
  const { requests } = showDashboard(
    '/admin/jobs',
    {
      ...jobs,
      [`GET ${at}`]: () => Response.json({ texts: [saved] }),
      [`PUT ${at}/de`]: (request) => {
        const isFirst = saved.revision === 1
        saved = isFirst ? text('Theirs', 2) : text('Mine', 3)
        return isFirst ? refuse('job.textEditedMeanwhile', 409)(request) : Response.json(saved)
      },
    },
    owner,
  )
  await choose('Other languages')
  const dialog = await screen.findByRole('dialog', { name: 'Job post in other languages' })
  write('Job Title', 'Mine')
  const save = within(dialog).getByRole('button', { name: 'Save' })
  fireEvent.click(save)
  expect(await within(dialog).findByText('Theirs')).toBeTruthy()
  expect(isOff(save)).toBe(true)
  const title = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Job Title' })
  expect(title.value).toBe('Mine')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
  fireEvent.click(save)
  expect(await screen.findByText('Text saved.')).toBeTruthy()
  expect(requests.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ revision: 2 })
})

it('begins with another language than that of the screen where the shop has not said its own', async () => {
  const texts = { [`GET /api/jobs/${job.id}/texts`]: answer({ texts: [] }) }
  showDashboard('/admin/jobs', { ...jobs, ...texts }, owner)
  await choose('Other languages')
  const dialog = await screen.findByRole('dialog', { name: 'Job post in other languages' })
  const title = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Job Title' })
  expect(title.lang).toBe('de')
})

// shows: 2-78, 8-16
it.each([
  [
    'deletes, and says so',
    () => new Response(null, { status: 204 }),
    'Job post deleted successfully.',
  ],
  ['says that deleting failed', refuse('server.unavailable', 503), 'Failed to delete job post.'],
])('%s', async (_, answered, shownText) => {
  showDashboard('/admin/jobs', { ...jobs, [`DELETE /api/jobs/${job.id}`]: answered }, owner)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Packing Lead' }))
  const question = await screen.findByRole('alertdialog')
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(shownText)).toBeTruthy()
})

// shows: 2-79
it('syncs with the store and says what came of it', async () => {
  const jobsSync = { created: 2, updated: 0, unchanged: 1, deactivated: 0 }
  const synced = { success: true, jobsSync, leftOut: [], pagesSync: null, pagesProblem: null }
  let arrive: (response: Response) => void = () => undefined
  const arrives = new Promise<Response>((resolve) => {
    arrive = resolve
  })
  showDashboard(
    '/admin/jobs',
    { ...jobs, 'POST /functions/sync-shopify-jobs': () => arrives },
    owner,
  )
  await screen.findByText('Packing Lead')
  fireEvent.click(screen.getByRole('button', { name: 'Sync with Shopify' }))
  expect(await screen.findByRole('button', { name: 'Syncing...' })).toBeTruthy()
  arrive(Response.json(synced))
  expect(await screen.findByText(/2 created, 0 updated, 1 unchanged, 0 deactivated/)).toBeTruthy()
})

it('tells that the jobs came over and the pages did not', async () => {
  const jobsSync = { created: 0, updated: 1, unchanged: 0, deactivated: 0 }
  const pagesProblem = 'store.unreachable'
  const synced = { success: true, jobsSync, leftOut: [], pagesSync: null, pagesProblem }
  showDashboard(
    '/admin/jobs',
    { ...jobs, 'POST /functions/sync-shopify-jobs': answer(synced) },
    owner,
  )
  await screen.findByText('Packing Lead')
  fireEvent.click(screen.getByRole('button', { name: 'Sync with Shopify' }))
  expect(
    await screen.findByText('Jobs synced but failed to update Shopify store page.'),
  ).toBeTruthy()
})

it('says that a sync failed, and that a new job did not reach the store page', async () => {
  showDashboard(
    '/admin/jobs?job=new',
    {
      ...jobs,
      'GET /api/store': answer(connectedStore),
      'POST /api/jobs': answer({ ...job, id: 'new-one-2' }, 201),
      'POST /functions/sync-careers-page': refuse('store.unreachable', 503),
      'POST /functions/sync-shopify-jobs': refuse('store.unreachable', 503),
    },
    owner,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Create Job Post' })
  write('Job Title', 'Tea Taster')
  write('Description', 'Taste.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create Job Post' }))
  expect(
    await screen.findByText('Job created but failed to update Shopify store page.'),
  ).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Sync with Shopify' }))
  expect(await screen.findByText('Failed to sync jobs from Shopify.')).toBeTruthy()
})
