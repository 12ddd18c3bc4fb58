// The members of the organization; for owners also pending members and open invitations.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import type { MembersView } from '#domain/organizations/organizations.ts'
import { listOpenInvitations } from '#data/organizations/invitations.ts'
import { listMembers, listPendingMembers } from '#data/organizations/members.ts'
import type { Deps } from '../deps.ts'

export function readMembers(deps: Deps, actor: Actor | undefined): Promise<MembersView> {
  const { organizationId } = approvedMember(actor)
  const isOwner = actor?.role === 'organization_owner'
  return deps.db.readForOrganization(organizationId, async (tx) => ({
    members: await listMembers(tx, organizationId),
    pending: isOwner ? await listPendingMembers(tx, organizationId) : null,
    invitations: isOwner ? await listOpenInvitations(tx, organizationId, deps.clock.now()) : null,
  }))
}
