// An owner takes a member out of the organization, or turns someone away who waits; the account stays.
import type { Actor } from '#domain/access.ts'
import { deleteMember } from '#data/members.ts'
import type { Deps } from '../deps.ts'
import { decideMember } from './decide-member.ts'

export async function removeMember(
  deps: Deps,
  actor: Actor | undefined,
  memberId: string,
): Promise<void> {
  await decideMember(deps, actor, memberId, async ({ tx, member }) => {
    await deleteMember(tx, memberId)
    return { action: member.is_approved ? 'member.removed' : 'member.declined' }
  })
}
