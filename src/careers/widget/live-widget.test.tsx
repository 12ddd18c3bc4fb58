// The widget in the browser: hydrates the server's markup, navigates in place, and loses nothing.
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Choice } from '#domain/careers/job-choices.ts'
import { linesOf, responsibilitiesOf } from '#domain/jobs/requirements.ts'
import type { WidgetView } from '#domain/careers/widget.ts'
import { nameOf } from '../jobs/job-markup.ts'
import { LiveWidget } from './live-widget.tsx'
import { createRenderer } from '../render.tsx'
import { sampleJobs } from '#test/screens/careers-jobs.ts'
import * as sample from '#test/screens/careers-views.ts'
import { useRealClock } from '#test/screens/real-clock.ts'
import { unpackPage } from './view-transfer.ts'

const { render } = createRenderer({ client: () => '/client.js' })
const title = sample.sampleJob.title
const fetched = vi.fn<typeof fetch>()
let root: Root | null = null

/** As in the browser: the server's document first, then React over it. */
async function open(view: WidgetView, url: string): Promise<HTMLElement> {
  history.replaceState(null, '', url)
  const page = new DOMParser().parseFromString(render({ page: 'embed', view }), 'text/html')
  document.body.innerHTML = page.body.innerHTML
  const container = document.getElementById('r') as HTMLElement
  const live = unpackPage(document.getElementById('d')?.textContent ?? null, container)
  if (live.page !== 'embed') throw new Error('not the widget')
  await act(async () => {
    root = hydrateRoot(container, <LiveWidget initial={live.view} />)
  })
  return container
}

const answer = (view: WidgetView, url: string, status = 200) =>
  fetched.mockResolvedValueOnce(Response.json({ view, url }, { status }))

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  // jsdom knows the element, not its methods.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})

afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.innerHTML = ''
  fetched.mockReset()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** As an owner may write it: with everything, with nothing, and so that card and ad show other lines. */
const written = {
  ...sampleJobs[0]!,
  closes: 'Closes 31 December 2026',
  pay: '£12 · £13 & <tips>',
  benefits: ['Tea', '<b>'],
}
const oddJobs = ['Till\nTea', '', 'Greet the customers - keep order\nTill', 'Greet the guests'].map(
  (requirements, place) => ({
    ...written,
    id: `job-${place}`,
    href: `/careers/tiny/job-${place}`,
    location: 'Leeds · York',
    requirements: linesOf(requirements),
    responsibilities: responsibilitiesOf(requirements),
    byMachine: { originalHref: place === 0 ? null : '/careers/tiny/tea?lang=de&src=shop' },
  }),
)

test('reads the jobs back from the markup, word for word', async () => {
  const query = { color: '1F6B52', shop: 'tiny', powered: 'false' }
  const view = sample.listView(query, [...sampleJobs, ...oddJobs])
  const container = await open(view, '/embed')
  const live = unpackPage(null, container)
  // A job is named as its button names it: in the list of one shop by the word of its page.
  const jobs = view.jobs.map((job) => ({ ...job, id: nameOf(job, true) }))
  // 'full-time' is not said beside 'Full-time': an address may have either.
  const read = (choices: Choice[] = []) =>
    choices.map(({ value, label }) =>
      label.toLowerCase() === value ? { value: label, label } : { value, label },
    )
  const { places, types, pays } = view.choices ?? {}
  const choices = { places: read(places), types: read(types), pays: read(pays) }
  expect(live.view).toEqual({ ...view, jobs, choices })
})

test.each([
  ['list', sample.listView()],
  ['small list', sample.listView({ style: 'widget' })],
  ['button alone', sample.listView({ style: 'button' })],
  ['consent', sample.consentView()],
  ['email', sample.emailView()],
  ['sent', sample.sentView()],
  ['apply', sample.applyView({ cv: { id: 'cv-1', name: 'cv.pdf', size: 1200 } })],
  ['done', sample.doneView()],
] as const)('takes over %s without a difference', async (_, view) => {
  const complaints = vi.spyOn(console, 'error')
  await open(view, '/embed')
  expect(complaints).not.toHaveBeenCalled()
})

