// Who is asking, and from where: the session of a request, and the refusal of other sites.
import { createMiddleware } from 'hono/factory'
import { AppError } from '#domain/errors.ts'
import { originOf } from '#features/accounts/record-security-event.ts'
import { admitRequest } from '#features/organizations/admit-request.ts'
import { readActor } from '#features/accounts/sessions/read-actor.ts'
import { readBearerActor } from '#features/accounts/sessions/read-bearer.ts'
import type { Ctx, Env } from './context.ts'
import { networkOf } from './server/network.ts'

/** Where a request comes from, as the audit trail keeps it. */
export const originOfCall = (c: Ctx) => originOf(c.req.raw, networkOf(c))

/** The access token of a client without cookies. */
export const bearerToken = (c: Ctx): string | undefined =>
  /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What is a person's own is nothing of their organization's: signing out, or ending a stranger's session, is always possible. */
const OWN = /^\/api\/(?:session|accounts)(?:\/|$)/

function useOf(c: Ctx): 'reads' | 'changes' | 'own' {
  if (OWN.test(c.req.path)) return 'own'
  return SAFE.has(c.req.method) ? 'reads' : 'changes'
}

/** Who is asking, if their organization has room for another request. */
export const withActor = createMiddleware<Env>(async (c, next) => {
  const { deps } = c.var
  // Whoever sends one is not asked for a cookie: a wrong token must not pass for the cookie's person.
  const bearer = bearerToken(c)
  const token = bearer ? undefined : await deps.auth.readSessionToken(c)
  if (bearer) c.set('actor', await readBearerActor(deps, bearer))
  else c.set('actor', token ? await readActor(deps, token) : undefined)
  c.header('Cache-Control', 'no-store')
  const { actor } = c.var
  if (actor) admitRequest(deps, actor, useOf(c))
  await next()
})

/** A browser says where a request comes from; one that comes from another site may not change anything here. */
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
