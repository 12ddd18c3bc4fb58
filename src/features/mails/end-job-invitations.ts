// The link in an invitation to apply: ends all further ones of that organization to that address, without a session (RFC 8058).
import { rateLimited, wrongProofUses, type Network } from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Language } from '#domain/texts/locale.ts'
import { isUuid } from '#domain/uuid.ts'
import { insertUses } from '#data/rate-limits.ts'
import { findInvitingOrganization, upsertUnsubscription } from '#data/store/job-invitations.ts'
import { openInvitationKey, type InvitationKey } from '#gateways/store/invitation-keys.ts'
import type { Deps } from '../deps.ts'

/** Tells these links from those in mails to staff. */
const BEGIN = 'invited'

/** Good as long as the organization is: the mail may be kept for years, and the link can do nothing else. */
export function jobInvitationLink(
  deps: Pick<Deps, 'appUrl'>,
  {
    organizationId,
    hash,
    key,
    language,
  }: { organizationId: OrganizationId; hash: Buffer; key: InvitationKey; language: Language },
): string {
  const [address, signature] = [hash, key.signatureOf(hash)].map((each) =>
    each.toString('base64url'),
  )
  return `${deps.appUrl}/api/unsubscribe?token=${BEGIN}.${organizationId}.${address}.${signature}&lang=${language}`
}

export const isJobInvitationToken = (token: string): boolean => token.startsWith(`${BEGIN}.`)

export type InvitedAddress = {
  organizationId: OrganizationId
  organization: string
  hash: Buffer
}

/** Undefined for an invalid link. Attempts are rate-limited, although 256 bits cannot be guessed. */
export async function readJobInvitationLink(
  deps: Deps,
  token: string,
  network: Network,
): Promise<InvitedAddress | undefined> {
  const [, id = '', address = '', signature = ''] = token.split('.')
  const found = isUuid(id) ? await findInvitingOrganization(deps.db.queries, id) : undefined
  if (found) {
    const [hash, signed] = [address, signature].map((part) => Buffer.from(part, 'base64url'))
    const key = openInvitationKey(deps.secrets, found.key_sealed)
    // Only one spelling is accepted, so that the signature covers the whole link.
    const isOneSpelling =
      hash?.toString('base64url') === address && signed?.toString('base64url') === signature
    if (hash && signed && isOneSpelling && key.isSigned(hash, signed)) {
      return { organizationId: found.organization_id, organization: found.name, hash }
    }
  }
  const over = await insertUses(deps.db.queries, wrongProofUses(network))
  if (over) throw rateLimited(over, deps.clock.now())
  return undefined
}

/** A mail that waits is looked at again when it is sent, and stays here. */
export const endJobInvitations = (
  deps: Deps,
  { organizationId, hash }: InvitedAddress,
): Promise<void> =>
  deps.db.forOrganization(organizationId, (tx) =>
    upsertUnsubscription(tx, organizationId, hash, deps.clock.now()),
  )
