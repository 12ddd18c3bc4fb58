// An organization whose last owner goes by no act of its owners gets another one.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { listOtherMembers, updateMemberToOwner } from '#data/accounts/account-closings.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'

/** Before this member goes. Returns whether an approved member is left. */
export async function keepAnOwner(
  tx: Tx,
  organizationId: OrganizationId,
  userId: string,
): Promise<boolean> {
  const others = await listOtherMembers(tx, organizationId, userId)
  const [longest] = others
  if (!longest) return false
  if (others.some(({ role }) => role === 'organization_owner')) return true
  // The last owner cannot close the account or leave, but the other owners may have left since.
  await updateMemberToOwner(tx, organizationId, longest.id)
  await insertAuditEvent(tx, organizationId, {
    actor_id: null,
    action: 'member.promoted',
    resource_type: 'user',
    resource_id: longest.id,
  })
  return true
}
