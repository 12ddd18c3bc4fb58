// /api/accounts/passkeys: the person's own passkeys, and signing in by one.
import { Hono } from 'hono'
import { passkeyBeginInput, passkeyInput, passkeySignInInput } from '#domain/accounts/passkeys.ts'
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
import type { Env } from '../context.ts'
import { idParam, readJson } from '../json-body.ts'
import { networkOf } from '../server/network.ts'

export const passkeyRoutes = new Hono<Env>()
  .get('/passkeys', async (c) => c.json({ passkeys: await readPasskeys(c.var.deps, c.var.actor) }))
  .post('/passkeys/begin', async (c) => {
    const { proof } = await readJson(c, passkeyBeginInput)
    return c.json(await beginPasskey(c.var.deps, c.var.actor, proof))
  })
  .post('/passkeys', async (c) => {
    const input = await readJson(c, passkeyInput)
    return c.json(await addPasskey(c.var.deps, c.var.actor, input), 201)
  })
  .delete('/passkeys/:passkeyId', async (c) => {
    const { proof } = await readJson(c, passkeyBeginInput)
    await removePasskey(c.var.deps, c.var.actor, idParam(c, 'passkeyId'), proof)
    return c.body(null, 204)
  })
  .post('/passkey-sign-in/begin', async (c) =>
    c.json(await beginPasskeySignIn(c.var.deps, networkOf(c))),
  )
  .post('/passkey-sign-in', async (c) => {
    const { deps } = c.var
    const input = await readJson(c, passkeySignInInput)
    const signedIn = await signInByPasskey(deps, input, userAgentOf(c), networkOf(c))
    c.header('Set-Cookie', await deps.auth.sessionCookie(signedIn.sessionToken), { append: true })
    return c.json({ user_id: signedIn.userId })
  })
