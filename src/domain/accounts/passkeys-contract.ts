// The addresses of passkeys, and of signing in by one.
import { z } from 'zod'
import type { ContractTable } from '../contract.ts'
import { passkeyBeginInput, passkeyInput, passkeySignInInput, passkeyView } from './passkeys.ts'

/** `options`: for navigator.credentials, as WebAuthn writes them in JSON. */
const challenge = z.object({
  challenge_id: z.string(),
  options: z.custom<object>((options) => typeof options === 'object'),
})

export const passkeyContracts = {
  'GET /api/accounts/passkeys': {
    summary: 'The own passkeys, oldest first',
    who: 'signed-in',
    answer: z.object({ passkeys: z.array(passkeyView) }),
  },
  'POST /api/accounts/passkeys/begin': {
    summary:
      'Ask for a new passkey; in a session older than 15 minutes with the password or a code as proof',
    who: 'signed-in',
    body: passkeyBeginInput,
    answer: challenge,
  },
  'POST /api/accounts/passkeys': {
    summary: 'Add the passkey that the device made',
    who: 'signed-in',
    body: passkeyInput,
    status: 201,
    answer: passkeyView,
  },
  'DELETE /api/accounts/passkeys/:passkeyId': {
    summary: 'Remove a passkey, with a proof as for adding one',
    who: 'signed-in',
    body: passkeyBeginInput,
    answer: null,
  },
  'POST /api/accounts/passkey-sign-in/begin': {
    summary: 'Begin to sign in by a passkey; the device says whose',
    who: 'public',
    answer: challenge,
  },
  'POST /api/accounts/passkey-sign-in': {
    summary: 'Sign in by what the device signed; with it comes a session cookie',
    who: 'public',
    body: passkeySignInInput,
    answer: z.object({ user_id: z.string() }),
  },
} satisfies ContractTable
