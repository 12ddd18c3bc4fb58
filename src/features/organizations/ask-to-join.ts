// A person without an organization requests to join one by its exact name, or withdraws the request.
import { signedIn, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import {
  deleteJoinRequest,
  upsertJoinRequest,
  listOrganizationsByName,
} from '#data/organizations/invitations.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { insertWaitingEvent } from '#data/mails/notifications.ts'
import type { Deps } from '../deps.ts'

/**
 * Gives the same answer and does the same work for every name, known or not, so that it does not reveal which organizations exist.
 * For the same reason the profile has no organization until an owner approves.
 */
export async function askToJoin(
  deps: Deps,
  actor: Actor | undefined,
  name: string,
): Promise<{ organization_name: string }> {
  const person = signedIn(actor)
  if (person.organization_id) throw new AppError('organization.alreadyMember')
  await deps.db.transaction(async (tx) => {
    const before = await deleteJoinRequest(tx, person.user_id)
    const found = await listOrganizationsByName(tx, name)
    // When several organizations have this name, none of them gets the request.
    const organizationId = found.length === 1 ? (found[0]?.id ?? null) : null
    await upsertJoinRequest(tx, {
      user_id: person.user_id,
      organization_id: organizationId,
      organization_name: name,
    })
    await insertAuditEvent(tx, organizationId, {
      actor_id: person.user_id,
      action: 'member.asked',
      resource_type: 'profile',
      resource_id: person.user_id,
    })
    await publishMembership(tx, person, [before?.organization_id, organizationId])
    if (organizationId) await insertWaitingEvent(tx, organizationId, person.user_id)
  })
  return { organization_name: name }
}

/** Succeeds also when there is no request. */
export async function withdrawJoinRequest(deps: Deps, actor: Actor | undefined): Promise<void> {
  const person = signedIn(actor)
  // After accepting an invitation, only the owners decide.
  if (person.organization_id) throw new AppError('organization.alreadyMember')
  await deps.db.transaction(async (tx) => {
    const asked = await deleteJoinRequest(tx, person.user_id)
    await publishMembership(tx, person, [asked?.organization_id])
  })
}

async function publishMembership(
  tx: Tx,
  person: Actor,
  organizations: (OrganizationId | null | undefined)[],
): Promise<void> {
  for (const organizationId of new Set(organizations)) {
    if (!organizationId) continue
    await insertLiveEvents(tx, organizationId, 'membership.changed', [person.user_id])
  }
}
