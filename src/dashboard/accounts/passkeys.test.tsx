import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { PasskeyView } from '#domain/accounts/passkeys.ts'
import { answer, owner, refuse, showDashboard } from '#test/screens/dashboard.tsx'

const root = '/api/accounts/passkeys'
const laptop: PasskeyView = {
  id: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01',
  name: 'Work laptop',
  created_at: '2026-08-12T12:00:00Z',
  last_used_at: null,
  is_factor: false,
}
const options = { challenge: 'AAAA', rp: { name: 'x' }, user: { id: 'AAAA' }, pubKeyCredParams: [] }

afterEach(() => void Reflect.deleteProperty(navigator, 'credentials'))

/** The browser's side of WebAuthn, which jsdom lacks; what the device does is the test's. */
function withDevice(create: () => Promise<unknown>) {
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } })
}
const bytes = new Uint8Array([1, 2, 3]).buffer
const made = {
  id: 'made',
  rawId: bytes,
  type: 'public-key',
  response: { attestationObject: bytes, clientDataJSON: bytes },
  getClientExtensionResults: () => ({}),
}

// shows: 7-29
it('adds one with its name, and says when the device did not want to', async () => {
  let isWilling = false
  withDevice(async () => {
    if (isWilling) return made
    throw new DOMException('no', 'NotAllowedError')
  })
  let passkeys: PasskeyView[] = []
  const { requests } = showDashboard(
    '/account',
    {
      [`GET ${root}`]: (request) => answer({ passkeys })(request),
      [`POST ${root}/begin`]: answer({ challenge_id: 'c1', options }),
      [`POST ${root}`]: (request) => {
        passkeys = [laptop]
        return answer(laptop, 201)(request)
      },
    },
    owner,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Add a passkey…' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), {
    target: { value: 'Work laptop' },
  })
  const confirm = screen.getByRole('button', { name: 'Add passkey' })
  fireEvent.click(confirm)
  expect(await screen.findByText('No passkey was used. You can try again.')).toBeTruthy()
  isWilling = true
  fireEvent.click(confirm)
  const list = await screen.findByRole('list', { name: 'Your passkeys' })
  expect(within(list).getByText('Work laptop')).toBeTruthy()
  expect(within(list).getByText('12 August 2026')).toBeTruthy()
  const sent = requests.find(({ method, path }) => method === 'POST' && path === root)
  expect(sent?.body).toMatchObject({
    challenge_id: 'c1',
    name: 'Work laptop',
    credential: { id: 'made', type: 'public-key' },
  })
})

it('removes one, and asks who it is where signing in was a while ago', async () => {
  withDevice(async () => made)
  let passkeys = [laptop]
  const { requests } = showDashboard(
    '/account',
    {
      [`GET ${root}`]: (request) => answer({ passkeys })(request),
      [`DELETE ${root}/${laptop.id}`]: (request) => {
        const { proof } = request.body as { proof?: string }
        if (proof === undefined) return refuse('passkey.proofNeeded', 403)(request)
        if (proof !== 'correct horse') return refuse('factor.proofWrong', 403)(request)
        passkeys = []
        return new Response(null, { status: 204 })
      },
    },
    owner,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Work laptop…' }))
  const remove = await screen.findByRole('button', { name: 'Remove' })
  expect(screen.queryByLabelText('Password or code')).toBeNull()
  fireEvent.click(remove)
  const field = await screen.findByLabelText('Password or code')
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  fireEvent.change(field, { target: { value: 'wrong horse' } })
  fireEvent.click(remove)
  expect(await screen.findByText('This is not your password or a valid code.')).toBeTruthy()
  fireEvent.change(field, { target: { value: 'correct horse' } })
  fireEvent.click(remove)
  await waitFor(() => expect(screen.queryByText('Work laptop')).toBeNull())
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(3)
})

it('a browser that knows no passkeys is not asked for one', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  showDashboard('/account', {}, owner)
  expect(await screen.findByText('This browser cannot use passkeys here.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a passkey…' })).toBeNull()
})
