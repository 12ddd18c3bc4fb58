// POST /api/rpc/{name}: the procedures of docs/specification.md §7.4, with its names for their parameters.
import { Hono } from 'hono'
import { auditReportInput } from '#domain/audit/audit.ts'
import { incidentInput } from '#domain/incidents/incidents.ts'
import { logEvent } from '#features/audit/log-event.ts'
import { reportIncident } from '#features/incidents/report-incident.ts'
import type { Env } from './context.ts'
import { readJson } from './json-body.ts'
import { originOfCall } from './session.ts'

export const rpcRoutes = new Hono<Env>()
  .post('/create_security_incident', async (c) =>
    c.json(
      await reportIncident(
        c.var.deps,
        c.var.actor,
        await readJson(c, incidentInput),
        originOfCall(c),
      ),
    ),
  )
  .post('/log_audit_event', async (c) =>
    c.json(
      await logEvent(c.var.deps, c.var.actor, await readJson(c, auditReportInput), originOfCall(c)),
    ),
  )
