import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { RetentionView } from '#domain/retention/retention.ts'
import { answer, owner, refuse, showDashboard } from '#test/screens/dashboard.tsx'

const stopped: RetentionView = {
  due: 30,
  soon: 0,
  first_on: null,
  total: 100,
  is_stopped: true,
  goes_on: '2026-07-08',
}
const preview = {
  ...stopped,
  applicants: [
    {
      id: 'a1',
      first_name: 'Maya',
      last_name: 'Okafor',
      role_title: 'Weekend Sales Assistant',
      created_at: '2026-01-01T00:00:00Z',
      expires_on: '2026-07-01',
    },
  ],
  more: 29,
}
const show = (view: RetentionView, confirm = answer({ deleted: 30 }), session = owner) =>
  showDashboard(
    '/admin/jobs',
    {
      'GET /api/retention': answer(view),
      'GET /api/retention/preview': answer(preview),
      'POST /api/retention/confirm': confirm,
    },
    session,
  )
const openQuestion = async () => {
  const banner = await screen.findByRole('region', { name: 'Deletion stopped' })
  expect(banner.textContent).toContain('30 applications of 100')
  expect(banner.textContent).toContain('If nobody answers, they are deleted from 8 July 2026')
  fireEvent.click(within(banner).getByRole('button', { name: 'Look and confirm' }))
  return screen.findByRole('alertdialog', { name: 'Delete applications' })
}

// shows: 9-28
it('an owner sees that a deletion waits, looks who it is, and agrees to as many as were shown', async () => {
  const { requests } = show(stopped)
  const question = await openQuestion()
  await waitFor(() => expect(question.textContent).toContain('Maya Okafor and 29 more'))
  expect(requests.some(({ method }) => method === 'POST')).toBe(false)
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('30 applications were deleted.')).toBeTruthy()
  expect(requests).toContainEqual({
    method: 'POST',
    path: '/api/retention/confirm',
    body: { applicants: 30 },
  })
})

it('says why nothing was deleted', async () => {
  show(stopped, refuse('retention.notStopped', 409))
  const question = await openQuestion()
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Failed to delete applications')).toBeTruthy()
  expect(screen.getByText('There is nothing left to confirm.')).toBeTruthy()
})

it('bothers nobody where nothing waits', async () => {
  const { requests } = show({ ...stopped, is_stopped: false, goes_on: null })
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/retention')).toBe(true))
  await screen.findByRole('heading', { name: 'Job Post Management' })
  expect(screen.queryByRole('region', { name: 'Deletion stopped' })).toBeNull()
})

it('staff are not asked', async () => {
  const staff = owner.profile && { ...owner, profile: { ...owner.profile, role: 'staff' as const } }
  const { requests } = show(stopped, undefined, staff ?? undefined)
  await screen.findByRole('heading', { name: 'Job Post Management' })
  expect(requests.some(({ path }) => path === '/api/retention')).toBe(false)
  expect(screen.queryByRole('region', { name: 'Deletion stopped' })).toBeNull()
})
