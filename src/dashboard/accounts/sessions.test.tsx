import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SessionListItem } from '#domain/accounts/sessions.ts'
import { answer, owner, refuse, showDashboard } from '#test/screens/dashboard.tsx'

const root = '/api/accounts/sessions'
const here: SessionListItem = {
  id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01',
  device: 'Chrome on Windows',
  carried_by: 'cookie',
  aal: 'aal2',
  created_at: '2026-08-12T12:00:00Z',
  last_seen_at: '2026-08-12T12:04:00Z',
  is_current: true,
}
const phone: SessionListItem = {
  ...here,
  id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a02',
  device: 'Safari on iPhone',
  aal: 'aal1',
  is_current: false,
}
const script: SessionListItem = {
  ...phone,
  id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a03',
  device: 'An app or script',
  carried_by: 'token',
}

function showSessions(extra: Parameters<typeof showDashboard>[1] = {}) {
  let sessions = [here, phone, script]
  const without = (gone: (session: SessionListItem) => boolean) => {
    sessions = sessions.filter((session) => !gone(session))
    return new Response(null, { status: 204 })
  }
  return showDashboard(
    '/account',
    {
      [`GET ${root}`]: (request) => answer({ sessions })(request),
      [`DELETE ${root}/${phone.id}`]: () => without(({ id }) => id === phone.id),
      [`DELETE ${root}`]: () => without(({ is_current }) => !is_current),
      ...extra,
    },
    owner,
  )
}
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Your sessions' })).getAllByRole('listitem')

it('tells the sessions apart: which one this is, what carries it, and how strongly it was proved', async () => {
  showSessions()
  const [first, second, third] = (await rows()).map((row) => row.textContent)
  expect(first).toMatch(/^Chrome on WindowsThis sessionSecond factor shownBy cookie · began 12 Aug/)
  expect(first).toContain('in use now')
  expect(second).toMatch(/^Safari on iPhoneBy cookie · began 12 Aug.* · last seen /)
  expect(third).toMatch(/^An app or scriptBy token · /)
})

it('ends one, and leaves the focus beside the list', async () => {
  showSessions()
  fireEvent.click(await screen.findByRole('button', { name: 'End this session: Safari on iPhone' }))
  expect(await screen.findByText('The session is ended.')).toBeTruthy()
  expect(await rows()).toHaveLength(2)
  expect(document.activeElement?.textContent).toBe('Sessions')
})

// shows: interface-24
it('ends all others; then there is nothing more to end', async () => {
  showSessions()
  fireEvent.click(await screen.findByRole('button', { name: 'End all other sessions' }))
  expect(await screen.findByText('All your other sessions are ended.')).toBeTruthy()
  expect(await rows()).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull()
})

it('signs out where this one is ended', async () => {
  const { router, requests } = showSessions({
    'POST /api/accounts/sign-out': () => new Response(null, { status: 204 }),
  })
  fireEvent.click(
    await screen.findByRole('button', { name: 'End this session: Chrome on Windows' }),
  )
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  expect(requests.some(({ path }) => path === '/api/accounts/sign-out')).toBe(true)
})

it('reads the list again when the session has ended already', async () => {
  let reads = 0
  showSessions({
    [`GET ${root}`]: (request) =>
      answer({ sessions: reads++ === 0 ? [here, phone] : [here] })(request),
    [`DELETE ${root}/${phone.id}`]: refuse('session.missing', 404),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'End this session: Safari on iPhone' }))
  expect(await screen.findByText('This session has already ended.')).toBeTruthy()
  await waitFor(async () => expect(await rows()).toHaveLength(1))
})

it('leads to the sign-in page when this session has ended meanwhile', async () => {
  const { router } = showSessions({
    [`DELETE ${root}`]: refuse('auth.signInRequired', 401),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'End all other sessions' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
})