// shows: 2-61
test('from the list to the address and back without a request', async () => {
  await open(sample.listView(), '/embed')
  await press(`Apply Now: ${title}`)
  screen.getByRole('dialog', { name: 'Data Processing Consent' })
  expect(location.search).toContain('step=consent')
  await press('Cancel')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement?.getAttribute('aria-label')).toBe(`Apply Now: ${title}`)

  await press(`Apply Now: ${title}`)
  expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await press('Continue')
  screen.getByText('Please tick the box to continue.')
  await act(async () => fireEvent.click(screen.getByRole('checkbox')))
  await press('Continue')
  expect(document.activeElement?.textContent).toBe('Email Verification Required')
  expect(fetched).not.toHaveBeenCalled()
})

test('a search is answered in place, says what it found, and stays with the application', async () => {
  await open(sample.listView(), '/embed')
  fireEvent.change(screen.getByRole('combobox', { name: 'Location' }), {
    target: { value: 'York' },
  })
  const query = { place: 'York' }
  const found = sample.listView(query, sampleJobs.slice(-1))
  answer({ ...found, choices: sample.listView().choices }, '/embed?place=York')
  await press('Search')
  expect(fetched.mock.lastCall?.[0]).toBe('/embed?q=&place=York&type=')
  await screen.findByText('1 job found', { selector: '.found p' })
  expect(screen.getByRole('status').textContent).toBe('1 job found')
  expect(location.search).toBe('?place=York')
  expect(screen.getByRole('combobox', { name: 'Location' })).toHaveProperty('value', 'York')
  expect(screen.getAllByRole('article')).toHaveLength(1)
  await press('Apply Now: Christmas Gift Wrapping Helper')
  expect(location.search).toContain('place=York&step=consent')
  await press('Cancel')
  expect(fetched).toHaveBeenCalledOnce()
  answer(sample.listView(), '/embed')
  await press('Show all jobs')
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(sampleJobs.length))
  expect(screen.getByRole('combobox', { name: 'Location' })).toHaveProperty('value', '')
})

test('a refused address keeps what was typed and takes the focus to the problem', async () => {
  await open(sample.emailView(), '/embed?step=email')
  answer(sample.emailView({ email: 'maya@', error: 'Wrong.' }), '/embed?step=email', 400)
  fireEvent.input(screen.getByRole('textbox', { name: 'Email' }), { target: { value: 'maya@' } })
  await press('Send Verification Email')
  await screen.findByRole('alert')
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  expect(document.title).toBe('Error: Storehand - Join Our Team')
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveProperty('value', 'maya@')
})

// shows: 2-64
test('a double click sends once', async () => {
  await open(sample.emailView({ email: sample.sampleEmail }), '/embed?step=email')
  fetched.mockReturnValueOnce(new Promise(() => {}))
  await press('Send Verification Email')
  await press('Sending...')
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Sending...' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
})

test('the sixth digit submits, and the token stays out of the address bar', async () => {
  await open(sample.sentView(), '/embed?step=sent')
  answer(sample.applyView(), '/embed?step=apply&token=grant-1')
  const code = screen.getByRole('textbox', { name: 'Verification code' })
  await act(async () => fireEvent.input(code, { target: { value: '482 913' } }))
  await screen.findByRole('heading', { name: `Apply for ${title}` })
  expect(location.search).toBe('?step=apply')
  expect(history.state).toEqual({ token: 'grant-1' })
})

