import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { moves, wordForStatus, type ApplicantStatus } from '#domain/applicants.ts'
import { messages } from '#domain/messages.ts'
import { answer, counts, maya, owner, refuse, showDashboard } from '../test-dashboard.tsx'

const list = (status: ApplicantStatus = 'applied') => ({
  'GET /api/applicants': answer({ applicants: [{ ...maya, status }], next_cursor: null }),
  'GET /api/applicants/counts': answer(counts({ [status]: 1, all: 1 })),
})
const patch = `PATCH /api/applicants/${maya.id}/status`

async function openStatusMenu(status: ApplicantStatus) {
  const name = `${wordForStatus[status]}, change status of Maya Okafor`
  fireEvent.click(await screen.findByRole('button', { name }))
  return screen.findByRole('menu')
}

describe('the status menu of a row', () => {
  it.each(Object.keys(moves) as ApplicantStatus[])(
    'offers only allowed moves: %s',
    async (from) => {
      showDashboard('/admin/applicants?tab=all', list(from), owner)
      const menu = await openStatusMenu(from)
      expect(
        within(menu)
          .getAllByRole('menuitem')
          .map((item) => item.textContent),
      ).toEqual(moves[from].map((to) => `Move to ${wordForStatus[to]}`))
    },
  )

  it('moves at once and says so when the server agrees', async () => {
    const { requests } = showDashboard(
      '/admin/applicants?tab=all',
      { ...list(), [patch]: answer({ ...maya, status: 'reviewing', change_id: 'c1' }) },
      owner,
    )
    fireEvent.click(within(await openStatusMenu('applied')).getByText('Move to Reviewing'))
    await screen.findByRole('button', { name: 'Reviewing, change status of Maya Okafor' })
    expect(await screen.findByText(messages['success.statusUpdated'])).toBeTruthy()
    expect(requests).toContainEqual({
      method: 'PATCH',
      path: `/api/applicants/${maya.id}/status`,
      body: { status: 'reviewing', from: 'applied' },
    })
  })

  it('shows the old status again with the sentence of the specification when it fails', async () => {
    let fail: (response: Response) => void = () => undefined
    const pending = new Promise<Response>((resolve) => {
      fail = resolve
    })
    showDashboard('/admin/applicants?tab=all', { ...list(), [patch]: () => pending }, owner)
    fireEvent.click(within(await openStatusMenu('applied')).getByText('Move to Reviewing'))
    // Already shown while the server has not answered.
    await screen.findByRole('button', { name: 'Reviewing, change status of Maya Okafor' })
    expect(screen.getByRole('tab', { name: 'Reviewing (1)' })).toBeTruthy()

    fail(await refuse('server.unavailable', 503)({ method: '', path: '', body: null }))
    expect(await screen.findByText('Failed to update applicant status.')).toBeTruthy()
    await screen.findByRole('button', { name: 'Applied, change status of Maya Okafor' })
    expect(screen.getByRole('tab', { name: 'Applied (1)' })).toBeTruthy()
  })
})

it('a moved applicant leaves the tab of the old status', async () => {
  showDashboard(
    '/admin/applicants',
    { ...list(), [patch]: answer({ ...maya, status: 'reviewing' }) },
    owner,
  )
  fireEvent.click(within(await openStatusMenu('applied')).getByText('Move to Reviewing'))
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'View profile of Maya Okafor' })).toBeNull(),
  )
})

it('keeps filters in the address and sends them with every question', async () => {
  const { requests } = showDashboard('/admin/applicants?customer=new&contact=nonsense', {}, owner)
  expect(await screen.findByText('No applicants match these filters.')).toBeTruthy()
  const asked = requests.filter(({ path }) => path.startsWith('/api/applicants'))
  expect(asked.map(({ path }) => path)).toContain('/api/applicants?tab=applied&customer=new')
  expect(asked.map(({ path }) => path)).toContain('/api/applicants/counts?customer=new')
})

it('says what failed in place, and tries again', async () => {
  let broken = true
  showDashboard(
    '/admin/applicants',
    {
      ...list(),
      'GET /api/applicants': (request) =>
        broken ? refuse('server.unexpected', 500)(request) : list()['GET /api/applicants'](request),
    },
    owner,
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to fetch applicants.')
  broken = false
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'View profile of Maya Okafor' })
})
