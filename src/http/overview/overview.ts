// /api/overview: what the dashboard's first page says.
import { Hono } from 'hono'
import { skipInput } from '#domain/organizations/checklist.ts'
import { funnelQuery } from '#domain/overview/overview.ts'
import { closeChecklist, skipStep } from '#features/overview/change-checklist.ts'
import { noteVisit } from '#features/overview/note-visit.ts'
import { readFunnel, readOverview } from '#features/overview/read-overview.ts'
import type { Env } from '../context.ts'
import { readJson, readQuery } from '../json-body.ts'

export const overviewRoutes = new Hono<Env>()
  .get('/', async (c) => c.json(await readOverview(c.var.deps, c.var.actor)))
  .get('/funnel', async (c) =>
    c.json(await readFunnel(c.var.deps, c.var.actor, readQuery(c, funnelQuery))),
  )
  .post('/visit', async (c) => c.json(await noteVisit(c.var.deps, c.var.actor)))
  .post('/checklist/skip', async (c) => {
    const { step } = await readJson(c, skipInput)
    return c.json(await skipStep(c.var.deps, c.var.actor, step))
  })
  .delete('/checklist', async (c) => c.json(await closeChecklist(c.var.deps, c.var.actor)))
