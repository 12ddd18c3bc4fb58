// An owner makes another member an owner, or staff again.
import type { Actor, Role } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { OrganizationMember } from '#domain/organizations/organizations.ts'
import { updateMemberRole } from '#data/organizations/members.ts'
import type { Deps } from '../deps.ts'
import { decideMember } from './decide-member.ts'

export async function changeRole(
  deps: Deps,
  actor: Actor | undefined,
  memberId: string,
  role: Role,
): Promise<OrganizationMember> {
  const changed = await decideMember(
    deps,
    actor,
    memberId,
    async ({ tx, organizationId, member }) => {
      if (!member.is_approved) throw new AppError('organization.memberPending')
      if (member.role === role) return null
      await updateMemberRole(tx, organizationId, memberId, role)
      return { action: 'member.role_changed', details: { from: member.role, to: role } }
    },
  )
  if (!changed) throw new AppError('organization.memberMissing')
  return changed
}
