import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { t } from '#domain/texts/text.ts'
import { answer, counts, maya, owner, refuse, showDashboard } from '#test/screens/dashboard.tsx'

const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

// shows: 2-2, 5-1
it('says that a new password is too short, and sends nothing', async () => {
  const { requests } = showDashboard('/auth', {})
  fireEvent.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  write('First Name', 'Ana')
  write('Last Name', 'Silva')
  write('Email', 'ana@tinytea.example')
  write('Password', '12345')
  fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
  expect(await screen.findByText('Password must be at least 6 characters long')).toBeTruthy()
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  expect(requests.every(({ method }) => method === 'GET')).toBe(true)
})

it('links what one accepts, in a tab of its own, so that the form keeps its content', async () => {
  showDashboard('/auth', {})
  fireEvent.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  const links = screen.getAllByRole('link', { name: /opens in a new tab/ })
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['/terms', '_blank'],
    ['/privacy', '_blank'],
  ])
})

it('says once that both names are missing, and marks both', async () => {
  showDashboard('/auth', {})
  fireEvent.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
  const { id } = await screen.findByText('First name and last name are required')
  for (const label of ['First Name', 'Last Name']) {
    const field = screen.getByLabelText(label)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.getAttribute('aria-describedby')).toBe(id)
  }
})

it('says why signing in was refused, above the form', async () => {
  showDashboard('/auth', { 'POST /api/accounts/sign-in': refuse('auth.badCredentials', 400) })
  await screen.findByRole('tab', { name: 'Sign In' })
  write('Email', 'ana@tinytea.example')
  write('Password', 'wrong horse')
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  expect((await screen.findByRole('alert')).textContent).toBe(t('auth.badCredentials'))
})

/** Ana asks for an address, and signs in where that leads her. */
async function signInFrom(asked: string) {
  let isIn = false
  const { router } = showDashboard(asked, {
    'GET /api/session': (request) =>
      answer(isIn ? owner : { user: null, profile: null, organization: null })(request),
    'POST /api/accounts/sign-in': (request) => {
      isIn = true
      return answer({ user_id: 'u1', second_factor: false })(request)
    },
  })
  await screen.findByRole('tab', { name: 'Sign In' })
  write('Email', 'ana@tinytea.example')
  write('Password', 'correct horse')
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  return router
}

// shows: 2-2, 2-6, 2-30, 4-1
it('leads to the dashboard after signing in', async () => {
  const router = await signInFrom('/auth')
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
  expect(await screen.findByText('Welcome!')).toBeTruthy()
})

it('leads on to the page of the dashboard that a mail had linked, once, and to no other', async () => {
  const linked = '/admin/applicants?tab=all&applicant=3f0c2b52-6f0e'
  const router = await signInFrom(linked)
  await waitFor(() => expect(router.state.location.href).toBe(linked))
  cleanup()
  const other = await signInFrom('/organizations')
  await waitFor(() => expect(other.state.location.href).toBe('/admin'))
})

// shows: privacy-7
it('shows nobody what the person before was shown, whose session ended by itself', async () => {
  let visit: 'first' | 'ended' | 'second' = 'first'
  const never = () => new Promise<Response>(() => undefined)
  const { router } = showDashboard('/admin/applicants?tab=all', {
    'GET /api/session': (request) =>
      answer(visit === 'ended' ? { user: null, profile: null, organization: null } : owner)(
        request,
      ),
    'GET /api/applicants': (request) =>
      visit === 'first'
        ? answer({ applicants: [maya], next_cursor: null, read_at: '' })(request)
        : never(),
    'GET /api/applicants/counts': answer(counts({ all: 1 })),
    'GET /api/jobs': (request) =>
      visit === 'ended' ? refuse('auth.signInRequired', 401)(request) : never(),
    'POST /api/accounts/sign-in': (request) => {
      visit = 'second'
      return answer({ user_id: 'u2', second_factor: false })(request)
    },
  })
  await screen.findByText('Maya Okafor')
  visit = 'ended'
  await act(() => router.navigate({ to: '/admin/jobs' }))
  await screen.findByRole('tab', { name: 'Sign In' })
  write('Email', 'bo@tinytea.example')
  write('Password', 'correct horse')
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/jobs'))
  await act(() => router.navigate({ to: '/admin/applicants', search: { tab: 'all' } }))
  await screen.findByRole('heading', { name: 'Applicant Management' })
  expect(screen.queryByText('Maya Okafor')).toBeNull()
})

