// The audit trail: appended in the transaction of the act it tells of.
import type { Queries } from './database.ts'

/** `details` holds no personal data: the trail outlives the people in it. */
export async function insertAuditEvent(
  db: Queries,
  organizationId: string | null,
  event: {
    actor_id: string | null
    action: string
    resource_type: string
    resource_id: string | null
    details?: Record<string, string | number | boolean | null>
  },
): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      ...event,
      details: JSON.stringify(event.details ?? {}),
      organization_id: organizationId,
    })
    .execute()
}
