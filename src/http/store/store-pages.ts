// /api/store/pages and /api/store/data-requests: what the dashboard shows of the pages in the store.
import { Hono } from 'hono'
import { exportHeldData } from '#features/store/notices/announce-data-request.ts'
import { readStorePages } from '#features/store/pages/read-pages.ts'
import type { Env } from '../context.ts'
import { idParam } from '../json-body.ts'

export const storePageRoutes = new Hono<Env>()
  .get('/pages', async (c) => c.json(await readStorePages(c.var.deps, c.var.actor)))
  .get('/data-requests/:requestId/export.json', async (c) => {
    const held = await exportHeldData(c.var.deps, c.var.actor, idParam(c, 'requestId'))
    c.header('Content-Disposition', 'attachment; filename="data-request.json"')
    c.header('Cache-Control', 'no-store')
    return c.body(JSON.stringify(held, null, 2), 200, { 'Content-Type': 'application/json' })
  })
