// An owner withdraws an open invitation; its link becomes invalid.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { updateInvitationWithdrawn } from '#data/organizations/invitations.ts'
import type { Deps } from '../deps.ts'

export async function withdrawInvitation(
  deps: Deps,
  actor: Actor | undefined,
  invitationId: string,
): Promise<void> {
  const { organizationId, userId } = approvedOwner(actor)
  await deps.db.forOrganization(organizationId, async (tx) => {
    if (!(await updateInvitationWithdrawn(tx, organizationId, invitationId))) {
      throw new AppError('organization.invitationMissing')
    }
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'member.invitation_withdrawn',
      resource_type: 'invitation',
      resource_id: invitationId,
    })
  })
}
