// /api/audit: the trail of an organization, for its owners; and the procedure that adds to it.
import { stream } from 'hono/streaming'
import { auditContracts } from '#domain/audit/audit-contract.ts'
import { checkChain } from '#features/audit/check-chain.ts'
import { logEvent } from '#features/audit/log-event.ts'
import { exportAudit, readAudit } from '#features/audit/read-audit.ts'
import { mount } from '../mount.ts'
import { originOfCall } from '../session.ts'

export const auditRoutes = mount(auditContracts, {
  'GET /api/audit': ({ deps, actor, query: { cursor, ...filter } }) =>
    readAudit(deps, actor, filter, cursor),
  'GET /api/audit/check': ({ deps, actor }) => checkChain(deps, actor),
  'GET /api/audit/export.csv': async ({ c, deps, actor, query }) => {
    const lines = await exportAudit(deps, actor, query)
    c.header('Content-Type', 'text/csv; charset=utf-8')
    c.header('Content-Disposition', 'attachment; filename="audit-log.csv"')
    return stream(c, async (body) => {
      for await (const line of lines) {
        if (body.aborted) return
        await body.write(line)
      }
    })
  },
  'POST /api/rpc/log_audit_event': ({ c, deps, actor, body }) =>
    logEvent(deps, actor, body, originOfCall(c)),
})
