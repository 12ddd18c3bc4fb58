// Who is asking, and from where: the session of a request, and the refusal of other sites.
import { createMiddleware } from 'hono/factory'
import { AppError } from '#domain/errors.ts'
import { readActor } from '#features/accounts/read-actor.ts'
import type { Env } from './context.ts'

export const withActor = createMiddleware<Env>(async (c, next) => {
  const { deps } = c.var
  const token = await deps.auth.readSessionToken(c)
  c.set('actor', token ? await readActor(deps, token) : undefined)
  c.header('Cache-Control', 'no-store')
  await next()
})

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A browser says where a request comes from; one that comes from another site may not change anything here. */
export const ownOriginOnly = createMiddleware<Env>(async (c, next) => {
  if (!SAFE.has(c.req.method)) {
    const origin = c.req.header('origin')
    const own = new URL(c.var.deps.appUrl).origin
    const fromOwnPage = origin === own || origin === new URL(c.req.url).origin
    if (origin ? !fromOwnPage : c.req.header('sec-fetch-site') === 'cross-site') {
      throw new AppError('server.originRefused')
    }
  }
  await next()
})
