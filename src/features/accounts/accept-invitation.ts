// An invited person joins the organization; the invitation counts as the owner's approval.
import { signedIn, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  invitationState,
  type InvitationState,
  type Organization,
} from '#domain/organizations/organizations.ts'
import {
  findProfile,
  updateProfileToPending,
  updateProfileToStaff,
} from '#data/accounts/profiles.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import {
  deleteJoinRequest,
  findInvitation,
  findInvitationLocked,
  upsertJoinRequest,
  updateInvitationAccepted,
  type Invitation,
} from '#data/organizations/invitations.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { listOwnersLocked } from '#data/organizations/members.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { hashOf } from '#gateways/secrets.ts'
import { proveAddress } from './first-proof.ts'
import type { Deps } from '../deps.ts'

export type Accepted = {
  organization: Pick<Organization, 'id' | 'name' | 'slug'>
  /** False when the inviter is no longer an owner; then another owner must approve. */
  is_approved: boolean
}

type InvitationRefusal = `organization.invitation${'Expired' | 'Withdrawn' | 'Used'}`

const refusals: Record<Exclude<InvitationState, 'open'>, InvitationRefusal> = {
  expired: 'organization.invitationExpired',
  withdrawn: 'organization.invitationWithdrawn',
  used: 'organization.invitationUsed',
}

/** Only for an account with the invited address. Idempotent while the person is a member. Throws AppError organization.invitation*. */
export async function acceptInvitation(
  deps: Deps,
  actor: Actor | undefined,
  token: string,
): Promise<Accepted> {
  const person = signedIn(actor)
  return deps.db.transaction(async (tx) => {
    const hash = hashOf(token)
    const found = await findInvitation(tx, hash)
    if (!found) throw new AppError('organization.invitationInvalid')
    if (found.email !== person.email) throw new AppError('organization.invitationOther')
    const organization = await findOrganization(tx, found.organization_id)
    if (!organization) throw new AppError('organization.invitationInvalid')
    // The lock keeps the list of owners unchanged during this transaction.
    const owners = await listOwnersLocked(tx, organization.id)
    const invitation = await findInvitationLocked(tx, hash)
    if (!invitation) throw new AppError('organization.invitationInvalid')
    const { id, name, slug } = organization
    // Read after the lock, because a double click may have accepted already.
    const profile = await findProfile(tx, person.user_id)
    if (profile?.organization_id === id) {
      return { organization: { id, name, slug }, is_approved: profile.is_approved }
    }
    // A used invitation does not readmit a removed person; that needs a new invitation.
    const state = invitationState(invitation, deps.clock.now())
    if (state !== 'open') throw new AppError(refusals[state])
    const is_approved = await enter(tx, person, invitation, { owners, name })
    // The token proves the email address, and the person is signed in: their existing sign-in methods are kept.
    const shown = { by: 'session', session_id: person.session_id } as const
    await proveAddress(deps, tx, person.user_id, shown, { isStrict: true })
    await updateInvitationAccepted(tx, invitation.id)
    await insertAuditEvent(tx, id, {
      actor_id: person.user_id,
      action: 'member.accepted_invitation',
      resource_type: 'invitation',
      resource_id: invitation.id,
    })
    await insertLiveEvents(tx, id, 'membership.changed', [person.user_id])
    return { organization: { id, name, slug }, is_approved }
  })
}

/** Returns whether the person is approved. */
async function enter(
  tx: Tx,
  person: Actor,
  { organization_id, invited_by }: Invitation,
  { owners, name }: { owners: readonly string[]; name: string },
): Promise<boolean> {
  // An invitation counts as approval only while the inviter is still an owner.
  const approver = invited_by !== null && owners.includes(invited_by) ? invited_by : null
  const isIn =
    approver === null
      ? await updateProfileToPending(tx, organization_id, person.user_id)
      : await updateProfileToStaff(tx, organization_id, person.user_id, approver)
  if (!isIn) throw new AppError('organization.alreadyMember')
  const asked = await deleteJoinRequest(tx, person.user_id)
  if (asked?.organization_id && asked.organization_id !== organization_id) {
    await insertLiveEvents(tx, asked.organization_id, 'membership.changed', [person.user_id])
  }
  if (approver === null) {
    // Records since when the person waits.
    await upsertJoinRequest(tx, {
      user_id: person.user_id,
      organization_id,
      organization_name: name,
    })
  }
  return approver !== null
}
