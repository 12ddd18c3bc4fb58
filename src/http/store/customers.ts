// /api/customers: the refresh of what the store knows of all applicants.
import { Hono } from 'hono'
import {
  beginCustomerRefresh,
  readCustomerRefresh,
  resumeCustomerRefresh,
  stopCustomerRefresh,
} from '#features/store/customers/refresh-customers.ts'
import type { Env } from '../context.ts'

export const customerRoutes = new Hono<Env>()
  .get('/refresh', async (c) => c.json(await readCustomerRefresh(c.var.deps, c.var.actor)))
  .post('/refresh', async (c) => c.json(await beginCustomerRefresh(c.var.deps, c.var.actor), 202))
  .post('/refresh/stop', async (c) => c.json(await stopCustomerRefresh(c.var.deps, c.var.actor)))
  .post('/refresh/resume', async (c) =>
    c.json(await resumeCustomerRefresh(c.var.deps, c.var.actor), 202),
  )
