// The addresses of accounts: signing in and out, and what the account page changes.
import { z } from 'zod'
import type { ContractTable } from '../contract.ts'
import {
  changePasswordInput,
  closeAccountInput,
  confirmAddressInput,
  confirmAddressView,
  confirmFactorInput,
  confirmNewAddressInput,
  freshProofInput,
  languageInput,
  namesInput,
  newAddressInput,
  proofInput,
  recoveryCodes,
  requestResetInput,
  resetPasswordInput,
  secondFactorOffer,
  secondFactorView,
  sessionView,
  signInInput,
  signUpInput,
} from './accounts.ts'
import { providerName } from './providers.ts'
import { sessionListItem } from './sessions.ts'
import { secondFactorInput } from './token-api.ts'

const success = z.object({ success: z.literal(true) })
/** The answer sets the session cookie. */
const newSession = z.object({ user_id: z.string().nullable() })
const closing = z.object({ closes_at: z.string().nullable() })

export const accountContracts = {
  'GET /api/session': {
    summary: 'Who is signed in; nulls when nobody is',
    who: 'public',
    answer: sessionView,
  },
  'POST /api/accounts/sign-up': {
    summary: 'Create an account and sign in',
    who: 'public',
    body: signUpInput,
    status: 201,
    answer: newSession,
  },
  'POST /api/accounts/sign-in': {
    summary: 'Sign in by password; second_factor is true when one has to be shown',
    who: 'public',
    body: signInInput,
    answer: newSession.extend({ second_factor: z.boolean() }),
  },
  'POST /api/accounts/sign-out': { summary: 'End this session', who: 'public', answer: null },
  'POST /api/accounts/confirm-address': {
    summary:
      'Mail a code, and a link, to the own address, to confirm it; asked too soon, the code of the mail before stays good',
    who: 'signed-in',
    answer: confirmAddressView,
  },
  'POST /api/accounts/confirm-address/verify': {
    summary: 'Confirm the own address by the code of the mail; everything in the account stays',
    who: 'signed-in',
    body: confirmAddressInput,
    answer: z.object({}),
  },
  'POST /api/accounts/second-factor': {
    summary:
      'Show the second factor of a session that has one: a code of the phone, or a recovery code',
    who: 'public',
    body: secondFactorInput,
    answer: success,
  },
  'GET /api/accounts/second-factor': {
    summary: 'Whether the own account has a code generator, and how many recovery codes are left',
    who: 'signed-in',
    answer: secondFactorView,
  },
  'POST /api/accounts/second-factor/enroll': {
    summary:
      'Begin to set up a code generator; in a session older than 15 minutes with the password or a code as proof. It counts once a code of it came back',
    who: 'signed-in',
    body: freshProofInput,
    isBodyOptional: true,
    status: 201,
    answer: secondFactorOffer,
  },
  'POST /api/accounts/second-factor/confirm': {
    summary:
      'Finish setting it up with a code; sessions that showed a password only end. The recovery codes are told once',
    who: 'signed-in',
    body: confirmFactorInput,
    answer: recoveryCodes,
  },
  'POST /api/accounts/second-factor/recovery-codes': {
    summary:
      'New recovery codes instead of the old, told once; the proof is the password or a code',
    who: 'signed-in',
    body: proofInput,
    answer: recoveryCodes,
  },
  'POST /api/accounts/second-factor/remove': {
    summary:
      'Remove the code generator and the recovery codes; the proof is the password or a code',
    who: 'signed-in',
    body: proofInput,
    answer: null,
  },
  'GET /api/accounts/providers': {
    summary: 'The services one can sign in by here',
    who: 'public',
    answer: z.object({ providers: z.array(providerName).readonly() }),
  },
  'POST /api/accounts/providers/:provider': {
    summary:
      'Begin to sign in by such a service: where the browser goes; it comes back with a session cookie',
    who: 'public',
    params: { provider: z.string() },
    answer: z.object({ url: z.string() }),
  },
  'POST /api/accounts/request-reset': {
    summary: 'Ask for a mail with a reset link; the answer is the same for every address',
    who: 'public',
    body: requestResetInput,
    answer: success,
  },
  'POST /api/accounts/reset-password': {
    summary:
      'Set a new password with the token of the mail; all sessions end, and at the first proof of the address every other way into the account',
    who: 'public',
    body: resetPasswordInput,
    answer: success,
  },
  'POST /api/accounts/close': {
    summary: 'Close the own account: it is deleted within 30 days and can be taken back until then',
    who: 'signed-in',
    body: closeAccountInput,
    answer: closing,
  },
  'POST /api/accounts/keep': {
    summary: 'Take the closing of the own account back',
    who: 'signed-in',
    answer: closing,
  },
} satisfies ContractTable

export const accountPageContracts = {
  'GET /api/accounts/sessions': {
    summary: 'Where the own account is signed in; the session that asks stands first',
    who: 'signed-in',
    answer: z.object({ sessions: z.array(sessionListItem) }),
  },
  'DELETE /api/accounts/sessions': {
    summary: 'End all sessions of the own account but the one that asks',
    who: 'signed-in',
    answer: null,
  },
  'DELETE /api/accounts/sessions/:sessionId': {
    summary: 'End a session of the own account',
    who: 'signed-in',
    params: { sessionId: z.string() },
    answer: null,
  },
  'GET /api/accounts/password': {
    summary:
      'Whether the own account has a password, and can have one: not where a shop alone lets in',
    who: 'signed-in',
    answer: z.object({ has_password: z.boolean(), can_have_password: z.boolean() }),
  },
  'POST /api/accounts/password': {
    summary: 'Change the own password; all other sessions end, and a mail tells the owner',
    who: 'signed-in',
    body: changePasswordInput,
    answer: null,
  },
  'POST /api/accounts/email': {
    summary:
      'Ask to move the own account to another address: a code is mailed there; in a session older than 15 minutes with the password or a code as proof. Every address is answered the same',
    who: 'signed-in',
    body: newAddressInput,
    answer: null,
  },
  'POST /api/accounts/email/verify': {
    summary: 'Move the account by the code of that mail; a mail tells the old address',
    who: 'signed-in',
    body: confirmNewAddressInput,
    answer: null,
  },
  'PUT /api/accounts/names': {
    summary: 'Change the own names',
    who: 'signed-in',
    body: namesInput,
    answer: null,
  },
  'PUT /api/accounts/language': {
    summary:
      'Choose the language of the dashboard and of mails to this account; null: the browser’s',
    who: 'signed-in',
    body: languageInput,
    answer: null,
  },
} satisfies ContractTable
