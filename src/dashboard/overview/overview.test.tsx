import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { IncidentRow } from '#domain/incidents/incidents.ts'
import type { ActionSubject, OwnAction, Today } from '#domain/overview/today.ts'
import { openBreach } from '#test/input/samples.ts'
import { answer, owner, quietOverview, refuse, showDashboard } from '#test/screens/dashboard.tsx'

const funnel = { seen: 900, applied: 61, reviewing: 38, interviewed: 17, hired: 6, rejected: 19 }
const job = { id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a09', title: 'Packing Lead', is_active: true }
const breach: IncidentRow = {
  ...openBreach,
  title: 'Export sent astray',
  created_at: '2025-08-11T05:00:00Z',
  deadline_at: '2025-08-14T05:00:00Z',
}
const show = (path = '/admin', server = {}, session = owner) =>
  showDashboard(
    path,
    {
      'GET /api/overview/funnel': answer(funnel),
      'GET /api/jobs/titles': answer({ jobs: [job] }),
      ...server,
    },
    session,
  )
const region = (name: string) => screen.findByRole('region', { name })

describe('the hiring funnel', () => {
  // shows: 7-87
  it('prints value and share at each bar, and the same as a table', async () => {
    show()
    const band = within(await region('Hiring funnel'))
    const bar = await band.findByRole('link', { name: /^Reviewing/ })
    await waitFor(() => expect(bar.textContent).toContain('62% of applied'))
    expect(bar.textContent).toContain('38')
    const rows = within(band.getByRole('table', { name: 'Hiring funnel' })).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'StepApplicantsShare',
      'Seen900Views of your jobs’ public pages, without bots.',
      'Applied61with withdrawn ones',
      'Reviewing3862% of applied',
      'Interviewed1745% of reviewing',
      'Hired635% of interviewed',
      'Rejected19in all steps',
    ])
  })

  it('counts the chosen time and position, which the address keeps and the bars lead to', async () => {
    const { router, requests } = show(`/admin?role=${job.id}`)
    const band = within(await region('Hiring funnel'))
    fireEvent.click(await screen.findByRole('button', { name: '30 days' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ period: '30' }))
    await waitFor(() =>
      expect(requests.map(({ path }) => path)).toContain(
        `/api/overview/funnel?period=30&position=${job.id}`,
      ),
    )
    const bar = band.getByRole('link', { name: /^Hired/ })
    expect(bar.getAttribute('href')).toBe(`/admin/applicants?tab=hired&position=${job.id}`)
    fireEvent.click(screen.getByRole('button', { name: '90 days' }))
    await waitFor(() => expect(router.state.location.search).toEqual({ role: job.id }))
  })

  it('says that it could not be read, and reads again', async () => {
    const { requests } = show('/admin', {
      'GET /api/overview/funnel': refuse('server.unavailable', 503),
    })
    const band = within(await region('Hiring funnel'))
    fireEvent.click(await band.findByRole('button', { name: 'Try again' }))
    await waitFor(() =>
      expect(requests.filter(({ path }) => path.startsWith('/api/overview/funnel'))).toHaveLength(
        2,
      ),
    )
  })
})

describe('needs attention', () => {
  // shows: 7-86
  it('leads from each sentence to where it is dealt with', async () => {
    const attention = {
      ...quietOverview.attention,
      waiting: 4,
      incidents: [breach],
      pending: 2,
      retention: { ...quietOverview.attention.retention, soon: 3 },
    }
    show('/admin', { 'GET /api/overview': answer({ ...quietOverview, attention }) })
    const list = within(await region('Needs attention'))
    const href = async (name: RegExp) =>
      (await list.findByRole('link', { name })).getAttribute('href')
    expect(await href(/Critical incident open/)).toBe(
      `/admin/incidents?itab=all&incident=${breach.id}`,
    )
    expect(await href(/4 applicants have waited/)).toBe(
      '/admin/applicants?contact=not-contacted&sort=applied',
    )
    expect(await href(/2 people wait/)).toBe('/organizations')
    expect(await href(/3 applications will be deleted/)).toBe('/admin/settings#retention')
  })

  it('leads to the store, to its pages, and to whoever was not reached', async () => {
    const attention = {
      ...quietOverview.attention,
      is_store_lost: true,
      is_mail_off: true,
      inactive_linked: 2,
      undelivered: { count: 1, applicant_id: 'a1' },
      infected: { count: 0, applicant_id: null },
      cv_space: 'none',
    } as const
    show('/admin', { 'GET /api/overview': answer({ ...quietOverview, attention }) })
    const list = within(await region('Needs attention'))
    const href = async (name: RegExp) =>
      (await list.findByRole('link', { name })).getAttribute('href')
    expect(await href(/Store connection lost/)).toBe('/connect-shopify?again=true&step=2')
    expect(await href(/space for CVs is full/)).toBe('/admin/applicants?tab=all&sort=applied')
    expect(await list.findByText(/This server cannot send email/)).toBeTruthy()
    expect(await href(/2 inactive jobs/)).toBe('/admin/store-pages')
    expect(await href(/not delivered/)).toBe('/admin/applicants?tab=all&applicant=a1')
  })

  it('says so when there is nothing', async () => {
    show()
    expect(await screen.findByText('No problems and no deadlines right now.')).toBeTruthy()
  })
})

