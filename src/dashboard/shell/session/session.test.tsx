import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { toastError } from '#dashboard/ui/popups/toast.tsx'
import { answer, owner, refuse, showDashboard } from '#test/screens/dashboard.tsx'

// shows: 2-23
it("says 'Loading...' until it is known who is signed in", async () => {
  let respond: ((response: Response) => void) | undefined
  const asked = new Promise<Response>((resolve) => (respond = resolve))
  showDashboard('/organizations', { 'GET /api/session': () => asked })
  const waiting = await screen.findByText('Loading...')
  expect(waiting.getAttribute('role')).toBe('status')
  respond?.(Response.json({ ...owner, profile: null, organization: null }))
  expect(await screen.findByRole('heading', { name: 'Welcome to Organizations' })).toBeTruthy()
  expect(screen.queryByText('Loading...')).toBeNull()
})

// shows: 2-73, 2-74
it('shows in its head the product, who is signed in, and a menu with four links', async () => {
  showDashboard(
    '/account',
    { 'GET /api/accounts/second-factor': answer({ since: null, recovery_codes: null }) },
    owner,
  )
  const head = within(await screen.findByRole('banner'))
  expect(head.getByRole('link', { name: 'Storehand' })).toBeTruthy()
  expect(head.getByText('ana@tinytea.example')).toBeTruthy()
  expect(head.getByRole('button', { name: 'Sign Out' })).toBeTruthy()
  expect(head.queryByRole('link', { name: 'Sign In' })).toBeNull()
  fireEvent.click(head.getByRole('button', { name: 'Menu' }))
  const names = ['Admin Dashboard', 'Organizations', 'Privacy Policy', 'Terms of Service']
  for (const name of names) expect(await screen.findByRole('menuitem', { name })).toBeTruthy()
})

// shows: 2-74
it('offers to sign in to whoever is not', async () => {
  showDashboard('/no/such/page', {})
  const head = within(await screen.findByRole('banner'))
  expect(head.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth')
  expect(head.queryByRole('button', { name: 'Sign Out' })).toBeNull()
})

// shows: 4-2
it("signs out, says 'Signed out', and nothing of what was said before", async () => {
  const { router } = showDashboard(
    '/organizations',
    { 'POST /api/accounts/sign-out': () => new Response(null, { status: 204 }) },
    { ...owner, profile: null, organization: null },
  )
  const button = await screen.findByRole('button', { name: 'Sign Out' })
  toastError('Maya Okafor could not be rejected')
  expect(await screen.findByText('Maya Okafor could not be rejected')).toBeTruthy()
  fireEvent.click(button)
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  expect(await screen.findByText('Signed out')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Maya Okafor could not be rejected')).toBeNull())
})

// shows: 8-3
it('stays signed in where signing out failed, and says so', async () => {
  const { router } = showDashboard(
    '/organizations',
    { 'POST /api/accounts/sign-out': refuse('auth.signOutFailed', 503) },
    { ...owner, profile: null, organization: null },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByText('Failed to sign out. Please try again.')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/organizations')
})
