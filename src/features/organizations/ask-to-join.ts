// A person without an organization asks one by its exact name to be let in, and can take that back.
import { signedIn, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import {
  deleteJoinRequest,
  insertJoinRequest,
  listOrganizationsByName,
} from '#data/organizations/invitations.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { insertWaitingEvent } from '#data/mails/notifications.ts'
import type { Deps } from '../deps.ts'

/**
 * Every name is answered the same, and does the same work: the request waits, whether anybody hears of it or not. The profile
 * stays without an organization until an owner approves, so nothing else tells the difference either.
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
    // Two of one name: asking either would be a guess.
    const organizationId = found.length === 1 ? (found[0]?.id ?? null) : null
    await insertJoinRequest(tx, {
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
    await tell(tx, person, [before?.organization_id, organizationId])
    if (organizationId) await insertWaitingEvent(tx, organizationId, person.user_id)
  })
  deps.wakeMails()
  return { organization_name: name }
}

/** Nothing asked is nothing to take back: the answer is the same. */
export async function withdrawJoinRequest(deps: Deps, actor: Actor | undefined): Promise<void> {
  const person = signedIn(actor)
  // Someone who accepted an invitation is at the door already; that is the owners' to decide.
  if (person.organization_id) throw new AppError('organization.alreadyMember')
  await deps.db.transaction(async (tx) => {
    const asked = await deleteJoinRequest(tx, person.user_id)
    await tell(tx, person, [asked?.organization_id])
  })
}

async function tell(
  tx: Tx,
  person: Actor,
  organizations: (OrganizationId | null | undefined)[],
): Promise<void> {
  for (const organizationId of new Set(organizations)) {
    if (!organizationId) continue
    await insertLiveEvents(tx, organizationId, 'membership.changed', [person.user_id])
  }
}
