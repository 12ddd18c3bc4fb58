// /api/accounts/passkeys: the person's own passkeys, and signing in by one.
import { passkeyContracts } from '#domain/accounts/passkeys-contract.ts'
import {
  addPasskey,
  beginPasskey,
  readPasskeys,
  removePasskey,
} from '#features/accounts/factors/manage-passkeys.ts'
import {
  beginPasskeySignIn,
  signInByPasskey,
} from '#features/accounts/sign-in/sign-in-by-passkey.ts'
import { userAgentOf } from './token-api/mailed-link.ts'
import { mount } from '../mount.ts'
import { networkOf } from '../server/network.ts'

export const passkeyRoutes = mount(passkeyContracts, {
  'GET /api/accounts/passkeys': async ({ deps, actor }) => ({
    passkeys: await readPasskeys(deps, actor),
  }),
  'POST /api/accounts/passkeys/begin': ({ deps, actor, body }) =>
    beginPasskey(deps, actor, body.proof),
  'POST /api/accounts/passkeys': ({ deps, actor, body }) => addPasskey(deps, actor, body),
  'DELETE /api/accounts/passkeys/:passkeyId': ({ deps, actor, params, body }) =>
    removePasskey(deps, actor, params.passkeyId, body.proof),
  'POST /api/accounts/passkey-sign-in/begin': ({ c, deps }) =>
    beginPasskeySignIn(deps, networkOf(c)),
  'POST /api/accounts/passkey-sign-in': async ({ c, deps, body }) => {
    const signedIn = await signInByPasskey(deps, body, userAgentOf(c), networkOf(c))
    c.header('Set-Cookie', await deps.auth.sessionCookie(signedIn.sessionToken), { append: true })
    return { user_id: signedIn.userId }
  },
})
