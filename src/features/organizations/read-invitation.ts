// Shows an invitation to the holder of its mailed token, before sign-in.
import { fullName } from '#domain/full-name.ts'
import { brandOf } from '#domain/organizations/brand.ts'
import { AppError } from '#domain/errors.ts'
import { rateLimited, wrongProofUses, type Network } from '#domain/limits.ts'
import { invitationState, type InvitationView } from '#domain/organizations/organizations.ts'
import { findProfile } from '#data/accounts/profiles.ts'
import { hasUser } from '#data/accounts/users.ts'
import { findInvitation } from '#data/organizations/invitations.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { insertUses } from '#data/rate-limits.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'

export async function readInvitation(
  deps: Deps,
  token: string,
  network: Network,
): Promise<InvitationView> {
  const db = deps.db.queries
  const now = deps.clock.now()
  const invitation = await findInvitation(db, hashOf(token))
  const organization = invitation && (await findOrganization(db, invitation.organization_id))
  if (!invitation || !organization) {
    const over = await insertUses(db, wrongProofUses(network))
    throw over ? rateLimited(over, now) : new AppError('organization.invitationInvalid')
  }
  const { invited_by, email, expires_at } = invitation
  const inviter = invited_by === null ? undefined : await findProfile(db, invited_by)
  const state = invitationState(invitation, now)
  return {
    state,
    organization: { id: organization.id, ...brandOf(organization) },
    inviter: inviter ? fullName(inviter) : null,
    email,
    role: 'staff',
    expires_at,
    has_account: state === 'open' && (await hasUser(db, email)),
  }
}
