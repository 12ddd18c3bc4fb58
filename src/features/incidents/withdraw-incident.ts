// An owner withdraws a false alarm: its clock and drafts end; the incident stays in the list.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { Incident } from '#domain/incidents/incidents.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { findBreach } from '#data/incidents/breaches.ts'
import {
  findIncident,
  findIncidentForUpdate,
  updateIncidentWithdrawn,
} from '#data/incidents/incidents.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'

/** Throws AppError incidents.withdrawTold after the authority or the people concerned were notified. */
export function withdrawIncident(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  reason: string,
): Promise<Incident> {
  const { organizationId, userId } = approvedOwner(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    const incident = await findIncidentForUpdate(tx, organizationId, id)
    if (!incident) throw new AppError('incidents.missing')
    const breach = await findBreach(tx, organizationId, id)
    if (breach?.authority_told_at || breach?.confirmed_at) {
      throw new AppError('incidents.withdrawTold')
    }
    const end = { at: deps.clock.now(), reason }
    if (!(await updateIncidentWithdrawn(tx, organizationId, id, end))) {
      throw new AppError('incidents.withdrawnAlready')
    }
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'incident.withdrawn',
      resource_type: 'security_incident',
      resource_id: id,
      // The reason is stored in the incident; the audit log contains no free text.
      details: { from: incident.status },
    })
    await insertLiveEvents(tx, organizationId, 'incident.updated', [id])
    const withdrawn = await findIncident(tx, organizationId, id)
    if (!withdrawn) throw new AppError('incidents.missing')
    return withdrawn
  })
}
