// /api/session and /api/accounts: the current session, signing in and out, and the account.
import { rememberLanguageOf } from '../language.ts'
import { accountContracts } from '#domain/accounts/accounts-contract.ts'
import { AppError } from '#domain/errors.ts'
import { closeAccount, cancelAccountClosing } from '#features/accounts/close-account.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewCodes,
} from '#features/accounts/factors/manage-second-factor.ts'
import { askToConfirm, confirmAddress } from '#features/accounts/confirm-address.ts'
import { readSession } from '#features/accounts/sessions/read-actor.ts'
import { requestReset, resetPassword } from '#features/accounts/sign-in/reset-password.ts'
import { readProviders } from '#features/accounts/sign-in/sign-in-by-provider.ts'
import { signIn, signOut } from '#features/accounts/sign-in/sign-in.ts'
import { signUp } from '#features/accounts/sign-in/sign-up.ts'
import { needsSecondFactor, verifySecondFactor } from '#features/accounts/factors/verify-factor.ts'
import { startProviderSignIn } from './token-api/providers.ts'
import type { Ctx } from '../context.ts'
import { mount } from '../mount.ts'
import { networkOf } from '../server/network.ts'
import { bearerToken, originOfCall } from '../session.ts'

function setCookies(c: Ctx, cookies: string[]) {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}

const done = { success: true } as const

export const accountRoutes = mount(accountContracts, {
  'GET /api/session': async ({ c, deps, actor }) => {
    const session = await readSession(deps, actor)
    rememberLanguageOf(c, session)
    return session
  },
  'POST /api/accounts/sign-up': async ({ c, deps, body }) => {
    const { userId, cookies } = await signUp(deps, body, c.req.raw, networkOf(c))
    setCookies(c, cookies)
    return { user_id: userId }
  },
  'POST /api/accounts/sign-in': async ({ c, deps, body }) => {
    const { userId, cookies } = await signIn(deps, body, c.req.raw, networkOf(c))
    setCookies(c, cookies)
    return { user_id: userId, second_factor: await needsSecondFactor(deps, userId) }
  },
  'POST /api/accounts/sign-out': async ({ c, deps, actor }) => {
    const { cookies } = await signOut(deps, actor, bearerToken(c), c.req.raw, networkOf(c))
    setCookies(c, cookies)
  },
  'POST /api/accounts/confirm-address': ({ c, deps, actor }) =>
    askToConfirm(deps, actor, networkOf(c)),
  'POST /api/accounts/confirm-address/verify': async ({ c, deps, actor, body }) => {
    await confirmAddress(deps, actor, body.code, networkOf(c))
    return {}
  },
  'POST /api/accounts/second-factor': async ({ c, deps, body }) => {
    // For cookie sessions only: with a bearer token the cookie is ignored.
    if (bearerToken(c)) throw new AppError('auth.signInRequired')
    await verifySecondFactor(deps, deps.auth.readSessionToken(c), body.code)
    return done
  },
  'GET /api/accounts/second-factor': ({ deps, actor }) => readSecondFactor(deps, actor),
  'POST /api/accounts/second-factor/enroll': ({ deps, actor, body }) =>
    beginSecondFactor(deps, actor, body.proof),
  'POST /api/accounts/second-factor/confirm': ({ c, deps, actor, body }) =>
    confirmSecondFactor(deps, actor, body, originOfCall(c)),
  'POST /api/accounts/second-factor/recovery-codes': ({ deps, actor, body }) =>
    renewCodes(deps, actor, body.proof),
  'POST /api/accounts/second-factor/remove': ({ c, deps, actor, body }) =>
    removeSecondFactor(deps, actor, body.proof, originOfCall(c)),
  'GET /api/accounts/providers': ({ deps }) => ({ providers: readProviders(deps) }),
  'POST /api/accounts/providers/:provider': async ({ c, params }) => ({
    url: await startProviderSignIn(c, params.provider, undefined),
  }),
  'POST /api/accounts/request-reset': async ({ c, deps, body }) => {
    await requestReset(deps, body.email, networkOf(c))
    return done
  },
  'POST /api/accounts/reset-password': async ({ c, deps, body }) => {
    await resetPassword(deps, body, c.req.raw, networkOf(c))
    return done
  },
  'POST /api/accounts/close': ({ c, deps, actor, body }) =>
    closeAccount(deps, actor, body.password, networkOf(c)),
  'POST /api/accounts/keep': ({ deps, actor }) => cancelAccountClosing(deps, actor),
})
