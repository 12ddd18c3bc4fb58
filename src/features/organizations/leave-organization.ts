// A pending member leaves the organization; the account remains.
import { ownOrganization, signedIn, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { deleteMember, findMember, listOwnersLocked } from '#data/organizations/members.ts'
import type { Deps } from '../deps.ts'

/** Only while pending: approved members are removed by owners. */
export async function leaveOrganization(deps: Deps, actor: Actor | undefined): Promise<void> {
  const person = signedIn(actor)
  const { user_id } = person
  const organizationId = ownOrganization(person)
  if (!organizationId) throw new AppError('organization.none')
  await deps.db.forOrganization(organizationId, async (tx) => {
    // The lock prevents an approval at the same time.
    await listOwnersLocked(tx, organizationId)
    const member = await findMember(tx, organizationId, user_id)
    if (!member || member.is_approved) throw new AppError('organization.leaveRefused')
    await deleteMember(tx, user_id)
    await insertAuditEvent(tx, organizationId, {
      actor_id: user_id,
      action: 'member.left',
      resource_type: 'profile',
      resource_id: user_id,
    })
    await insertLiveEvents(tx, organizationId, 'membership.changed', [user_id])
  })
}
