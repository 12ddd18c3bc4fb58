// Publishes live events for changed applicants: one for each, or one for all when there are many.
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

/** Above this number, one reload of the list is faster than an update for each applicant. */
const MAX_SINGLE_EVENTS = 20

export async function publishChanges(
  tx: Tx,
  organizationId: OrganizationId,
  rows: readonly { id: string }[],
): Promise<void> {
  if (rows.length > MAX_SINGLE_EVENTS) {
    await insertLiveEvents(tx, organizationId, 'applicants.changed', [organizationId])
    return
  }
  const ids = rows.map(({ id }) => id)
  await insertLiveEvents(tx, organizationId, 'applicant.updated', ids)
}
