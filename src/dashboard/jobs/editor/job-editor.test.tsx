import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { DescriptionEvent, JobDescription, WriterName } from '#domain/jobs/job-descriptions.ts'
import { noFacts } from '#domain/jobs/job-facts.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { answer, owner, refuse, showDashboard, type Server } from '#test/screens/dashboard.tsx'
import { emptyFacts, sentFacts } from './facts-draft.ts'

const job: JobPost = {
  id: '7b1e9a34-0c1d-4b58-8a1f-52f0c2d9e111',
  title: 'Packing Lead',
  description: 'Plan the day for a team of five.',
  requirements: '',
  benefits: '',
  location: null,
  employment_type: 'full-time',
  salary_range: null,
  experience_level: 'mid-level',
  is_active: true,
  organization_id: 'o1',
  created_by: 'u1',
  created_at: '2026-08-02T09:00:00Z',
  revision: 1,
  slug: 'packing-lead',
  language: null,
  ...noFacts,
  closes_at: null,
}
const at = `/api/jobs/${job.id}`
const written: JobDescription = {
  fullDescription: 'You taste tea.',
  requiredQualifications: ['A fine tongue, and patience', 'Up to forty samples a day'],
  benefits: ['Tea, obviously'],
}
const writer = { kind: 'ai', model: 'small' } as const
const template = { kind: 'template' } as const

const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

/** An answer whose lines the test sends one by one. */
function growing() {
  let pen: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      pen = controller
    },
  })
  return {
    answer: () => new Response(body, { headers: { 'content-type': 'application/x-ndjson' } }),
    send: (event: DescriptionEvent) =>
      act(async () => {
        pen.enqueue(new TextEncoder().encode(`${JSON.stringify(event)}\n`))
        await Promise.resolve()
      }),
    end: () => pen.close(),
  }
}

async function openNew(stream: Server[string], by: WriterName = writer) {
  const shown = showDashboard(
    '/admin/jobs?job=new',
    { 'POST /api/jobs/description': stream, 'GET /api/jobs/description': answer({ writer: by }) },
    owner,
  )
  await screen.findByRole('dialog', { name: 'Create Job Post' })
  return shown
}

it('leads to the first error before the next key, and not again after it', async () => {
  await openNew(growing().answer)
  press('Create Job Post')
  expect(document.activeElement).toBe(field('Job Title'))
  write('Job Title', 'T')
  await new Promise((done) => requestAnimationFrame(done))
  expect(document.activeElement).toBe(field('Job Title'))
})

// shows: 5-14
it('asks for a title before anything is generated', async () => {
  const { requests } = await openNew(growing().answer)
  press('Generate description')
  expect(
    await screen.findByText('Please enter a job title before generating description'),
  ).toBeTruthy()
  expect(document.activeElement).toBe(field('Job Title'))
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
})

// shows: 2-83
it('names the built-in template, asks two questions when it has nothing to write from, and writes from the answer', async () => {
  const { requests } = await openNew(growing().answer, template)
  const posts = () => requests.filter(({ method }) => method === 'POST')
  const day = 'What will they do on a usual day?'
  await screen.findByText('From a template, which uses only what you enter.')
  write('Job Title', 'Tea Taster')
  press('Generate description')
  const why = /^Answer at least one of these two questions\./
  expect(await screen.findByText(why)).toBeTruthy()
  expect(document.activeElement).toBe(field(day))
  expect(posts()).toEqual([])
  write(day, 'Taste forty samples')
  expect(screen.queryByText(why)).toBeNull()
  const type = screen.getByRole('combobox', { name: 'Employment Type' })
  fireEvent.keyDown(type, { key: 'p' })
  press('Generate description')
  await waitFor(() =>
    expect(posts().map(({ body }) => body)).toEqual([
      {
        jobTitle: 'Tea Taster',
        location: '',
        employmentType: 'part-time',
        experienceLevel: null,
        keySkills: [],
        additionalContext: 'Taste forty samples',
      },
    ]),
  )
})

