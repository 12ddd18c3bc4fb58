// Assigns an incident to a member, or removes the assignment.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { Incident } from '#domain/incidents/incidents.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { findIncident, updateIncidentAssignee } from '#data/incidents/incidents.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { findMember } from '#data/organizations/members.ts'
import type { Deps } from '../deps.ts'

export async function assignIncident(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  assignedTo: string | null,
): Promise<Incident> {
  const { organizationId, userId } = approvedMember(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    if (!(await findIncident(tx, organizationId, id))) throw new AppError('incidents.missing')
    if (assignedTo !== null) {
      const member = await findMember(tx, organizationId, assignedTo)
      if (!member?.is_approved) throw new AppError('incidents.assigneeUnknown')
    }
    await updateIncidentAssignee(tx, organizationId, id, assignedTo)
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'incident.assigned',
      resource_type: 'security_incident',
      resource_id: id,
      details: { assigned_to: assignedTo },
    })
    await insertLiveEvents(tx, organizationId, 'incident.updated', [id])
    const assigned = await findIncident(tx, organizationId, id)
    if (!assigned) throw new AppError('incidents.missing')
    return assigned
  })
}
