// POST /api/rpc/{name}: the procedures of docs/specification.md §7.4, with its names for their parameters.
import { Hono } from 'hono'
import { auditReportInput } from '#domain/audit.ts'
import { incidentInput } from '#domain/incidents.ts'
import { logEvent } from '#features/audit/log-event.ts'
import { reportIncident } from '#features/incidents/report-incident.ts'
import type { Ctx, Env } from './context.ts'
import { readJson } from './json-body.ts'
import { networkOf } from './network.ts'

const USER_AGENT_MAX = 500

/** Where a request comes from, as the server saw it. */
const originOf = (c: Ctx) => ({
  ip_address: networkOf(c).name,
  user_agent: c.req.header('user-agent')?.slice(0, USER_AGENT_MAX) ?? null,
})

export const rpcRoutes = new Hono<Env>()
  .post('/create_security_incident', async (c) =>
    c.json(
      await reportIncident(c.var.deps, c.var.actor, await readJson(c, incidentInput), originOf(c)),
    ),
  )
  .post('/log_audit_event', async (c) =>
    c.json(
      await logEvent(c.var.deps, c.var.actor, await readJson(c, auditReportInput), originOf(c)),
    ),
  )
