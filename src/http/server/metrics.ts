// GET /metrics: on the product's own port behind a token, or on a separate port.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '#features/deps.ts'
import { readMetrics } from '#features/health/read-metrics.ts'
import type { Env } from '../context.ts'
import { bearerToken } from '../session.ts'
import { routeOf } from './request-ids.ts'

/** Counts every request by the pattern of its address. */
export const countRequests = (metrics: NonNullable<Deps['metrics']>) =>
  createMiddleware<Env>(async (c, next) => {
    const began = performance.now()
    await next()
    const { method } = c.req
    metrics.countRequest(
      { method, route: routeOf(c), status: c.res.status },
      (performance.now() - began) / 1000,
    )
  })

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Without the token the address does not exist. */
export const metricsRoutes = (deps: Deps, token: string | undefined): Hono<Env> =>
  new Hono<Env>().get('/metrics', async (c) => {
    const given = bearerToken(c) ?? ''
    // Hashes, because timingSafeEqual needs equal lengths.
    if (token && !timingSafeEqual(hashOf(token), hashOf(given))) {
      throw new AppError('server.notFound')
    }
    const answer = await readMetrics(deps)
    if (!answer) throw new AppError('server.notFound')
    return c.body(answer.text, 200, { 'Content-Type': answer.type, 'Cache-Control': 'no-store' })
  })

/** The server of the second port. Answers nothing but the metrics. */
export function createMetricsServer(deps: Deps, token: string | undefined): Server {
  const app = metricsRoutes(deps, token)
  app.onError((error, c) => c.body(null, error instanceof AppError ? 404 : 500))
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  server.setTimeout(30_000)
  return server
}
