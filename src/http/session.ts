// The session of a request: who asks, by a cookie or a bearer token.
import { createMiddleware } from 'hono/factory'
import type { Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { STORE_HEADER } from '#domain/store/meant-store.ts'
import { readShop } from '#domain/store/store.ts'
import { originOf } from '#features/accounts/record-security-event.ts'
import { admitRequest } from '#features/organizations/admit-request.ts'
import { readActor } from '#features/accounts/sessions/read-actor.ts'
import { readBearerActor } from '#features/accounts/sessions/read-bearer.ts'
import { readStoreActor, readStoreUser } from '#features/accounts/store-people/read-store-actor.ts'
import type { Ctx, Env } from './context.ts'
import { networkOf } from './server/network.ts'

/** The origin of a request, as stored in the audit log. */
export const originOfCall = (c: Ctx) => originOf(c.req.raw, networkOf(c))

/** The access token of a client without cookies. */
export const bearerToken = (c: Ctx): string | undefined =>
  /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]

/** By its verb, the request changes nothing. */
export const isSafe = (c: Ctx): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)

/**
 * These endpoints concern the person, not the organization: signing out, or ending an attacker's session, is always
 * possible.
 */
const OWN = /^\/api\/(?:session|accounts)(?:\/|$)/

function useOf(c: Ctx): 'reads' | 'changes' | 'own' {
  if (OWN.test(c.req.path)) return 'own'
  return isSafe(c) ? 'reads' : 'changes'
}

/** Sign-in methods are changed only on our own pages, where the person signs in; reading them is harmless. */
const changesAccount = (c: Ctx): boolean =>
  !isSafe(c) && /^\/api\/accounts(?:\/|$)/.test(c.req.path)

/** One of our access tokens, or the session token of a shop's admin. */
async function bearerActor(c: Ctx, bearer: string): Promise<Actor | undefined> {
  const { deps } = c.var
  const own = await readBearerActor(deps, bearer)
  if (own || !deps.stores) return own
  const user = await readStoreUser(deps, bearer)
  if (!user) {
    // The platform's script repeats the request with a fresh token.
    c.header(RETRY_SESSION, '1')
    return undefined
  }
  const actor = await readStoreActor(deps, user, c.req.header('user-agent') ?? '')
  if (actor && changesAccount(c)) throw new AppError('store.fullSiteOnly')
  return actor
}

/** On a 401: tells the platform's script to repeat the request with a fresh session token. */
export const RETRY_SESSION = 'X-Shopify-Retry-Invalid-Session-Request'

/** In a store's admin the platform says which store it is. */
function withChoice(c: Ctx, actor: Actor | undefined): Actor | undefined {
  const shop = readShop(c.req.header(STORE_HEADER) ?? '')
  return actor && shop && !actor.store ? { ...actor, store: { shop, by: 'choice' } } : actor
}

/** The actor, after the organization's limits and turn. */
export const withActor = createMiddleware<Env>(async (c, next) => {
  const { deps } = c.var
  // With a bearer token the cookie is ignored: a wrong token must not fall back to the cookie's person.
  const bearer = bearerToken(c)
  const token = bearer ? undefined : deps.auth.readSessionToken(c)
  if (bearer) c.set('actor', await bearerActor(c, bearer))
  else c.set('actor', token ? await readActor(deps, token) : undefined)
  c.set('actor', withChoice(c, c.var.actor))
  c.header('Cache-Control', 'no-store')
  const { actor } = c.var
  const endTurn = actor && (await admitRequest(deps, actor, useOf(c)))
  try {
    await next()
  } finally {
    endTurn?.()
  }
})
