// Reports a security incident: create_security_incident (docs/specification.md §7.4).
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import type { AuditAction } from '#domain/audit/audit-actions.ts'
import { draftNotices } from '#domain/incidents/breaches.ts'
import { AppError } from '#domain/errors.ts'
import {
  deadlineOf,
  isBreach,
  type Incident,
  type IncidentInput,
} from '#domain/incidents/incidents.ts'
import { incidentUses, rateLimited } from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { countPeople, insertBreach } from '#data/incidents/breaches.ts'
import type { WholeTx } from '#data/database.ts'
import { findIncident, insertIncident } from '#data/incidents/incidents.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { insertUses } from '#data/rate-limits.ts'
import type { Deps } from '../deps.ts'

/** Source address and user agent default to those of the request. For a breach it also creates the breach record. */
export async function reportIncident(
  deps: Deps,
  actor: Actor | undefined,
  input: IncidentInput,
  from: { ip_address: string; user_agent: string | null },
): Promise<Incident> {
  const { organizationId, userId } = approvedMember(actor)
  const over = await insertUses(deps.db.queries, incidentUses(organizationId))
  if (over) throw rateLimited(over, deps.clock.now(), 'incidents.limit')
  return deps.db.includingRestricted(organizationId, async (tx) => {
    const { id } = await insertIncident(tx, organizationId, {
      ...input,
      p_source_ip: input.p_source_ip ?? from.ip_address,
      p_user_agent: input.p_user_agent ?? from.user_agent,
    })
    const created = await findIncident(tx, organizationId, id)
    if (!created) throw new AppError('incidents.missing')
    const { severity } = created
    const recordAudit = (action: AuditAction) =>
      insertAuditEvent(tx, organizationId, {
        actor_id: userId,
        action,
        resource_type: 'security_incident',
        resource_id: id,
        details: { severity },
      })
    if (isBreach(created)) {
      await insertBreachRecord(tx, organizationId, created, actor)
      await recordAudit('incident.created')
      await recordAudit('breach.prepared')
    } else await recordAudit('incident.created')
    await insertLiveEvents(tx, organizationId, 'incident.created', [id])
    return (await findIncident(tx, organizationId, id)) ?? created
  })
}

async function insertBreachRecord(
  tx: WholeTx,
  organizationId: OrganizationId,
  incident: Incident,
  actor?: Actor,
) {
  const organization = await findOrganization(tx, organizationId)
  const everybody = await countPeople(tx, organizationId, {
    audience: 'all',
    audience_since: null,
    audience_list: [],
  })
  // When fewer people are affected, a member must choose the audience 'all' explicitly.
  const isEverybody = incident.affected_users === 0 || incident.affected_users >= everybody
  await insertBreach(tx, organizationId, {
    incident_id: incident.id,
    aware_at: incident.created_at,
    deadline_at: deadlineOf(incident.created_at),
    audience: isEverybody ? 'all' : 'list',
    ...draftNotices(incident, organization?.name ?? '', actor?.email ?? ''),
  })
}
