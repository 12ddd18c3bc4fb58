// An organization whose last owner goes by no act of its owners gets another one.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '../audit/audit.ts'
import type { Tx } from '../database.ts'
import { listOtherMembers, updateMemberToOwner } from './account-closings.ts'

/** Before this member goes. Returns whether an approved member is left. */
export async function updateNextOwner(
  tx: Tx,
  organizationId: OrganizationId,
  leavingId: string,
): Promise<boolean> {
  const others = await listOtherMembers(tx, organizationId, leavingId)
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