// shows: 2-83, 8-34
it('shows the text as it grows, puts it in when it is whole, and takes it out again', async () => {
  const stream = growing()
  const { requests } = await openNew(stream.answer)
  write('Job Title', 'Tea Taster')
  write('Description', 'My own words.')
  write('What must they know or be good at?', 'Patience, a fine tongue')
  press('Generate description')
  await stream.send({ type: 'start', writer })
  await stream.send({
    type: 'partial',
    description: { ...written, fullDescription: 'You ta', benefits: [] },
  })
  const growingText = await screen.findByRole('group', { name: 'Text so far' })
  await waitFor(() => expect(growingText.textContent).toContain('You ta'))
  // The person's own text is not touched by half an answer.
  expect(field('Description').value).toBe('My own words.')
  expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    jobTitle: 'Tea Taster',
    keySkills: ['Patience', 'a fine tongue'],
    // What the form began with was nobody's choice.
    employmentType: null,
    experienceLevel: null,
  })

  await stream.send({ type: 'done', description: written, writer })
  expect(await screen.findByText('Job description generated!')).toBeTruthy()
  expect(field('Description').value).toBe('You taste tea.')
  expect(field('Requirements').value).toBe(written.requiredQualifications.join('\n'))
  expect(field('Benefits').value).toBe('Tea, obviously')
  expect(screen.getByText('By small. Read it through.')).toBeTruthy()

  write('Benefits', 'Tea, and biscuits')
  press('Undo')
  expect([field('Description').value, field('Benefits').value]).toEqual(['My own words.', ''])
  press('Redo')
  expect(field('Description').value).toBe('You taste tea.')
  expect(field('Benefits').value).toBe('Tea, and biscuits')
})

// shows: 2-83
it('stops, changes nothing, and lets what was written be used', async () => {
  const stream = growing()
  await openNew(stream.answer)
  write('Job Title', 'Tea Taster')
  write('Description', 'My own words.')
  press('Generate description')
  await stream.send({ type: 'partial', description: written })
  await screen.findByRole('group', { name: 'Text so far' })
  await waitFor(() =>
    expect(screen.getByRole('group', { name: 'Text so far' }).textContent).toContain('You taste'),
  )
  press('Stop')
  expect(await screen.findByText('Stopped. Your text is unchanged.')).toBeTruthy()
  expect(field('Description').value).toBe('My own words.')
  await stream.send({ type: 'done', description: written, writer })
  expect(field('Description').value).toBe('My own words.')
  press('Use the unfinished text')
  expect(field('Description').value).toBe('You taste tea.')
  press('Undo')
  expect(field('Description').value).toBe('My own words.')
})

// shows: 2-83
it.each([
  ['a refusal', refuse('job.describeLimit', 429)],
  [
    'a failure half-way',
    () =>
      new Response(
        `${JSON.stringify({ type: 'partial', description: written })}\n${JSON.stringify({
          type: 'error',
          error: { code: 'writer.cut', message: 'It broke off.', request_id: 'r' },
        })}\n`,
      ),
  ],
  ['an end without an end', () => new Response('{"type":"start"}\n')],
  ['half a line', () => new Response('{"type":"par')],
])('keeps the own text after %s', async (_, stream) => {
  await openNew(stream)
  write('Job Title', 'Tea Taster')
  write('Description', 'My own words.')
  press('Generate description')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/^Failed to generate job description\. \S+/)
  expect(field('Description').value).toBe('My own words.')
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeTruthy()
})

// shows: 2-84
it('says which requirements applicants see only in the opened ad', async () => {
  await openNew(growing().answer)
  const hint = () => {
    const ids = field('Requirements').getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.querySelector(`[id="${id}"]`)?.textContent).join(' ')
  }
  expect(hint()).toContain('The widget shows the first 3, the full ad shows them all.')
  expect(hint()).not.toContain('Only in')
  write('Requirements', ['Till', ...Array(6).fill('Greet and advise customers')].join('\n'))
  expect(hint()).toContain(
    'Only in the full ad, because the widget leaves out lines of 10 characters or fewer: Till.',
  )
})

// shows: 2-85
it('asks where the job is, and says what applicants read while that is open', async () => {
  await openNew(growing().answer)
  const open = '‘Remote’.'
  const chosen = () =>
    screen
      .getAllByRole<HTMLInputElement>('radio')
      .filter(({ checked }) => checked)
      .map(({ value }) => value)
  const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
  expect(chosen()).toEqual([])
  expect(screen.getByText(`If you leave this empty, applicants see ${open}`)).toBeTruthy()
  expect(screen.getByText(`There is no place yet, so applicants see ${open}`)).toBeTruthy()

  choose('Several places')
  expect(screen.getByText(`If you leave this empty, applicants see ${open}`)).toBeTruthy()
  write('Location', 'Leeds, York')
  expect(chosen()).toEqual(['several'])
  expect(screen.queryByText(/applicants read/)).toBeNull()
  choose('Remote')
  expect([field('Location').value, chosen()]).toEqual(['Remote', ['remote']])
  write('Location', 'Remote, UK only')
  expect(chosen()).toEqual(['remote'])
  choose('At a place')
  expect([field('Location').value, chosen()]).toEqual(['Leeds, York', ['place']])
  write('Location', 'remote')
  expect(chosen()).toEqual(['remote'])
  write('Location', '')
  expect(screen.getByText(`If you leave this empty, applicants see ${open}`)).toBeTruthy()
})