it('shows the weeks as a table too', async () => {
  const weeks = quietOverview.weeks.map((week, index) =>
    index === 11 ? { ...week, applications: 9, median_seconds: 100_800 } : week,
  )
  show('/admin', { 'GET /api/overview': answer({ ...quietOverview, weeks, median_seconds: 5400 }) })
  const part = within(await region('Applications per week'))
  expect(await part.findByText('1 h 30 min')).toBeTruthy()
  const [, newest] = part.getAllByRole('row', { hidden: true })
  expect(newest?.textContent).toBe('10 Aug91 d 4 h')
})

describe('today', () => {
  const person = (name: string, days: number) => ({
    id: `3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a1${days}`,
    first_name: name,
    last_name: 'Okafor',
    role_title: 'Packing Lead',
    created_at: new Date(Date.now() - days * 86_400_000).toISOString(),
  })
  const change_id = '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a2a'
  const until = new Date(Date.now() + 600_000).toISOString()
  const act = (subject: ActionSubject | null): OwnAction => ({
    id: '7',
    action: 'applicant.moved',
    at: new Date().toISOString(),
    details: { from: 'applied', to: 'reviewing' },
    subject,
    count: 1,
    undo: { change_id, until },
  })
  const today: Today = {
    ...quietOverview.today,
    fresh: { count: 7, people: [person('Maya', 0)] },
    waiting: [person('Jon', 8)],
    mails: {
      count: 1,
      mails: [
        {
          applicant_id: 'a1',
          first_name: 'Ada',
          last_name: 'Lind',
          kind: 'rejected',
          state: 'failed',
          send_at: '2026-08-10T09:00:00Z',
        },
      ],
    },
    dates: [{ about: 'incident', at: breach.deadline_at!, id: breach.id, title: breach.title }],
    acts: [act({ kind: 'applicant', id: 'a1', name: 'Ada Lind' })],
  }
  const shown = { 'GET /api/overview': answer({ ...quietOverview, today }) }

  // shows: 7-88
  it('names who is new, who waits, what was not sent and what is due, and leads there', async () => {
    show('/admin', shown)
    const part = async (name: string) => within(await region(name))
    const fresh = await part('New since you were here')
    expect(fresh.getByRole('link', { name: 'Maya Okafor' }).getAttribute('href')).toBe(
      `/admin/applicants?tab=all&applicant=${person('', 0).id}`,
    )
    expect(fresh.getByRole('link', { name: 'and 6 more' })).toBeTruthy()
    expect((await part('Waiting longest')).getByRole('listitem').textContent).toBe(
      'Jon Okafor, Packing Lead8 days',
    )
    expect((await part('Emails not sent')).getByRole('listitem').textContent).toBe(
      'Ada Lind, RejectedNot delivered',
    )
    expect(
      (await part('Dates')).getByRole('link', { name: breach.title }).getAttribute('href'),
    ).toContain(breach.id)
  })

  it('takes back what this person did last, while that is possible', async () => {
    const { requests } = show('/admin', {
      ...shown,
      'POST /api/applicants/undo': answer({ batch_id: null, changed: ['a1'], refused: [] }),
    })
    const acts = within(await region('What you did last'))
    expect(acts.getByRole('listitem').textContent).toContain('Moved Ada Lind to Reviewing')
    fireEvent.click(acts.getByRole('button', { name: 'Undo: Moved Ada Lind to Reviewing' }))
    await waitFor(() =>
      expect(requests.find(({ path }) => path === '/api/applicants/undo')?.body).toEqual({
        change_id,
      }),
    )
    // What became of it is read again.
    await waitFor(() =>
      expect(requests.filter(({ path }) => path === '/api/overview')).toHaveLength(2),
    )
  })

  it('says nothing of mails and dates where there are none, and has no link to many or to whoever is gone', async () => {
    const many = { ...act({ kind: 'applicant', id: 'a1', name: 'Ada Lind' }), id: '8', count: 34 }
    const gone = { ...quietOverview.today, acts: [{ ...act(null), undo: null }, many] }
    show('/admin', { 'GET /api/overview': answer({ ...quietOverview, today: gone }) })
    const acts = within(await region('What you did last'))
    const [first, second] = acts.getAllByRole('listitem')
    expect(first?.textContent).toContain('Moved a deleted applicant to Reviewing')
    expect(second?.textContent).toContain('Moved 34 applicants to Reviewing')
    expect(acts.queryByRole('link')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Emails not sent' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Dates' })).toBeNull()
  })
})