// shows: 4-29
test('a code that was just refused is not sent a second time', async () => {
  await open(sample.sentView(), '/embed?step=sent')
  const error = 'That code does not match. Check the newest email.'
  answer(sample.sentView({ error }), '/embed?step=sent', 400)
  const type = (value: string) =>
    act(async () =>
      fireEvent.input(screen.getByLabelText('Verification code'), { target: { value } }),
    )
  await type('482913')
  await screen.findByRole('textbox', { name: 'Verification code', description: /does not match/ })
  await press('Verify code')
  await type('48291')
  await type('482 913')
  expect(fetched).toHaveBeenCalledTimes(1)
  screen.getByRole('textbox', { name: 'Verification code', description: /does not match/ })
  answer(sample.applyView(), '/embed?step=apply&token=grant-1')
  await type('482914')
  await screen.findByRole('heading', { name: `Apply for ${title}` })
})

// shows: 4-29
test('a reload of the page around it keeps the consent, and by what the address is known', async () => {
  const load = async () => {
    await act(async () => root?.unmount())
    await open(sample.listView(), '/embed')
  }
  const applyNow = async () => press(`Apply Now: ${title}`)
  await load()
  await applyNow()
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { hidden: true })))
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: 'Continue', hidden: true })),
  )
  answer(sample.sentView(), '/embed?step=sent&v=verification-1')
  await act(async () =>
    fireEvent.input(screen.getByLabelText('Email'), { target: { value: sample.sampleEmail } }),
  )
  await press('Send Verification Email')
  await screen.findByRole('heading', { name: 'Verification Email Sent!' })
  expect(sessionStorage['storehand-consent']).not.toContain(sample.sampleEmail)

  await load()
  answer(sample.emailView({ email: sample.sampleEmail }), '/embed?step=email')
  await applyNow()
  expect(fetched.mock.lastCall?.[0]).toMatch(/step=email&.*consent=yes&v=verification-1$/)
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', sample.sampleEmail)
  // Another job has a consent of its own.
  await load()
  await press(`Apply Now: ${sampleJobs[1]?.title}`)
  screen.getByRole('dialog', { hidden: true })
  expect(fetched).toHaveBeenCalledTimes(2)
})

describe('while another mail has to wait', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(useRealClock)
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

  test('the seconds go by, and another answer begins anew', async () => {
    await open(sample.sentView({ nextMailSeconds: 40 }), '/embed?step=sent')
    screen.getByText('You can ask for another email in 40 seconds.')
    await pass(25_000)
    screen.getByText('You can ask for another email in 15 seconds.')
    await pass(15_000)
    screen.getByText('You can ask for another email now.')
    // Nobody is told each second by a voice.
    expect(screen.getByRole('status').textContent).not.toContain('email')
    const error = 'Too many wrong codes.'
    answer(sample.sentView({ error, isSpent: true, nextMailSeconds: 0 }), '/embed?step=sent', 429)
    await press('Verify code')
    await pass(0)
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    answer(sample.sentView({ nextMailSeconds: 60 }), '/embed?step=sent')
    await press('Send New Email')
    await pass(0)
    screen.getByText('You can ask for another email in 60 seconds.')
    screen.getByRole('textbox', { name: 'Verification code' })
    expect(fetched.mock.calls[1]?.[0]).toContain('step=email')
  })
})

