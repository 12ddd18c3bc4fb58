// /api/incidents: the register, one incident, and the record of a breach.
import { incidentContracts } from '#domain/incidents/incidents-contract.ts'
import { advanceIncident } from '#features/incidents/advance-incident.ts'
import { assignIncident } from '#features/incidents/assign-incident.ts'
import { editBreach, previewNotice } from '#features/incidents/edit-breach.ts'
import { recordAuthorityNotified } from '#features/incidents/record-authority-notified.ts'
import {
  readIncident,
  readIncidentCounts,
  readIncidents,
  readUrgentIncidents,
} from '#features/incidents/read-incidents.ts'
import { reportIncident } from '#features/incidents/report-incident.ts'
import { confirmBreachNotices } from '#features/incidents/send-breach-notices.ts'
import { withdrawIncident } from '#features/incidents/withdraw-incident.ts'
import { mount } from '../mount.ts'
import { originOfCall } from '../session.ts'

export const incidentRoutes = mount(incidentContracts, {
  'POST /api/rpc/create_security_incident': ({ c, deps, actor, body }) =>
    reportIncident(deps, actor, body, originOfCall(c)),
  'GET /api/incidents': ({ deps, actor, query }) =>
    readIncidents(deps, actor, query.itab, query.cursor),
  'GET /api/incidents/counts': ({ deps, actor }) => readIncidentCounts(deps, actor),
  'GET /api/incidents/urgent': async ({ deps, actor }) => ({
    incidents: await readUrgentIncidents(deps, actor),
  }),
  'GET /api/incidents/:incidentId': ({ deps, actor, params }) =>
    readIncident(deps, actor, params.incidentId),
  'PATCH /api/incidents/:incidentId/status': ({ deps, actor, params, body }) =>
    advanceIncident(deps, actor, params.incidentId, body.status),
  'POST /api/incidents/:incidentId/withdraw': ({ deps, actor, params, body }) =>
    withdrawIncident(deps, actor, params.incidentId, body.reason),
  'PATCH /api/incidents/:incidentId/assigned': ({ deps, actor, params, body }) =>
    assignIncident(deps, actor, params.incidentId, body.assigned_to),
  'PATCH /api/incidents/:incidentId/breach': ({ deps, actor, params, body }) =>
    editBreach(deps, actor, params.incidentId, body),
  'GET /api/incidents/:incidentId/breach/preview': ({ deps, actor, params }) =>
    previewNotice(deps, actor, params.incidentId),
  'POST /api/incidents/:incidentId/breach/authority-told': ({ deps, actor, params, body }) =>
    recordAuthorityNotified(deps, actor, params.incidentId, body),
  'POST /api/incidents/:incidentId/breach/send': ({ deps, actor, params, body }) =>
    confirmBreachNotices(deps, actor, params.incidentId, body.people),
})
