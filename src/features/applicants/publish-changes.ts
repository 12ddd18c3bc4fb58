// Tells open screens which applicants have changed, one by one or, where they are many, all together.
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

/** Beyond this a screen that reads its list anew is quicker than one that is told of each person. */
const TOLD_ONE_BY_ONE = 20

export async function publishChanges(
  tx: Tx,
  organizationId: OrganizationId,
  rows: readonly { id: string }[],
): Promise<void> {
  if (rows.length > TOLD_ONE_BY_ONE) {
    await insertLiveEvents(tx, organizationId, 'applicants.changed', [organizationId])
    return
  }
  const ids = rows.map(({ id }) => id)
  await insertLiveEvents(tx, organizationId, 'applicant.updated', ids)
}
