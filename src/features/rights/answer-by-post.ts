// Staff record a request that came by post and carry it out for the person.
import { approvedMember, approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { requestDueAt } from '#domain/rights/rights.ts'
import { staffActs, type PostalRequestInput } from '#domain/rights/register.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import {
  findApplicationOfRequestLocked,
  findOwnApplicationLocked,
} from '#data/rights/own-application.ts'
import {
  findRightsRequestLocked,
  insertRightsRequest,
  updateRequestCompleted,
} from '#data/rights/rights-requests.ts'
import type { Deps } from '../deps.ts'
import { correctDetails } from './correct-details.ts'
import { allowContact, endContact } from './end-contact.ts'
import { eraseAtOnce } from './erase-at-once.ts'
import { publishRightsAction, type Asked } from './record-rights-action.ts'
import {
  endRefusedObjection,
  liftRestriction,
  objectToUse,
  restrictApplication,
} from './restrict-application.ts'
import { withdrawApplication } from './withdraw-application.ts'

/**
 * Carries out at once what the letter asks, except for a copy of the data: that request stays open until an owner has sent the copy,
 * and its id is returned. For an erasure returns the receipt number, which staff owe to the person.
 */
export async function answerByPost(
  deps: Deps,
  actor: Actor | undefined,
  { act, applicantId, verified_by, received_on, details, words }: PostalRequestInput,
): Promise<{ id: string | null; receipt: string | null }> {
  const { organizationId, userId } = approvedMember(actor)
  const requestedAt = new Date(`${received_on}T12:00:00Z`)
  const now = deps.clock.now()
  if (requestedAt.getTime() > now.getTime() + DAY_MS) throw new AppError('rights.dayAhead')
  const asked: Asked = {
    organizationId,
    applicantId,
    cameBy: 'staff',
    verifiedBy: verified_by,
    by: userId,
    requestedAt: requestedAt < now ? requestedAt : now,
  }
  switch (act) {
    case 'access':
    case 'portability':
      return { ...(await recordOnly(deps, asked, staffActs[act])), receipt: null }
    case 'rectification': {
      if (!details) throw new AppError('rights.detailsRequired')
      await correctDetails(deps, asked, details)
      break
    }
    case 'erasure': {
      const [receipt] = await eraseAtOnce(deps, asked, { isEverything: true })
      return { id: null, receipt }
    }
    case 'restriction':
      await restrictApplication(deps, asked)
      break
    case 'lift-restriction':
      await liftRestriction(deps, asked, { isOwner: actor?.role === 'organization_owner' })
      break
    case 'objection':
      await objectToUse(deps, asked, words || null)
      break
    case 'withdrawal':
      await withdrawApplication(deps, asked)
      break
    case 'no-contact':
      await endContact(deps, asked)
      break
    case 'allow-contact':
      await allowContact(deps, asked)
      break
  }
  return { id: null, receipt: null }
}
const DAY_MS = 86_400_000

function recordOnly(
  deps: Deps,
  asked: Asked,
  kind: 'access' | 'portability',
): Promise<{ id: string }> {
  const { organizationId, applicantId, by, requestedAt = deps.clock.now() } = asked
  return deps.db.includingRestricted(organizationId, async (tx) => {
    const application = await findOwnApplicationLocked(tx, organizationId, applicantId)
    if (!application) throw new AppError('applicant.missing')
    const request = await insertRightsRequest(tx, organizationId, {
      applicant_id: applicantId,
      kind,
      came_by: asked.cameBy,
      verified_by: asked.verifiedBy,
      recorded_by: by,
      requested_at: requestedAt,
      due_at: requestDueAt(kind, requestedAt, application),
    })
    await insertAuditEvent(tx, organizationId, {
      actor_id: by,
      action: 'request.recorded',
      resource_type: 'rights_request',
      resource_id: request.id,
      details: { kind },
    })
    await insertLiveEvents(tx, organizationId, 'rights.changed', [organizationId])
    return request
  })
}

/** An owner refuses what is still open, with a reason that the person reads on their page. A refused objection ends its restriction. */
export async function refuseRequest(
  deps: Deps,
  actor: Actor | undefined,
  requestId: string,
  reason: string,
): Promise<void> {
  const { organizationId, userId } = approvedOwner(actor)
  await deps.db.includingRestricted(organizationId, async (tx) => {
    // The application first, as for everything that its person asks for: in another order they would deadlock.
    const application = await findApplicationOfRequestLocked(tx, organizationId, requestId)
    const request = await findRightsRequestLocked(tx, organizationId, requestId)
    if (!request) throw new AppError('request.missing')
    if (request.completed_at) throw new AppError('request.completed')
    const { applicant_id: applicantId, kind } = request
    const isObjection = kind === 'objection' && applicantId !== null
    if (isObjection && application) {
      await endRefusedObjection(deps, tx, organizationId, application)
    }
    await updateRequestCompleted(tx, organizationId, requestId, {
      completed_at: deps.clock.now(),
      completed_by: userId,
      outcome: 'refused',
      reason,
    })
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'request.refused',
      resource_type: 'rights_request',
      resource_id: requestId,
      details: { kind },
    })
    if (isObjection) await publishRightsAction(tx, organizationId, applicantId, 'reload')
    else await insertLiveEvents(tx, organizationId, 'rights.changed', [organizationId])
  })
}