test('an error goes with its line at the top as soon as its field is mended', async () => {
  const text = 'First name and last name are required'
  const errors = { firstName: text, lastName: text, linkedinUrl: 'Wrong address.' }
  await open(sample.applyView({ errors }), '/embed?step=apply')
  const field = (name: string) => screen.getByRole('textbox', { name })
  const links = () =>
    screen
      .queryAllByRole<HTMLAnchorElement>('link', { name: /required|Wrong/ })
      .map(({ hash }) => hash)
  const typeInto = (name: string, value: string) =>
    act(async () => fireEvent.input(field(name), { target: { value } }))
  expect(links()).toEqual(['#firstName', '#linkedinUrl'])
  await typeInto('First Name', ' ')
  await typeInto('LinkedIn URL', 'linkedin')
  expect(links()).toEqual(['#firstName', '#linkedinUrl'])
  await typeInto('First Name', 'Hannah')
  expect(field('First Name').getAttribute('aria-invalid')).toBeNull()
  // The sentence stays for the field that it is still about.
  expect(links()).toEqual(['#lastName', '#linkedinUrl'])
  await typeInto('LinkedIn URL', 'https://linkedin.com/in/hannah')
  await typeInto('Last Name', 'Abel')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(text)).toBeNull()
  // The next answer judges again.
  answer(sample.applyView({ errors: { lastName: text } }), '/embed?step=apply', 400)
  await press('Submit Application')
  await screen.findByRole('alert')
  expect(links()).toEqual(['#lastName'])
})

// shows: 4-15
test('an application is idle, on its way, then submitted', async () => {
  await open(sample.applyView(), '/embed?step=apply')
  let arrive: (response: Response) => void = () => undefined
  fetched.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)))
  await press('Submit Application')
  const busy = screen.getByRole('button', { name: 'Submitting...' })
  expect(busy.getAttribute('aria-disabled')).toBe('true')
  // The form stays readable meanwhile.
  expect(screen.getByRole('textbox', { name: 'First Name' })).toBeTruthy()
  await press('Submitting...')
  expect(fetched).toHaveBeenCalledTimes(1)
  await act(async () =>
    arrive(Response.json({ view: sample.doneView(), url: '/embed?step=done&roleId=1' })),
  )
  await screen.findByRole('heading', { name: 'Application Submitted!' })
  expect(location.search).toContain('step=done')
})

// shows: 2-70
test('coming back to the form brings the token that its history entry kept', async () => {
  await open(sample.listView(), '/embed')
  history.pushState({ token: 'grant-1' }, '', `/embed?step=apply&roleId=${sample.sampleJob.id}`)
  answer(sample.applyView(), `/embed?step=apply&roleId=${sample.sampleJob.id}&token=grant-1`)
  await act(async () => dispatchEvent(new PopStateEvent('popstate')))
  await screen.findByRole('heading', { name: `Apply for ${title}` })
  expect(fetched.mock.calls[0]?.[0]).toContain('token=grant-1')
  expect(location.search).not.toContain('token')
  expect(history.state).toEqual({ token: 'grant-1' })
})

test('a failing server says so in place', async () => {
  await open(sample.applyView(), '/embed?step=apply')
  fetched.mockResolvedValueOnce(Response.json({ error: { message: 'Not now.' } }, { status: 503 }))
  await press('Submit Application')
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
})

describe('without a connection', () => {
  const offline = () => fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))

  test('an application stays as it was typed, and goes out when it is tried again', async () => {
    await open(sample.applyView(), '/embed?step=apply')
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'First Name' })
    fireEvent.input(name, { target: { value: 'Maya' } })
    offline()
    await press('Submit Application')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(
      'Failed to save application: There is no connection. What you typed is still here.',
    )
    expect(document.activeElement).toBe(alert)
    expect(name).toHaveProperty('value', 'Maya')
    // What is mended before trying again goes out too.
    fireEvent.input(name, { target: { value: 'Maja' } })
    answer(sample.doneView(), '/embed?step=done')
    await press('Try again')
    await screen.findByRole('heading', { name: 'Application Submitted!' })
    const sent = fetched.mock.calls[1]?.[1]?.body as FormData
    expect(sent.get('firstName')).toBe('Maja')
  })

  test('an address stays as well, with the sentence about mails', async () => {
    await open(sample.emailView(), '/embed?step=email')
    const email = screen.getByRole('textbox', { name: 'Email' })
    fireEvent.input(email, { target: { value: sample.sampleEmail } })
    offline()
    await press('Send Verification Email')
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Email function failed: there is no connection. Please try again.',
    )
    expect(email).toHaveProperty('value', sample.sampleEmail)
  })

  test('an answer that is none of ours is not shown in place of a form', async () => {
    await open(sample.applyView(), '/embed?step=apply')
    fetched.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await press('Submit Application')
    expect((await screen.findByRole('alert')).textContent).toContain(
      'An unexpected error occurred. Please try again.',
    )
    screen.getByRole('button', { name: 'Try again' })
  })

  test('jobs that do not come are an empty list that can be asked for again', async () => {
    await open(sample.emailView(), '/embed?step=email')
    offline()
    await press('Back to Jobs')
    await screen.findByText('Currently no open positions available.')
    expect(screen.queryByRole('alert')).toBeNull()
    answer(sample.listView(), '/embed')
    await press('Try again')
    expect(await screen.findAllByRole('article')).toHaveLength(20)
  })
})

