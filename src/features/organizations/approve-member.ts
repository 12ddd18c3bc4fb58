// An owner approves a pending member.
import type { Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { OrganizationMember } from '#domain/organizations/organizations.ts'
import { updateMemberApproved } from '#data/organizations/members.ts'
import type { Deps } from '../deps.ts'
import { decideMember } from './decide-member.ts'
import { mailDecision } from './mail-decision.ts'

/** Idempotent: when two owners approve at once, both succeed. */
export async function approveMember(
  deps: Deps,
  actor: Actor | undefined,
  memberId: string,
): Promise<OrganizationMember> {
  const approved = await decideMember(
    deps,
    actor,
    memberId,
    async ({ tx, organizationId, actorId, member }) => {
      if (member.is_approved) return null
      // The person may have withdrawn the request or created an organization meanwhile.
      const isIn = await updateMemberApproved(tx, organizationId, memberId, actorId)
      if (!isIn) throw new AppError('organization.memberMissing')
      await mailDecision(deps, tx, organizationId, member, 'join-approved')
      return { action: 'member.approved' }
    },
  )
  if (!approved) throw new AppError('organization.memberMissing')
  return approved
}
