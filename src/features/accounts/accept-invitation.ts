// Whoever was invited comes in: the invitation is its owner's approval.
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
} from '#data/accounts/accounts.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import {
  deleteJoinRequest,
  findInvitation,
  findInvitationLocked,
  insertJoinRequest,
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
  /** False where whoever invited is no owner any more: then another one decides. */
  is_approved: boolean
}

type InvitationRefusal = `organization.invitation${'Expired' | 'Withdrawn' | 'Used'}`

const refusals: Record<Exclude<InvitationState, 'open'>, InvitationRefusal> = {
  expired: 'organization.invitationExpired',
  withdrawn: 'organization.invitationWithdrawn',
  used: 'organization.invitationUsed',
}

/** Only an account of the invited address can accept. Accepting again is a success while the person is still there. */
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
    // Nobody becomes or ceases to be an owner until this has ended.
    const owners = await listOwnersLocked(tx, organization.id)
    const invitation = await findInvitationLocked(tx, hash)
    if (!invitation) throw new AppError('organization.invitationInvalid')
    const { id, name, slug } = organization
    // Read after the lock: a second click may have waited for the first.
    const profile = await findProfile(tx, person.user_id)
    if (profile?.organization_id === id) {
      return { organization: { id, name, slug }, is_approved: profile.is_approved }
    }
    // Used, and the person is out again: an owner decided that, and only a new invitation changes it.
    const state = invitationState(invitation, deps.clock.now())
    if (state !== 'open') throw new AppError(refusals[state])
    const is_approved = await enter(tx, person, invitation, { owners, name })
    // Whoever holds the token reads the mails of this address; and has this session, so that what they set up stays.
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

/** Answers whether they are approved by this. */
async function enter(
  tx: Tx,
  person: Actor,
  { organization_id, invited_by }: Invitation,
  { owners, name }: { owners: readonly string[]; name: string },
): Promise<boolean> {
  // The invitation of somebody who has lost the right to decide is no decision any more.
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
    // Says since when they wait.
    await insertJoinRequest(tx, {
      user_id: person.user_id,
      organization_id,
      organization_name: name,
    })
  }
  return approver !== null
}
