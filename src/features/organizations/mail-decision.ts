// Mails a pending person the owner's decision.
import { senderName } from '#domain/mails/mail-names.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import type { OrganizationMember } from '#domain/organizations/organizations.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { dashboardLinks } from '#domain/store/framed-address.ts'
import type { Tx } from '#data/database.ts'
import { insertMail } from '#data/mails/mails.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { listStoresOfReaders } from '#data/store/store-people.ts'
import type { Deps } from '../deps.ts'

/** Runs in the transaction of the decision. Only to a verified address: anyone can request to join with another person's. */
export async function mailDecision(
  deps: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  member: OrganizationMember,
  kind: 'join-approved' | 'join-declined',
): Promise<void> {
  const organization = await findOrganization(tx, organizationId)
  if (!organization || !member.email_verified) return
  const linkTo = dashboardLinks(deps, await listStoresOfReaders(tx, organizationId))
  const data: MailViews[typeof kind] = {
    shopName: organization.name,
    link: linkTo(member.email, '/admin'),
  }
  await insertMail(tx, {
    organization_id: organizationId,
    kind,
    recipient: member.email,
    sender_name: senderName(organization.name),
    data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
  })
}
