// Moves an incident to its next status. Statuses never go back.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  canAdvance,
  isOver,
  incidentStatusLabel,
  type Incident,
  type IncidentStatus,
} from '#domain/incidents/incidents.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { findIncident, updateIncidentStatus } from '#data/incidents/incidents.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'

/** Throws AppError incidents.missing, incidents.moveRefused (with the current status, when another person was first). */
export async function advanceIncident(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  to: IncidentStatus,
): Promise<Incident> {
  const { organizationId, userId } = approvedMember(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    const read = async () => {
      const found = await findIncident(tx, organizationId, id)
      if (!found) throw new AppError('incidents.missing')
      return found
    }
    const refused = (status: IncidentStatus) =>
      new AppError('incidents.moveRefused', { values: { status: incidentStatusLabel(status) } })
    const { status: from } = await read()
    if (!canAdvance(from, to)) throw refused(from)
    const step = { status: to, isOver: isOver(to) }
    if (!(await updateIncidentStatus(tx, organizationId, id, from, step))) {
      throw refused((await read()).status)
    }
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'incident.moved',
      resource_type: 'security_incident',
      resource_id: id,
      details: { from, to },
    })
    await insertLiveEvents(tx, organizationId, 'incident.updated', [id])
    return read()
  })
}
