// Mails to the owners of an organization, about the organization.
import type { MailViews } from '#domain/mails/mails.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Tx } from '../database.ts'
import { listOwnerAddresses } from '../organizations/members.ts'
import { insertMails } from './mails.ts'

/** `viewFor`: what the mail to this address is made of; its links may differ by where the owner opens the dashboard. */
export async function insertOwnerMails<Kind extends keyof MailViews>(
  { secrets }: { secrets: { encrypt(plain: string): string } },
  tx: Tx,
  organizationId: OrganizationId,
  { kind, viewFor }: { kind: Kind; viewFor: (recipient: string) => MailViews[Kind] },
): Promise<void> {
  const recipients = await listOwnerAddresses(tx, organizationId)
  const mails = recipients.map((recipient) => ({
    organization_id: organizationId,
    kind,
    recipient,
    sender_name: 'Storehand',
    data_sealed: secrets.encrypt(JSON.stringify(viewFor(recipient))),
  }))
  await insertMails(tx, mails)
}
