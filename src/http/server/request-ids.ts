// Gives each request an id: the same in the answer's header, in the body of a refusal, on error pages and in the log.
import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { isUuid } from '#domain/uuid.ts'
import type { Deps } from '#features/deps.ts'
import type { Ctx, Env } from '../context.ts'

/** Formats of an id from our proxy: a UUID, or the 32 hexadecimal digits of nginx. */
const GIVEN = /^[\da-f]{32}$|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export function requestIds({ trustedProxies, inRequest }: Deps) {
  return createMiddleware<Env>((c, next) => {
    // Only from our own proxies: a stranger must not choose which lines of the log theirs are mixed with.
    const given = trustedProxies > 0 ? (c.req.header('x-request-id') ?? '') : ''
    const id = GIVEN.test(given) ? given.toLowerCase() : randomUUID()
    c.set('requestId', id)
    // On Node's response, so that no error and no file server can omit it.
    c.env.outgoing.setHeader('X-Request-Id', id)
    return inRequest(id, next)
  })
}

/** For addresses that no route answers: a label must not be chosen by strangers. */
const UNKNOWN = 'other'

/** The pattern of the address that answers, such as `/api/jobs/:jobId`. The address itself can contain tokens. */
export function routeOf(c: Ctx): string {
  const paths = matchedRoutes(c).map(({ path }) => path)
  const known = paths.find((path) => !path.endsWith('*'))
  return known ?? paths.find((path) => !/^\/?\*$/.test(path)) ?? UNKNOWN
}

/** Which objects a request is about: of the parts of its address those that are ids. */
export const idsOf = (c: Ctx): string[] => Object.values(c.req.param()).filter(isUuid)
