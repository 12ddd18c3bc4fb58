// Whoever was invited comes to the door: an owner still has to open it.
import { signedIn, type Actor } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import type { Organization } from '#domain/organizations.ts'
import { findProfile, updateProfileToPending } from '#data/accounts.ts'
import { insertAuditEvent } from '#data/audit.ts'
import {
  findInvitationLocked,
  insertJoinRequest,
  updateInvitationAccepted,
} from '#data/invitations.ts'
import { insertLiveEvents } from '#data/live-events.ts'
import { hashOf } from '#gateways/seal.ts'
import { proveAddress } from './first-proof.ts'
import type { Deps } from '../deps.ts'

/** Only an account of the invited address can accept. Accepting again is a success while the person is still there. */
export async function acceptInvitation(
  deps: Deps,
  actor: Actor | undefined,
  token: string,
): Promise<{ organization: Pick<Organization, 'id' | 'name' | 'slug'> }> {
  const person = signedIn(actor)
  return deps.db.transaction(async (tx) => {
    const invitation = await findInvitationLocked(tx, hashOf(token), deps.clock.now())
    if (!invitation) throw new AppError('organization.invitationInvalid')
    if (invitation.email !== person.email) throw new AppError('organization.invitationOther')
    const organization = {
      id: invitation.organization_id,
      name: invitation.organization_name,
      slug: invitation.organization_slug,
    }
    // Read after the lock: a second click may have waited for the first.
    const profile = await findProfile(tx, person.user_id)
    if (profile?.organization_id === organization.id) return { organization }
    // Used, and the person is out again: an owner decided that, and only a new invitation changes it.
    if (invitation.accepted_at) throw new AppError('organization.invitationInvalid')
    const isPending = await updateProfileToPending(tx, organization.id, person.user_id)
    if (!isPending) throw new AppError('organization.alreadyMember')
    // Whoever holds the token reads the mails of this address; and has this session, so that what they set up stays.
    const shown = { by: 'session', session_id: person.session_id } as const
    await proveAddress(deps, tx, person.user_id, shown, { isStrict: true })
    await updateInvitationAccepted(tx, invitation.id)
    // Says since when they wait, and takes the place of what they asked elsewhere.
    await insertJoinRequest(tx, {
      user_id: person.user_id,
      organization_id: organization.id,
      organization_name: organization.name,
    })
    await insertAuditEvent(tx, organization.id, {
      actor_id: person.user_id,
      action: 'member.accepted_invitation',
      resource_type: 'invitation',
      resource_id: invitation.id,
    })
    await insertLiveEvents(tx, organization.id, 'membership.changed', [person.user_id])
    return { organization }
  })
}
