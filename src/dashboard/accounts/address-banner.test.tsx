import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { answer, owner, refuse, showDashboard, type Server } from '#test/screens/dashboard.tsx'

const root = '/api/accounts/confirm-address'
const withProof = (email_confirmed: boolean): SessionView => ({
  ...owner,
  user: owner.user && { ...owner.user, email_confirmed },
})
const unconfirmed = () => withProof(false)
const confirmed = withProof(true)
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const banner = () => screen.findByRole('region', { name: 'Confirm your email address' })

/** Second by second, because what is drawn between two timers sets the next one. */
async function pass(seconds: number) {
  for (let left = seconds; left > 0; left--) {
    await act(() => vi.advanceTimersByTimeAsync(1000))
  }
}

afterEach(() => void vi.useRealTimers())

it.each(['/admin', '/admin/jobs', '/account', '/organizations', '/privacy'])(
  'stands on %s while the address is not confirmed',
  async (path) => {
    showDashboard(path, {}, unconfirmed())
    const shown = within(await banner())
    expect(shown.getByText(/ana@tinytea\.example/)).toBeTruthy()
    const field = shown.getByLabelText('Six-digit code')
    expect(field.getAttribute('autocomplete')).toBe('one-time-code')
    expect(shown.getByRole('button', { name: 'Send again' })).toBeTruthy()
  },
)

it('is away where the address is confirmed', async () => {
  showDashboard('/account', {}, confirmed)
  expect(await screen.findByRole('heading', { name: 'Account' })).toBeTruthy()
  expect(screen.queryByText('Confirm your email address')).toBeNull()
})

it('goes away where the address was confirmed in another window', async () => {
  let session = unconfirmed()
  showDashboard('/account', {
    'GET /api/session': (request) => answer(session)(request),
    [`POST ${root}`]: (request) => {
      session = confirmed
      return answer({ sent: false, next_at: inSeconds(0) })(request)
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(screen.queryByText('Confirm your email address')).toBeNull())
})

it('mails a code, and says in words when the next one may be asked for', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  let seconds = 90
  const { requests } = showDashboard(
    '/account',
    { [`POST ${root}`]: (request) => answer({ sent: true, next_at: inSeconds(seconds) })(request) },
    unconfirmed(),
  )
  const shown = within(await banner())
  const again = shown.getByRole('button', { name: 'Send again' })
  fireEvent.click(again)
  await waitFor(() =>
    expect(shown.getByRole('status').textContent).toBe(
      'You can ask for another code in 2 minutes.',
    ),
  )
  expect(again.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(again)
  await pass(45)
  expect(shown.getByRole('status').textContent).toBe(
    'You can ask for another code in less than a minute.',
  )
  await pass(46)
  expect(again.getAttribute('aria-disabled')).toBeNull()
  const sent = () => requests.filter(({ path }) => path === root)
  expect(sent().map(({ body }) => body)).toEqual([{}])
  seconds = 7200
  fireEvent.click(again)
  await waitFor(() => expect(sent()).toHaveLength(2))
  await waitFor(() =>
    expect(shown.getByRole('status').textContent).toMatch(/another code at \d\d:\d\d\.$/),
  )
})

// shows: interface-28
it('goes away once the code is right, and keeps what was typed until then', async () => {
  let session = unconfirmed()
  let isRight = false
  const server: Server = {
    'GET /api/session': (request) => answer(session)(request),
    [`POST ${root}/verify`]: (request) => {
      if (!isRight) return refuse('token.codeInvalid', 400)(request)
      session = confirmed
      return answer({})(request)
    },
  }
  const { requests } = showDashboard('/account', server)
  const shown = within(await banner())
  const confirm = async (typed: string) => {
    fireEvent.change(shown.getByLabelText('Six-digit code'), { target: { value: typed } })
    fireEvent.click(shown.getByRole('button', { name: 'Confirm' }))
  }
  await confirm('12345')
  expect(await shown.findByText('Enter the six digits of the code.')).toBeTruthy()
  await confirm('482 913')
  expect(await shown.findByText('The code or link is invalid or has expired.')).toBeTruthy()
  expect(shown.getByLabelText<HTMLInputElement>('Six-digit code').value).toBe('482 913')
  isRight = true
  await confirm('482 913')
  expect(await screen.findByText('Your email address is confirmed.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Confirm your email address')).toBeNull())
  expect(document.activeElement?.textContent).toBe('Account')
  const verified = requests.filter(({ path }) => path === `${root}/verify`)
  expect(verified.map(({ body }) => body)).toEqual([{ code: '482913' }, { code: '482913' }])
})

it('says why no mail went out', async () => {
  showDashboard('/account', { [`POST ${root}`]: refuse('server.rateLimited', 429) }, unconfirmed())
  const shown = within(await banner())
  fireEvent.click(shown.getByRole('button', { name: 'Send again' }))
  expect((await shown.findByRole('alert')).textContent).toMatch(/Too many/)
})