describe('while the jobs are on their way', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(useRealClock)
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
  const placeholders = (container: HTMLElement) => container.querySelectorAll('.skeleton').length

  // shows: 2-50
  test('three placeholders stand for them, but not for a moment only', async () => {
    const container = await open(sample.emailView(), '/embed?step=email')
    const { promise, resolve: arrive } = Promise.withResolvers<Response>()
    fetched.mockReturnValueOnce(promise)
    await press('Back to Jobs')
    await pass(199)
    expect(placeholders(container)).toBe(0)
    await pass(1)
    expect(placeholders(container)).toBe(3)
    screen.getByRole('heading', { name: 'Career Opportunities' })
    expect(container.querySelector('[aria-busy=true]')).not.toBeNull()
    arrive(Response.json({ view: sample.listView(), url: '/embed' }))
    await pass(0)
    expect(placeholders(container)).toBe(0)
    expect(container.querySelector('[aria-busy]')).toBeNull()
    expect(screen.getAllByRole('article')).toHaveLength(20)
  })

  // shows: 4-9, 9-13
  test('they are waited for fifty times a tenth of a second, and are welcome later', async () => {
    await open(sample.emailView(), '/embed?step=email')
    const { promise, resolve: arrive } = Promise.withResolvers<Response>()
    fetched.mockReturnValueOnce(promise)
    await press('Back to Jobs')
    await pass(4999)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await pass(1)
    screen.getByRole('button', { name: 'Try again' })
    arrive(Response.json({ view: sample.listView(), url: '/embed' }))
    await pass(0)
    expect(screen.getAllByRole('article')).toHaveLength(20)
  })

  // shows: 4-9
  test('a proof from another window does not wait for them', async () => {
    await open(sample.sentView(), '/embed?step=sent')
    answer(sample.applyView(), '/embed?step=apply')
    const data = {
      type: 'storehand-verification-complete',
      verifiedEmail: sample.sampleEmail,
      selectedRoleId: sample.sampleJob.id,
      token: 'grant-9',
    }
    await act(async () =>
      window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin })),
    )
    await pass(0)
    screen.getByRole('heading', { name: `Apply for ${title}` })
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})

