// /api/session and /api/accounts: who is signed in, and how they get in and out.
import { Hono } from 'hono'
import {
  closeAccountInput,
  confirmAddressInput,
  confirmFactorInput,
  freshProofInput,
  proofInput,
  requestResetInput,
  resetPasswordInput,
  signInInput,
  signUpInput,
} from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import { closeAccount, keepAccount } from '#features/accounts/close-account.ts'
import { secondFactorInput } from '#domain/accounts/token-api.ts'
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
import { beginAtProvider } from './token-api/providers.ts'
import type { Ctx, Env } from '../context.ts'
import { isJson, readJson } from '../json-body.ts'
import { networkOf } from '../server/network.ts'
import { bearerToken, originOfCall } from '../session.ts'

function setCookies(c: Ctx, cookies: string[]) {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}

export const accountRoutes = new Hono<Env>()
  .get('/session', async (c) => c.json(await readSession(c.var.deps, c.var.actor)))
  .post('/accounts/sign-up', async (c) => {
    const input = await readJson(c, signUpInput)
    const { userId, cookies } = await signUp(c.var.deps, input, c.req.raw, networkOf(c))
    setCookies(c, cookies)
    return c.json({ user_id: userId }, 201)
  })
  .post('/accounts/sign-in', async (c) => {
    const input = await readJson(c, signInInput)
    const { userId, cookies } = await signIn(c.var.deps, input, c.req.raw, networkOf(c))
    setCookies(c, cookies)
    const second_factor = await needsSecondFactor(c.var.deps, userId)
    return c.json({ user_id: userId, second_factor })
  })
  .post('/accounts/confirm-address', async (c) =>
    c.json(await askToConfirm(c.var.deps, c.var.actor, networkOf(c))),
  )
  .post('/accounts/confirm-address/verify', async (c) => {
    const { code } = await readJson(c, confirmAddressInput)
    await confirmAddress(c.var.deps, c.var.actor, code, networkOf(c))
    return c.json({})
  })
  .post('/accounts/second-factor', async (c) => {
    // For cookies only: beside a token the cookie is nobody's.
    if (bearerToken(c)) throw new AppError('auth.signInRequired')
    const { code } = await readJson(c, secondFactorInput)
    await verifySecondFactor(c.var.deps, await c.var.deps.auth.readSessionToken(c), code)
    return c.json({ success: true })
  })
  .get('/accounts/second-factor', async (c) =>
    c.json(await readSecondFactor(c.var.deps, c.var.actor)),
  )
  .post('/accounts/second-factor/enroll', async (c) => {
    const { proof } = isJson(c) ? await readJson(c, freshProofInput) : {}
    return c.json(await beginSecondFactor(c.var.deps, c.var.actor, proof), 201)
  })
  .post('/accounts/second-factor/confirm', async (c) => {
    const input = await readJson(c, confirmFactorInput)
    return c.json(await confirmSecondFactor(c.var.deps, c.var.actor, input, originOfCall(c)))
  })
  .post('/accounts/second-factor/recovery-codes', async (c) => {
    const { proof } = await readJson(c, proofInput)
    return c.json(await renewCodes(c.var.deps, c.var.actor, proof))
  })
  .post('/accounts/second-factor/remove', async (c) => {
    const { proof } = await readJson(c, proofInput)
    await removeSecondFactor(c.var.deps, c.var.actor, proof, originOfCall(c))
    return c.body(null, 204)
  })
  .post('/accounts/sign-out', async (c) => {
    const { deps, actor } = c.var
    const { cookies } = await signOut(deps, actor, bearerToken(c), c.req.raw, networkOf(c))
    setCookies(c, cookies)
    return c.body(null, 204)
  })
  .get('/accounts/providers', (c) => c.json({ providers: readProviders(c.var.deps) }))
  .post('/accounts/providers/:provider', async (c) =>
    c.json({ url: await beginAtProvider(c, c.req.param('provider'), undefined) }),
  )
  .post('/accounts/request-reset', async (c) => {
    await requestReset(c.var.deps, (await readJson(c, requestResetInput)).email, networkOf(c))
    return c.json({ success: true })
  })
  .post('/accounts/reset-password', async (c) => {
    await resetPassword(c.var.deps, await readJson(c, resetPasswordInput), c.req.raw, networkOf(c))
    return c.json({ success: true })
  })
  .post('/accounts/close', async (c) => {
    const { password } = await readJson(c, closeAccountInput)
    return c.json(await closeAccount(c.var.deps, c.var.actor, password, networkOf(c)))
  })
  .post('/accounts/keep', async (c) => c.json(await keepAccount(c.var.deps, c.var.actor)))
