// /api/overview: the numbers of the dashboard's first page.
import { Hono } from 'hono'
import { funnelQuery } from '#domain/overview.ts'
import { readFunnel, readOverview } from '#features/overview/read-overview.ts'
import type { Env } from './context.ts'
import { readQuery } from './json-body.ts'

export const overviewRoutes = new Hono<Env>()
  .get('/', async (c) => c.json(await readOverview(c.var.deps, c.var.actor)))
  .get('/funnel', async (c) =>
    c.json(await readFunnel(c.var.deps, c.var.actor, readQuery(c, funnelQuery))),
  )
