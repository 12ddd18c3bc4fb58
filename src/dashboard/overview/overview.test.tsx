import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { IncidentRow } from '#domain/incidents.ts'
import { answer, owner, quietOverview, refuse, showDashboard } from '../test-dashboard.tsx'

const funnel = { applied: 61, reviewing: 38, interviewed: 17, hired: 6, rejected: 19 }
const job = { id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a09', title: 'Packing Lead', is_active: true }
const breach: IncidentRow = {
  id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a0b',
  incident_type: 'Data breach',
  severity: 'critical',
  title: 'Export sent astray',
  affected_users: 3,
  status: 'open',
  assigned_to: null,
  resolved_at: null,
  created_at: '2025-08-11T05:00:00Z',
  deadline_at: '2025-08-14T05:00:00Z',
  authority_told_at: null,
  withdrawn_at: null,
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
  it('prints value and share at each bar, and the same as a table', async () => {
    show()
    const band = within(await region('Hiring funnel'))
    const bar = await band.findByRole('link', { name: /^Reviewing/ })
    await waitFor(() => expect(bar.textContent).toContain('62% of applied'))
    expect(bar.textContent).toContain('38')
    const rows = within(band.getByRole('table', { name: 'Hiring funnel' })).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'StepApplicantsShare',
      'Applied61all applicants',
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
    expect(await list.findByText(/No email leaves this server/)).toBeTruthy()
    expect(await href(/2 inactive jobs/)).toBe('/admin/store-pages')
    expect(await href(/not delivered/)).toBe('/admin/applicants?tab=all&applicant=a1')
  })

  it('says so when there is nothing', async () => {
    show()
    expect(await screen.findByText('Nothing needs you right now.')).toBeTruthy()
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

describe('an open breach', () => {
  const urgent = { 'GET /api/incidents/urgent': answer({ incidents: [breach] }) }

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
    await screen.findByRole('heading', { name: 'Settings' })
    expect(requests.some(({ path }) => path === '/api/incidents/urgent')).toBe(false)
  })
})
