// Shared by all decisions about members: permission, locking, audit event and live event.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import type { AuditAction } from '#domain/audit/audit-actions.ts'
import { AppError } from '#domain/errors.ts'
import { refuseDecision, type OrganizationMember } from '#domain/organizations/organizations.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { findMember, listOwnersLocked } from '#data/organizations/members.ts'
import type { Deps } from '../deps.ts'

type Decision = {
  tx: Tx
  organizationId: OrganizationId
  actorId: string
  /** Read under the lock: no other decision about members runs at the same time. */
  member: OrganizationMember
}

/** `act` changes the member and returns the audit event, or null when nothing changed. */
export async function decideMember(
  deps: Deps,
  actor: Actor | undefined,
  memberId: string,
  act: (
    decision: Decision,
  ) => Promise<{ action: AuditAction; details?: Record<string, string> } | null>,
): Promise<OrganizationMember | undefined> {
  const { organizationId, userId: actorId } = approvedOwner(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    // Checks again under the lock: another owner may have demoted this one since the request began.
    refuseDecision(await listOwnersLocked(tx, organizationId), actorId, memberId)
    const before = await findMember(tx, organizationId, memberId)
    if (!before) throw new AppError('organization.memberMissing')
    const done = await act({ tx, organizationId, actorId, member: before })
    if (done) {
      await insertAuditEvent(tx, organizationId, {
        actor_id: actorId,
        ...done,
        resource_type: 'profile',
        resource_id: memberId,
      })
      await insertLiveEvents(tx, organizationId, 'membership.changed', [memberId])
    }
    return findMember(tx, organizationId, memberId)
  })
}
