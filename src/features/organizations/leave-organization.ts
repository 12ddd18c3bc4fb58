// Someone who waits for an approval goes away again; their account stays.
import { signedIn, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { deleteMember, findMember, listOwnersLocked } from '#data/organizations/members.ts'
import type { Deps } from '../deps.ts'

/** Only while they wait: what an approved member may do is for the owners to take. */
export async function leaveOrganization(deps: Deps, actor: Actor | undefined): Promise<void> {
  const { user_id, organization_id } = signedIn(actor)
  if (!organization_id) throw new AppError('organization.none')
  await deps.db.forOrganization(organization_id, async (tx) => {
    // No owner approves them until this has ended.
    await listOwnersLocked(tx, organization_id)
    const member = await findMember(tx, organization_id, user_id)
    if (!member || member.is_approved) throw new AppError('organization.leaveRefused')
    await deleteMember(tx, user_id)
    await insertAuditEvent(tx, organization_id, {
      actor_id: user_id,
      action: 'member.left',
      resource_type: 'profile',
      resource_id: user_id,
    })
    await insertLiveEvents(tx, organization_id, 'membership.changed', [user_id])
  })
}
