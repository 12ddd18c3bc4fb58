// An owner invites an email address. Only the mail contains the link.
import { fullName } from '#domain/full-name.ts'
import { approvedOwner, signedIn, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { invitationMailUses } from '#domain/accounts/account-limits.ts'
import { rateLimited, YOUNG_ORGANIZATION_DAYS, type Network } from '#domain/limits.ts'
import { senderName } from '#domain/mails/mail-names.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import { INVITATION_DAYS } from '#domain/organizations/organizations.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { upsertInvitation } from '#data/organizations/invitations.ts'
import { insertMail } from '#data/mails/mails.ts'
import { findMember, findMemberByEmail } from '#data/organizations/members.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { insertUses } from '#data/rate-limits.ts'
import { hashOf, newToken } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'

/** Returns the same whether or not the address has an account, here or with another organization. */
export async function inviteMember(
  deps: Deps,
  actor: Actor | undefined,
  email: string,
  network: Network,
): Promise<{ email: string; expires_at: string }> {
  const { organizationId } = approvedOwner(actor)
  const inviter = signedIn(actor)
  const token = newToken()
  const now = deps.clock.now()
  const expires = new Date(now.getTime() + INVITATION_DAYS * 86_400_000)
  const organization = await deps.db.readForOrganization(organizationId, async (tx) => {
    if (await findMemberByEmail(tx, organizationId, email)) {
      throw new AppError('organization.memberAlready')
    }
    const found = await findOrganization(tx, organizationId)
    if (!found) throw new AppError('organization.none')
    const owner = await findMember(tx, organizationId, inviter.user_id)
    const age = now.getTime() - Date.parse(found.created_at)
    return {
      ...found,
      isYoung: age < YOUNG_ORGANIZATION_DAYS * 86_400_000,
      isProven: owner?.email_verified ?? false,
    }
  })
  // Outside the transaction, so that attempts that fail later count too.
  const over = await insertUses(deps.db.queries, invitationMailUses(email, organization, network))
  if (over) throw rateLimited(over, now)
  await deps.db.forOrganization(organizationId, async (tx) => {
    const { id } = await upsertInvitation(tx, organizationId, {
      email,
      token_hash: hashOf(token),
      invited_by: inviter.user_id,
      expires_at: expires,
    })
    const data: MailViews['invitation'] = {
      inviter: fullName(inviter),
      organization: organization.name,
      link: `${deps.appUrl}/organizations?${new URLSearchParams({ invitation: token })}`,
      daysValid: INVITATION_DAYS,
    }
    await insertMail(tx, {
      organization_id: organizationId,
      kind: 'invitation',
      recipient: email,
      sender_name: senderName(organization.name),
      data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
    })
    await insertAuditEvent(tx, organizationId, {
      actor_id: inviter.user_id,
      action: 'member.invited',
      resource_type: 'invitation',
      resource_id: id,
    })
  })
  return { email, expires_at: expires.toISOString() }
}
