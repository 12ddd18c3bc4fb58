// The link in an invitation to apply: ends all further ones of that organization to that address, without a session (RFC 8058).
import { rateLimited, wrongProofUses, type Network } from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertUses } from '#data/rate-limits.ts'
import { findInvitingOrganization, upsertUnsubscription } from '#data/store/job-invitations.ts'
import { openInvitationKey, readJobInvitationToken } from '#gateways/store/invitation-keys.ts'
import type { Deps } from '../deps.ts'

export { isJobInvitationToken } from '#gateways/store/invitation-keys.ts'

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
  const words = readJobInvitationToken(token)
  const found = words && (await findInvitingOrganization(deps.db.queries, words.organization))
  if (found && openInvitationKey(deps.secrets, found.key_sealed).isSigned(words)) {
    const { organization_id: organizationId, name: organization } = found
    return { organizationId, organization, hash: words.hash }
  }
  const over = await insertUses(deps.db.queries, wrongProofUses(network))
  if (over) throw rateLimited(over, deps.clock.now())
  return undefined
}

/** A waiting mail is checked again before it is sent, so it stays in the queue. */
export const endJobInvitations = (
  deps: Deps,
  { organizationId, hash }: InvitedAddress,
): Promise<void> =>
  deps.db.forOrganization(organizationId, (tx) =>
    upsertUnsubscription(tx, organizationId, hash, deps.clock.now()),
  )
