import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { owner, showDashboard } from '#test/screens/dashboard.tsx'

// shows: 2-20
it('says that a page does not exist and leads home', async () => {
  showDashboard('/no/such/page', {})
  expect(await screen.findByRole('heading', { name: '404' })).toBeTruthy()
  expect(screen.getByText('Oops! Page not found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
})

// shows: 2-6, 2-22, 6-8
it.each(['/admin', '/admin/jobs', '/organizations'])(
  '%s asks strangers to sign in',
  async (path) => {
    const { router } = showDashboard(path, {})
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  },
)

// shows: 4-20, 6-5
it('tells people who wait for approval so, and asks for no applicants', async () => {
  const pending = owner.profile
    ? { ...owner, profile: { ...owner.profile, is_approved: false } }
    : owner
  const { requests } = showDashboard('/admin', {}, pending)
  await screen.findByText('An owner of your organization has not approved you yet.')
  expect(requests.some(({ path }) => path.startsWith('/api/applicants'))).toBe(false)
})
