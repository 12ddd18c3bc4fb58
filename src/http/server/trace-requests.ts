// A span for each request, named by the pattern of its address: the address itself can contain tokens.
import { createMiddleware } from 'hono/factory'
import type { Deps } from '#features/deps.ts'
import type { Env } from '../context.ts'
import { routeOf } from './request-ids.ts'

export function traceRequests({ traces, trustedProxies }: Deps) {
  return createMiddleware<Env>(async (c, next) => {
    if (!traces) return next()
    const { method } = c.req
    // External callers must not add spans to our traces.
    const traceparent = trustedProxies > 0 ? c.req.header('traceparent') : undefined
    await traces.span(
      method,
      { 'http.request.method': method, 'storehand.request_id': c.var.requestId },
      async (describe) => {
        await next()
        const route = routeOf(c)
        const { status } = c.res
        describe(`${method} ${route}`, {
          'http.route': route,
          'http.response.status_code': status,
        })
      },
      traceparent ? { traceparent } : undefined,
    )
  })
}
