// /api/overview: the numbers of the dashboard's first page.
import { Hono } from 'hono'
import { funnelFilter } from '#domain/overview.ts'
import { readFunnel, readOverview } from '#features/overview/read-overview.ts'
import type { Env } from './context.ts'

export const overviewRoutes = new Hono<Env>()
  .get('/', async (c) => c.json(await readOverview(c.var.deps, c.var.actor)))
  .get('/funnel', async (c) =>
    c.json(await readFunnel(c.var.deps, c.var.actor, funnelFilter.parse(c.req.query()))),
  )