describe('the checklist of a new shop', () => {
  const lines = [
    { step: 'job', state: 'done' },
    { step: 'widget', state: 'open' },
    { step: 'store', state: 'open' },
    { step: 'colleague', state: 'skipped' },
    { step: 'application', state: 'open' },
  ] as const
  const beginning = {
    ...quietOverview,
    checklist: { lines: [...lines], widget_seen_on: null },
    is_empty: true,
  }

  it('stands instead of numbers, knows what is done, and leads to the rest', async () => {
    const { requests } = show('/admin', {
      'GET /api/overview': answer(beginning),
      'POST /api/overview/checklist/skip': answer({ step: 'store' }),
    })
    const list = within(await region('Get your first applications'))
    expect(list.getByText('1 of 5 done')).toBeTruthy()
    const [job, widget, store] = list.getAllByRole('listitem')
    expect(job?.textContent).toBe('Post a job: Done')
    expect(widget?.textContent).toContain('Put your jobs on your website: To do')
    expect(within(store!).getByRole('link').getAttribute('href')).toBe('/connect-shopify')
    expect(screen.queryByText('No problems and no deadlines right now.')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Hiring funnel' })).toBeNull()
    expect(requests.some(({ path }) => path.startsWith('/api/overview/funnel'))).toBe(false)
    fireEvent.click(within(store!).getByRole('button', { name: 'Skip: Connect your store' }))
    await waitFor(() =>
      expect(requests.find(({ path }) => path.endsWith('/skip'))?.body).toEqual({ step: 'store' }),
    )
  })

  it('goes when the owner hides it; an empty shop then says that it waits', async () => {
    let isHidden = false
    show('/admin', {
      'GET /api/overview': () =>
        Response.json(isHidden ? { ...beginning, checklist: null } : beginning),
      'DELETE /api/overview/checklist': () => {
        isHidden = true
        return Response.json({ is_closed: true })
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Hide checklist' }))
    expect(await screen.findByText('No one has applied yet.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Get your first applications' })).toBeNull()
  })
})

describe('the sections below', () => {
  const sections = {
    'Applicant Management': '/api/applicants?',
    'Job Post Management': '/api/jobs?',
    'Security Incident Dashboard': '/api/incidents?',
    'Shopify Pages': '/api/store/pages',
    'Customer Data Refresh': '/api/customers/refresh',
  }
  afterEach(() => localStorage.clear())

  // shows: 7-90
  it('are a line each that loads nothing, with the way to the whole', async () => {
    const { requests } = show()
    for (const [title, path] of Object.entries(sections)) {
      const line = within(await region(title))
      const heading = line.getByRole('heading', { level: 2, name: title })
      expect(within(heading).getByRole('button').getAttribute('aria-expanded')).toBe('false')
      expect(line.getByRole('link', { name: 'Open full view' })).toBeTruthy()
      expect(requests.filter((request) => request.path.startsWith(path))).toEqual([])
    }
  })

  // shows: 7-90
  it('open where they stand, keep the focus, and are open the next time', async () => {
    show()
    const press = async (title: string) =>
      fireEvent.click(await screen.findByRole('button', { name: title }))
    await press('Security Incident Dashboard')
    expect(await screen.findByRole('tab', { name: /^Open/ })).toBeTruthy()
    const incidents = within(await region('Security Incident Dashboard'))
    expect(incidents.getByRole('button', { name: 'Create Incident' })).toBeTruthy()
    await waitFor(() =>
      expect(document.activeElement?.textContent).toBe('Security Incident Dashboard'),
    )
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true')
    cleanup()
    show()
    expect(await screen.findByRole('button', { name: 'Create Incident' })).toBeTruthy()
    await press('Security Incident Dashboard')
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Create Incident' })).toBeNull(),
    )
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false')
    cleanup()
    show()
    await region('Security Incident Dashboard')
    expect(screen.queryByRole('button', { name: 'Create Incident' })).toBeNull()
  })

  // shows: 7-90
  it('are open where the address names them', async () => {
    show('/admin?itab=all')
    expect(await screen.findByRole('tab', { name: /^All/, selected: true })).toBeTruthy()
    expect(screen.queryByRole('tab', { name: /^Applied/ })).toBeNull()
  })
})

describe('an open breach', () => {
  const urgent = { 'GET /api/incidents/urgent': answer({ incidents: [breach] }) }

  // shows: privacy-22
  it('is said to owners on every page', async () => {
    show('/admin/settings', urgent)
    const notice = within(await region('Open breach'))
    expect(notice.getByText(/^Data breach: Export sent astray\. Overdue by/)).toBeTruthy()
    expect(notice.getByRole('link').getAttribute('href')).toContain(breach.id)
  })

  it('is not asked for by staff', async () => {
    const staff = owner.profile && {
      ...owner,
      profile: { ...owner.profile, role: 'staff' as const },
    }
    const { requests } = show('/admin/settings', urgent, staff ?? undefined)
    await screen.findByRole('heading', { level: 1, name: 'Shop' })
    expect(requests.some(({ path }) => path === '/api/incidents/urgent')).toBe(false)
  })
})
