// An owner withdraws what was a false alarm: it ends with its clock and its drafts, and stays in the register.
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

/** Refused once the authority or the people were told: what was said to others is not unsaid here. */
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
      // The reason stands in the incident; the log holds no free texts.
      details: { from: incident.status },
    })
    await insertLiveEvents(tx, organizationId, 'incident.updated', [id])
    const withdrawn = await findIncident(tx, organizationId, id)
    if (!withdrawn) throw new AppError('incidents.missing')
    return withdrawn
  })
}
