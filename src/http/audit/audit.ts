// /api/audit: the trail of an organization, for its owners.
import { Hono } from 'hono'
import { stream } from 'hono/streaming'
import { auditQuery } from '#domain/audit/audit.ts'
import { checkChain } from '#features/audit/check-chain.ts'
import { exportAudit, readAudit } from '#features/audit/read-audit.ts'
import type { Env } from '../context.ts'
import { readQuery } from '../json-body.ts'

export const auditRoutes = new Hono<Env>()
  .get('/', async (c) =>
    c.json(
      await readAudit(c.var.deps, c.var.actor, readQuery(c, auditQuery), c.req.query('cursor')),
    ),
  )
  .get('/check', async (c) => c.json(await checkChain(c.var.deps, c.var.actor)))
  .get('/export.csv', async (c) => {
    const lines = await exportAudit(c.var.deps, c.var.actor, readQuery(c, auditQuery))
    c.header('Content-Type', 'text/csv; charset=utf-8')
    c.header('Content-Disposition', 'attachment; filename="audit-log.csv"')
    return stream(c, async (body) => {
      for await (const line of lines) {
        if (body.aborted) return
        await body.write(line)
      }
    })
  })
