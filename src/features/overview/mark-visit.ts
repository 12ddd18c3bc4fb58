// Records a member's visit of the overview or applicant list, so that the next visit can show new applications.
import { approvedMember, signedIn, type Actor } from '#domain/accounts/access.ts'
import { updateVisit } from '#data/overview/today.ts'
import type { Deps } from '../deps.ts'

export async function markVisit(
  deps: Deps,
  actor: Actor | undefined,
): Promise<{ seen_at: string }> {
  const { organizationId } = approvedMember(actor)
  const now = deps.clock.now()
  await deps.db.forOrganization(organizationId, (tx) =>
    updateVisit(tx, organizationId, signedIn(actor).user_id, now),
  )
  return { seen_at: now.toISOString() }
}
