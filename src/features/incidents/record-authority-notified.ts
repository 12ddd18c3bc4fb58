// Records when, and under which reference, the breach was reported to the authority. This stops the 72-hour clock.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import type { AuthorityNotifiedInput, BreachView } from '#domain/incidents/breaches.ts'
import { AppError } from '#domain/errors.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { findBreach, updateAuthorityNotified } from '#data/incidents/breaches.ts'
import { findIncidentForUpdate } from '#data/incidents/incidents.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import type { Deps } from '../deps.ts'
import { viewBreach } from './read-incidents.ts'

/** Tolerance for different clocks. */
const AHEAD_MS = 5 * 60_000

export async function recordAuthorityNotified(
  deps: Deps,
  actor: Actor | undefined,
  incidentId: string,
  input: AuthorityNotifiedInput,
): Promise<BreachView> {
  const { organizationId, userId } = approvedMember(actor)
  const refuse = (code: 'breach.dateAhead' | 'breach.dateInvalid') => {
    const refusal = new AppError(code)
    return new AppError(code, { fields: { authority_told_at: refusal.message } })
  }
  return deps.db.includingRestricted(organizationId, async (tx) => {
    const incident = await findIncidentForUpdate(tx, organizationId, incidentId)
    if (!incident) throw new AppError('incidents.missing')
    if (incident.withdrawn_at) throw new AppError('incidents.withdrawnAlready')
    const breach = await findBreach(tx, organizationId, incidentId)
    if (!breach) throw new AppError('breach.missing')
    const at = Date.parse(input.authority_told_at)
    if (at > deps.clock.now().getTime() + AHEAD_MS) throw refuse('breach.dateAhead')
    // Not before the breach was known. One minute of tolerance, because the date field has no seconds.
    if (at < Date.parse(breach.aware_at) - 60_000) throw refuse('breach.dateInvalid')
    if (!(await updateAuthorityNotified(tx, organizationId, incidentId, input))) {
      throw new AppError('breach.toldAlready')
    }
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'breach.authority_told',
      resource_type: 'security_incident',
      resource_id: incidentId,
      details: { at: input.authority_told_at },
    })
    await insertLiveEvents(tx, organizationId, 'incident.updated', [incidentId])
    return viewBreach(tx, organizationId, incidentId)
  })
}
