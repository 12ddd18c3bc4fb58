// An owner invites an address; the mail carries the link, and nothing else does.
import { ownedOrganization, type Actor } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import { invitationMailUses, rateLimited } from '#domain/limits.ts'
import type { MailViews } from '#domain/mails.ts'
import { INVITATION_DAYS } from '#domain/organizations.ts'
import { insertAuditEvent } from '#data/audit.ts'
import { insertInvitation } from '#data/invitations.ts'
import { insertMail } from '#data/mails.ts'
import { findMemberByEmail } from '#data/members.ts'
import { findOrganization } from '#data/organizations.ts'
import { insertUses } from '#data/usage.ts'
import { hashOf, newToken } from '#gateways/seal.ts'
import type { Deps } from '../deps.ts'

/** Answers the same whether or not the address has an account, here or with another organization. */
export async function inviteMember(
  deps: Deps,
  actor: Actor | undefined,
  email: string,
): Promise<{ email: string; expires_at: string }> {
  const organizationId = ownedOrganization(actor)
  const inviter = actor as Actor
  const token = newToken()
  const expires = new Date(deps.clock.now().getTime() + INVITATION_DAYS * 86_400_000)
  await deps.db.forOrganization(organizationId, async (tx) => {
    if (await findMemberByEmail(tx, organizationId, email)) {
      throw new AppError('organization.memberAlready')
    }
  })
  // Counted on its own: the organization's role sees no counts.
  const over = await insertUses(deps.db.queries, invitationMailUses(email, organizationId))
  if (over) throw rateLimited(over, deps.clock.now(), 'organization.invitationLimit')
  await deps.db.forOrganization(organizationId, async (tx) => {
    const organization = await findOrganization(tx, organizationId)
    if (!organization) throw new AppError('organization.none')
    const { id } = await insertInvitation(tx, organizationId, {
      email,
      token_hash: hashOf(token),
      invited_by: inviter.user_id,
      expires_at: expires,
    })
    const data: MailViews['invitation'] = {
      inviter: `${inviter.first_name} ${inviter.last_name}`,
      organization: organization.name,
      link: `${deps.appUrl}/organizations?${new URLSearchParams({ invitation: token })}`,
      daysValid: INVITATION_DAYS,
    }
    await insertMail(tx, {
      organization_id: organizationId,
      kind: 'invitation',
      recipient: email,
      sender_name: `${organization.name} via Storehand`,
      data_sealed: deps.seal.seal(JSON.stringify(data)),
    })
    await insertAuditEvent(tx, organizationId, {
      actor_id: inviter.user_id,
      action: 'member.invited',
      resource_type: 'invitation',
      resource_id: id,
    })
  })
  deps.wakeMails()
  return { email, expires_at: expires.toISOString() }
}