it('helps to write the pay from two figures, and keeps the text as it is', async () => {
  const { requests } = showDashboard(
    '/admin/jobs?job=new',
    { 'POST /api/jobs': answer({ ...job, id: 'another-1' }, 201) },
    owner,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Create Job Post' })
  write('Job Title', 'Tea Taster')
  write('Description', 'Taste.')
  expect(screen.queryByRole('textbox', { name: 'Lowest' })).toBeNull()
  press('Enter a pay range')
  write('Lowest', '£12')
  write('Highest', '14')
  expect(field('Salary Range').value).toBe('£12 to £14 per hour')
  write('Salary Range', '£12 to £14 per hour, more on Sundays')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create Job Post' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      salary_range: '£12 to £14 per hour, more on Sundays',
      location: null,
    }),
  )
})

it('offers staff no generating', async () => {
  const staff = { ...owner, profile: owner.profile && { ...owner.profile, role: 'staff' as const } }
  showDashboard(`/admin/jobs?job=${job.id}`, { [`GET ${at}`]: answer(job) }, staff)
  await screen.findByRole('dialog', { name: 'Edit Job Post' })
  expect(screen.queryByRole('button', { name: 'Generate description' })).toBeNull()
})

// shows: 2-86
it('tells the second of two editors, and keeps both texts', async () => {
  let saved = job
  const { requests } = showDashboard(
    `/admin/jobs?job=${job.id}`,
    {
      [`GET ${at}`]: () => Response.json(saved),
      [`PATCH ${at}`]: (request) =>
        (request.body as { revision: number }).revision === saved.revision
          ? Response.json({ ...saved, revision: 9 })
          : refuse('job.editedMeanwhile', 409)(request),
    },
    owner,
  )
  await screen.findByRole('dialog', { name: 'Edit Job Post' })
  write('Description', 'My own words.')
  saved = { ...job, description: 'Their words.', location: 'York', revision: 2 }
  press('Save changes')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Somebody else saved this job post in the meantime.')
  expect(alert.textContent).toContain('Their changes are now in your form: Location.')
  expect(alert.textContent).toContain('Their words.')
  expect(field('Description').value).toBe('My own words.')
  expect(field('Location').value).toBe('York')

  press('Use theirs for Description')
  expect(field('Description').value).toBe('Their words.')
  write('Description', 'Words of us both.')
  press('Save changes')
  await waitFor(() =>
    expect(requests.findLast(({ method }) => method === 'PATCH')?.body).toEqual({
      description: 'Words of us both.',
      revision: 2,
    }),
  )
})

// shows: 2-86
it('keeps the text of a post that was deleted meanwhile, and saves it as a new one', async () => {
  let isThere = true
  const { requests } = showDashboard(
    `/admin/jobs?job=${job.id}`,
    {
      [`GET ${at}`]: (request) =>
        isThere ? Response.json(job) : refuse('job.missing', 404)(request),
      [`PATCH ${at}`]: refuse('job.missing', 404),
      'POST /api/jobs': answer({ ...job, id: 'another-1' }, 201),
    },
    owner,
  )
  await screen.findByRole('dialog', { name: 'Edit Job Post' })
  write('Description', 'My own words.')
  isThere = false
  press('Save changes')
  const alert = await screen.findByText(/Somebody deleted it/)
  expect(alert.textContent).toContain('Your text is still here')
  expect(field('Description').value).toBe('My own words.')
  press('Save as a new job post')
  expect(await screen.findByText('Job post created!')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
    title: 'Packing Lead',
    description: 'My own words.',
  })
})

