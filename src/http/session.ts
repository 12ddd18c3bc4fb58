// The session of a request and its origin: authentication, and the refusal of other sites.
import { createMiddleware } from 'hono/factory'
import type { Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
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

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * These endpoints concern the person, not the organization: signing out, or ending an attacker's session, is always
 * possible.
 */
const OWN = /^\/api\/(?:session|accounts)(?:\/|$)/

function useOf(c: Ctx): 'reads' | 'changes' | 'own' {
  if (OWN.test(c.req.path)) return 'own'
  return SAFE.has(c.req.method) ? 'reads' : 'changes'
}

/** Sign-in methods are changed only on our own pages, where the person signs in; reading them is harmless. */
const changesAccount = (c: Ctx): boolean =>
  !SAFE.has(c.req.method) && /^\/api\/accounts(?:\/|$)/.test(c.req.path)

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

/** The actor, after the organization's limits and turn. */
export const withActor = createMiddleware<Env>(async (c, next) => {
  const { deps } = c.var
  // With a bearer token the cookie is ignored: a wrong token must not fall back to the cookie's person.
  const bearer = bearerToken(c)
  const token = bearer ? undefined : deps.auth.readSessionToken(c)
  if (bearer) c.set('actor', await bearerActor(c, bearer))
  else c.set('actor', token ? await readActor(deps, token) : undefined)
  c.header('Cache-Control', 'no-store')
  const { actor } = c.var
  const endTurn = actor && (await admitRequest(deps, actor, useOf(c)))
  try {
    await next()
  } finally {
    endTurn?.()
  }
})

/** Browsers send the origin of a request; one from another site may not change anything here. */
export const ownOriginOnly = createMiddleware<Env>(async (c, next) => {
  // A browser never adds a bearer token by itself, so another site cannot make it act with one.
  if (!SAFE.has(c.req.method) && !bearerToken(c)) {
    const origin = c.req.header('origin')
    const own = new URL(c.var.deps.appUrl).origin
    const fromOwnPage = origin === own || origin === new URL(c.req.url).origin
    if (origin ? !fromOwnPage : c.req.header('sec-fetch-site') === 'cross-site') {
      throw new AppError('server.originRefused')
    }
  }
  await next()
})

/**
 * For the forms of public pages. With the header that some of these pages send, a browser names no origin in their posts ('null'),
 * but still says 'cross-site'.
 */
export function refuseOtherSites(c: Ctx): void {
  const origin = c.req.header('origin')
  const own = [new URL(c.var.deps.appUrl).origin, new URL(c.req.url).origin]
  const isOther = origin !== undefined && origin !== 'null' && !own.includes(origin)
  if (isOther || c.req.header('sec-fetch-site') === 'cross-site') {
    throw new AppError('server.originRefused')
  }
}
