// A client adds an event to its organization's audit log: log_audit_event (docs/specification.md §7.4).
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { REPORTED, type AuditReportInput } from '#domain/audit/audit.ts'
import { numberedDetails, numberedId, resourceType } from '#domain/audit/reported-details.ts'
import { auditReportUses, rateLimited } from '#domain/limits.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { insertUses } from '#data/rate-limits.ts'
import type { Deps } from '../deps.ts'

/** The server sets actor, organization, time and origin, and marks the action as reported. */
export async function logEvent(
  deps: Deps,
  actor: Actor | undefined,
  report: AuditReportInput,
  from: { ip_address: string; user_agent: string | null },
): Promise<{ action: string }> {
  const { organizationId, userId } = approvedMember(actor)
  const over = await insertUses(deps.db.queries, auditReportUses(organizationId))
  if (over) throw rateLimited(over, deps.clock.now())
  const action = `${REPORTED}${report.p_action}` as const
  await deps.db.forOrganization(organizationId, (tx) =>
    insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action,
      resource_type: resourceType(report.p_resource_type),
      resource_id: numberedId(report.p_resource_id),
      details: numberedDetails(report.p_details ?? {}),
      ...from,
    }),
  )
  return { action }
}