describe('a draft with a CV', () => {
  const cv = { id: 'cv-1', name: 'Okafor-CV.pdf', size: 1200 }
  const again = 'Please add your CV again.'
  const draft = (values: Record<string, string>) =>
    localStorage.setItem(
      'storehand-draft',
      JSON.stringify({
        job: sample.sampleJob.id,
        email: sample.sampleEmail,
        values,
        hasCv: true,
        at: Date.now(),
      }),
    )
  const cvId = (container: HTMLElement) =>
    container.querySelector<HTMLInputElement>('[name=cvId]')!.value
  afterEach(() => localStorage.clear())

  test('that still waits is in the form, and goes with it when the person starts over', async () => {
    draft({ firstName: 'Maya' })
    fetched.mockResolvedValue(new Response(null, { status: 204 }))
    const container = await open(sample.applyView({ cv }), '/embed?step=apply')
    screen.getByText('We kept your draft.')
    screen.getByText('Remove')
    expect(cvId(container)).toBe('cv-1')
    await press('Start over')
    expect(screen.queryByText('Remove')).toBeNull()
    expect(cvId(container)).toBe('')
    expect(localStorage).toHaveLength(0)
    expect(fetched.mock.calls).toEqual([
      [
        '/api/applications/cv',
        expect.objectContaining({
          method: 'DELETE',
          body: JSON.stringify({ token: 'grant-1', cvId: 'cv-1' }),
        }),
      ],
    ])
    expect(screen.getByLabelText('First Name')).toHaveProperty('value', '')
    expect(screen.queryByText('We kept your draft.')).toBeNull()
  })

  test('that is gone is asked for, in the note and at its field', async () => {
    draft({ firstName: 'Maya' })
    await open(sample.applyView(), '/embed?step=apply')
    screen.getByText(`We kept your draft. ${again}`)
    screen.getByLabelText('CV', { selector: 'input' })
    expect(screen.getByText(again, { selector: '.hint' }).id).toBe('cvFile-hint')
    await press('Start over')
    expect(screen.queryByText(again)).toBeNull()
    screen.getByText('Your CV or resume')
  })

  test('that was all there was is asked for too, and no draft is spoken of', async () => {
    draft({})
    await open(sample.applyView(), '/embed?step=apply')
    screen.getByText(again, { selector: '.note span' })
    expect(screen.queryByText(/We kept your draft/)).toBeNull()
  })

  test('is gone when it was sent, also what was typed last', async () => {
    await open(sample.applyView(), '/embed?step=apply')
    fireEvent.input(screen.getByLabelText('First Name'), { target: { value: 'Maya' } })
    // The pause after the last key can end at any moment, also right after the draft is deleted.
    using _ = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (
      this: Storage,
      key,
    ) {
      Reflect.deleteProperty(this, key)
      window.dispatchEvent(new Event('pagehide'))
    })
    answer(sample.doneView(), '/embed?step=done')
    await press('Submit Application')
    screen.getByRole('heading', { name: 'Application Submitted!' })
    expect(localStorage).toHaveLength(0)
  })

  test('is in the form where the browser blocks storage', async () => {
    using _ = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    const container = await open(sample.applyView({ cv }), '/embed?step=apply')
    expect(cvId(container)).toBe('cv-1')
    fetched.mockResolvedValue(new Response(null, { status: 204 }))
    await act(async () => fireEvent.click(screen.getByText('Remove')))
    expect(cvId(container)).toBe('')
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})

describe('a message from another window', () => {
  const message = {
    type: 'storehand-verification-complete',
    verifiedEmail: sample.sampleEmail,
    selectedRoleId: sample.sampleJob.id,
    token: 'grant-9',
  }
  const receive = (data: unknown, origin = location.origin) =>
    act(async () => window.dispatchEvent(new MessageEvent('message', { data, origin })))

  // shows: 2-71, 7-129
  test('with a grant for this address and job moves on', async () => {
    await open(sample.sentView(), '/embed?step=sent')
    answer(sample.applyView(), '/embed?step=apply')
    await receive(message)
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
    expect(fetched.mock.calls[0]?.[0]).toContain('token=grant-9')
  })

  // shows: 7-129, safer-12
  test.each([
    ['from another origin', message, 'https://evil.example'],
    ['without a grant', { ...message, token: null }, undefined],
    ['for another address', { ...message, verifiedEmail: 'eve@example.com' }, undefined],
    ['for another job', { ...message, selectedRoleId: 'other' }, undefined],
    ['of another shape', 'storehand-verification-complete', undefined],
  ])('%s changes nothing', async (_, data, origin) => {
    await open(sample.sentView(), '/embed?step=sent')
    await receive(data, origin)
    expect(fetched).not.toHaveBeenCalled()
  })
})