it('says that a post of an old link is gone', async () => {
  const { router } = showDashboard(
    `/admin/jobs?job=${job.id}`,
    { [`GET ${at}`]: refuse('job.missing', 404) },
    owner,
  )
  expect(await screen.findByText('This job post no longer exists.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

// shows: 2-82
it('opens a copy that nobody sees yet', async () => {
  const { requests } = showDashboard(
    `/admin/jobs?job=new&copy=${job.id}`,
    {
      [`GET ${at}`]: answer({ ...job, title: 'x'.repeat(120) }),
      'POST /api/jobs': answer({ ...job, id: 'another-1' }, 201),
    },
    owner,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Create Job Post' })
  expect(field('Job Title').value).toBe(`${'x'.repeat(113)} (copy)`)
  expect(screen.getByRole('switch', { name: 'Active' }).getAttribute('aria-checked')).toBe('false')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create Job Post' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      description: job.description,
      is_active: false,
    }),
  )
})

it('asks before another page throws text away, and goes there when that is meant', async () => {
  const { router } = showDashboard('/admin/jobs?job=new', {}, owner)
  await screen.findByRole('dialog', { name: 'Create Job Post' })
  const go = () => act(() => void router.navigate({ to: '/admin/settings' }))
  write('Job Title', 'Tea Taster')
  go()
  const ask = () => screen.findByRole('alertdialog', { name: 'Discard your text?' })
  fireEvent.click(within(await ask()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(field('Job Title').value).toBe('Tea Taster')
  expect(router.state.location.pathname).toBe('/admin/jobs')

  go()
  fireEvent.click(within(await ask()).getByRole('button', { name: 'Discard' }))
  await screen.findByRole('heading', { level: 1, name: 'Shop' })
  expect(router.state.location.pathname).toBe('/admin/settings')
})

it('asks before Escape throws text away, and Cancel does not ask', async () => {
  await openNew(growing().answer)
  write('Job Title', 'Tea Taster')
  fireEvent.keyDown(field('Job Title'), { key: 'Escape' })
  const question = await screen.findByRole('alertdialog', { name: 'Discard your text?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(field('Job Title').value).toBe('Tea Taster')
  press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

// shows: 2-110
it('proposes facts from the words, takes them over by one press, and names what search engines miss', async () => {
  const { requests } = showDashboard(
    `/admin/jobs?job=${job.id}`,
    {
      [`GET ${at}`]: answer({ ...job, location: 'Leeds', salary_range: '£12.50 per hour' }),
      [`PATCH ${at}`]: refuse('application.invalid', 400, { closes_on: 'Too late' }),
    },
    owner,
  )
  await screen.findByRole('dialog', { name: 'Edit Job Post' })
  write('Description', 'You pack for 20 hours a week.')
  expect(screen.getByText('To appear in Google and other job searches, add: Country.')).toBeTruthy()
  expect(
    screen.getByText('Found in your text: £12.50 per hour, Leeds and 20 hours a week.'),
  ).toBeTruthy()
  press('Use as details')
  expect(screen.queryByText(/^Found in your text/)).toBeNull()
  expect(screen.queryByRole('textbox', { name: 'Town' })).toBeNull()
  press('Details for search engines and job boards')
  expect(field('Town').value).toBe('Leeds')
  fireEvent.change(screen.getByRole('combobox', { name: 'Country' }), {
    target: { value: 'united kingdom' },
  })
  write('Region', 'Yorkshire')
  expect(
    screen.getByText('To be found more easily, add: Postcode, Street and Closes on.'),
  ).toBeTruthy()
  // Words that agree with the details change none of them, and may still add one.
  write('Location', 'Call Lane, Leeds')
  expect(screen.queryByText(/^Found in your text/)).toBeNull()
  write('Location', 'Call Lane, Leeds LS1 7BW')
  expect(screen.getByText(/^Found in your text: .*LS1 7BW/)).toBeTruthy()
  write('Location', 'York')
  expect(
    screen.getByText(
      'Applicants see ‘Leeds’ instead of ‘York’, because that is what the details say.',
    ),
  ).toBeTruthy()
  write('Salary to', 'lots')
  press('Details for search engines and job boards')
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  // What is no figure is refused by the server, not dropped here; the folded part opens for it.
  await screen.findByText('Too late')
  const sent = requests.findLast(({ method }) => method === 'PATCH')?.body
  expect(sent).toMatchObject({
    salary_from: 12.5,
    salary_to: 'lots',
    salary_currency: 'GBP',
    salary_period: 'hour',
    town: 'Leeds',
    country: 'GB',
    weekly_hours: 20,
  })
  expect(sent).not.toHaveProperty('remote_countries')
})

it('takes countries apart as each language separates them', () => {
  const remote_countries = 'Germany, fr;日本、PL،IT； Nowhere'
  expect(sentFacts({ ...emptyFacts, remote_countries }).remote_countries).toEqual([
    'DE',
    'FR',
    '日本',
    'PL',
    'IT',
    'Nowhere',
  ])
})

const york = {
  key: 'gid://shopify/Location/302',
  name: 'Shambles shop',
  shop_name: null,
  street: '3 Shambles',
  town: 'York',
  region: null,
  postcode: 'YO1 7LZ',
  country: 'GB',
}

const leeds = {
  ...york,
  key: 'gid://shopify/Location/303',
  name: 'Leeds arcade',
  street: null,
  town: 'Leeds',
  postcode: null,
}

// shows: 2-118
it('takes the place from the locations of the store, whole, and more of them for several shops', async () => {
  const { requests } = showDashboard(
    '/admin/jobs?job=new',
    {
      'GET /api/store/locations': answer({
        locations: [york, leeds],
        is_permission_missing: false,
      }),
      'POST /api/jobs': answer(job, 201),
    },
    owner,
  )
  await screen.findByRole('dialog', { name: 'Create Job Post' })
  // By its first letter, as in any list of choices.
  const choose = (name: string, label = 'A place of your store') =>
    fireEvent.keyDown(screen.getByRole('combobox', { name: label }), {
      key: name.charAt(0).toLowerCase(),
    })
  await screen.findByRole('combobox', { name: 'A place of your store' })
  choose('Shambles shop')
  expect(field('Location').value).toBe('York')
  expect(screen.getByText('3 Shambles, York, YO1 7LZ, United Kingdom')).toBeTruthy()
  // And a second shop.
  choose('Leeds arcade', 'One more place of your store')
  expect(field('Location').value).toBe('York, Leeds')
  const further = screen.getByRole('list', { name: 'Further places' })
  expect(further.textContent).toBe('Leeds, United Kingdom')
  fireEvent.click(within(further).getByRole('button', { name: 'Remove Leeds, United Kingdom' }))
  expect([field('Location').value, screen.queryByRole('list', { name: 'Further places' })]).toEqual(
    ['York', null],
  )
  choose('Leeds arcade', 'One more place of your store')
  write('Job Title', 'Tea Taster')
  write('Description', 'Taste tea.')
  fireEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Job Post' }),
  )
  await waitFor(() =>
    expect(
      requests.find(({ method, path }) => method === 'POST' && path === '/api/jobs')?.body,
    ).toMatchObject({
      location: 'York, Leeds',
      street: '3 Shambles',
      town: 'York',
      region: null,
      postcode: 'YO1 7LZ',
      country: 'GB',
      further_places: [
        { street: null, town: 'Leeds', region: null, postcode: null, country: 'GB' },
      ],
    }),
  )
})

// shows: 2-118
it('asks for the permission to read the locations when they are wanted, and only an owner', async () => {
  const missing = { locations: [], is_permission_missing: true }
  const server: Server = {
    'GET /api/store/locations': ({ path }) =>
      Response.json(path.includes('checked') ? { ...missing, locations: [york] } : missing),
    'POST /api/store/permission': answer({ go: 'https://tea.example/admin/oauth/install' }),
  }
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { requests } = showDashboard('/admin/jobs?job=new', server, owner)
  await screen.findByRole('dialog', { name: 'Create Job Post' })
  fireEvent.click(await screen.findByRole('button', { name: 'Choose from your store’s places' }))
  fireEvent.click(await screen.findByRole('button', { name: 'I have given the permission' }))
  expect(await screen.findByRole('combobox', { name: 'A place of your store' })).toBeTruthy()
  expect(opened).toHaveBeenCalledWith(
    'https://tea.example/admin/oauth/install',
    '_blank',
    'noopener',
  )
  expect(requests.find(({ path }) => path === '/api/store/permission')?.body).toEqual({
    scope: 'read_locations',
  })
  cleanup()
  const staff = owner.profile
    ? { ...owner, profile: { ...owner.profile, role: 'staff' as const } }
    : owner
  showDashboard(`/admin/jobs?job=${job.id}`, { ...server, [`GET ${at}`]: answer(job) }, staff)
  await screen.findByRole('dialog', { name: 'Edit Job Post' })
  expect(screen.queryByRole('button', { name: 'Choose from your store’s places' })).toBeNull()
})
