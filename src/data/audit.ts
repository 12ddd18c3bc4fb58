// The audit trail: appended in the transaction of the act it tells of.
import type { Queries } from './database.ts'

/** `details` holds no personal data: the trail outlives the people in it. */
type AuditEvent = {
  actor_id: string | null
  action: string
  resource_type: string
  resource_id: string | null
  details?: Record<string, string | number | boolean | null>
}

export async function insertAuditEvent(
  db: Queries,
  organizationId: string | null,
  event: AuditEvent,
): Promise<void> {
  await insertAuditEvents(db, organizationId, [event])
}

/** Those of one act on many, in one statement. */
export async function insertAuditEvents(
  db: Queries,
  organizationId: string | null,
  events: readonly AuditEvent[],
): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('audit_events')
    .values(
      events.map((event) => ({
        ...event,
        details: JSON.stringify(event.details ?? {}),
        organization_id: organizationId,
      })),
    )
    .execute()
}
