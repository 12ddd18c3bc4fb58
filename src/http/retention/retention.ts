// /api/retention: what the deletion by the clock is about to do, and an owner's word where it waits for one.
import { Hono } from 'hono'
import { confirmRetentionInput } from '#domain/retention/retention-input.ts'
import { confirmRetention } from '#features/retention/confirm-retention.ts'
import { readRetention, readRetentionPreview } from '#features/retention/read-retention.ts'
import type { Env } from '../context.ts'
import { readJson } from '../json-body.ts'

export const retentionRoutes = new Hono<Env>()
  .get('/', async (c) => c.json(await readRetention(c.var.deps, c.var.actor)))
  .get('/preview', async (c) => c.json(await readRetentionPreview(c.var.deps, c.var.actor)))
  .post('/confirm', async (c) => {
    const { applicants } = await readJson(c, confirmRetentionInput)
    return c.json(await confirmRetention(c.var.deps, c.var.actor, applicants))
  })