it('leads to a service that is set up, and says why one of them did not work', async () => {
  const assign = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { href: location.href, origin: location.origin, assign })
  const { requests } = showDashboard('/auth?problem=unverified', {
    'GET /api/accounts/providers': answer({ providers: [{ id: 'acme', name: 'Acme' }] }),
    'POST /api/accounts/providers/acme': answer({ url: 'https://acme.example/auth?state=1' }),
  })
  expect((await screen.findByRole('alert')).textContent).toBe(t('provider.emailUnverified'))
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Acme' }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://acme.example/auth?state=1'))
  expect(requests.map(({ path }) => path)).toContain('/api/accounts/providers/acme')
})

it('greets whoever comes back signed in, and asks others for their second factor', async () => {
  const back = showDashboard('/auth?step=in', {}, owner)
  await waitFor(() => expect(back.router.state.location.pathname).toBe('/admin'))
  expect(await screen.findByText('Welcome!')).toBeTruthy()
  cleanup()
  showDashboard('/auth?step=second-factor', {})
  expect(
    await screen.findByRole('heading', { name: 'Confirm with your second factor' }),
  ).toBeTruthy()
})

// shows: 2-29, 5-2
it('compares the two new passwords of a recovery link', async () => {
  showDashboard('/auth?type=recovery&token=abc', {})
  expect(await screen.findByRole('heading', { name: 'Set new password' })).toBeTruthy()
  write('New Password', 'correct horse')
  write('Confirm Password', 'correct house')
  fireEvent.click(screen.getByRole('button', { name: 'Set new password' }))
  expect(await screen.findByText('Passwords do not match')).toBeTruthy()
})

// shows: 2-31, 9-14
it('goes on two seconds after signing up, and offers not to wait', async () => {
  let isIn = false
  const { router } = showDashboard('/auth', {
    'GET /api/session': (request) =>
      answer(
        isIn
          ? { ...owner, profile: null, organization: null }
          : { user: null, profile: null, organization: null },
      )(request),
    'POST /api/accounts/sign-up': (request) => {
      isIn = true
      return answer({ user_id: 'u1' }, 201)(request)
    },
  })
  fireEvent.click(await screen.findByRole('tab', { name: 'Sign Up' }))
  write('First Name', 'Ana')
  write('Last Name', 'Silva')
  write('Email', 'ana@tinytea.example')
  write('Password', 'correct horse')
  fireEvent.click(screen.getByRole('button', { name: 'Sign Up' }))
  expect(await screen.findByRole('link', { name: 'Continue now' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/auth')
  await waitFor(() => expect(router.state.location.pathname).toBe('/connect-shopify'))
})

// shows: 2-30
it('sends whoever has a session already to the onboarding, and members from there to their organization', async () => {
  const newcomer = { ...owner, profile: null, organization: null }
  const { router } = showDashboard('/auth', {}, newcomer)
  await waitFor(() => expect(router.state.location.pathname).toBe('/connect-shopify'))
  cleanup()
  const member = showDashboard('/auth', {}, owner)
  await waitFor(() => expect(member.router.state.location.pathname).toBe('/organizations'))
})

// shows: 8-3
it('says that the mail with the link could not be sent, and keeps the address', async () => {
  showDashboard('/auth', {
    'POST /api/accounts/request-reset': refuse('auth.resetMailFailed', 503),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Forgot password?' }))
  await screen.findByRole('heading', { name: 'Forgot your password?' })
  write('Email', 'ana@tinytea.example')
  fireEvent.click(screen.getByRole('button', { name: 'Send Reset Link' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to send reset email. Please try again.',
  )
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@tinytea.example')
})

it('lets password managers fill and people see what they type', async () => {
  showDashboard('/auth', {})
  const field = await screen.findByLabelText<HTMLInputElement>('Password')
  expect(field.autocomplete).toBe('current-password')
  expect(screen.getByLabelText<HTMLInputElement>('Email').autocomplete).toMatch(/^username/)
  const show = screen.getByRole('button', { name: 'Show password' })
  fireEvent.click(show)
  expect(field.type).toBe('text')
  expect(show.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(screen.getByRole('tab', { name: 'Sign Up' }))
  const fields = ['First Name', 'Last Name', 'Email', 'Password'].map(
    (label) => screen.getByLabelText<HTMLInputElement>(label).autocomplete,
  )
  expect(fields).toEqual(['given-name', 'family-name', 'email', 'new-password'])
})
