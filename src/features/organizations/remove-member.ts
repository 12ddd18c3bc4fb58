// An owner removes a member or declines a pending one; the account remains.
import type { Actor } from '#domain/accounts/access.ts'
import { deleteMember } from '#data/organizations/members.ts'
import type { Deps } from '../deps.ts'
import { decideMember } from './decide-member.ts'
import { mailDecision } from './mail-decision.ts'

export async function removeMember(
  deps: Deps,
  actor: Actor | undefined,
  memberId: string,
): Promise<void> {
  await decideMember(deps, actor, memberId, async ({ tx, organizationId, member }) => {
    await deleteMember(tx, memberId)
    if (!member.is_approved) await mailDecision(deps, tx, organizationId, member, 'join-declined')
    return { action: member.is_approved ? 'member.removed' : 'member.declined' }
  })
}
