// What every action upon a request has in common: the application, the row of the register, the audit event and the live events, in
// one transaction.
import type { OwnAction } from '#domain/audit/audit-actions.ts'
import { AppError } from '#domain/errors.ts'
import { pageActUses, rateLimited } from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import {
  requestDueAt,
  type RequestOrigin,
  type RequestOutcome,
  type RequestProof,
  type RightsKind,
} from '#domain/rights/rights.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx, WholeTx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { insertUses } from '#data/rate-limits.ts'
import { findOwnApplicationLocked, type OwnApplication } from '#data/rights/own-application.ts'
import {
  findRightsRequestLocked,
  insertRightsRequest,
  updateRequestCompleted,
} from '#data/rights/rights-requests.ts'
import type { Deps } from '../deps.ts'

/** Who asks, about which application, and how we know that it is them. */
export type Asked = {
  organizationId: OrganizationId
  applicantId: string
  cameBy: RequestOrigin
  verifiedBy: RequestProof
  /** Who carries it out; null for the person on their own page. */
  by: string | null
  /** When a letter came; now where it is not given. */
  requestedAt?: Date
  /** The open request of the register that this answers; a new row is written where it is not given. */
  requestId?: string
}

/** What the person asks on their own page, whose signed link has proved who they are. */
export const askedOnPage = (organizationId: OrganizationId, applicantId: string): Asked => ({
  organizationId,
  applicantId,
  cameBy: 'applicant_page',
  verifiedBy: 'signed_link',
  by: null,
})

type RightsAction<Answer> = {
  /** Null when the register has no row for it. */
  kind: RightsKind | null
  /** Null when `work` writes the audit event itself. */
  action: OwnAction | null
  /** Null: it waits until somebody decides. */
  outcome: RequestOutcome | null
  words?: string | null
  /** What screens are to do: take the application off, read it again, or read all lists again. */
  screens: 'take-off' | 'update' | 'reload' | 'nothing'
  /** `requestId` is null when the register has no row for it. */
  work: (
    tx: WholeTx,
    application: OwnApplication,
    now: Date,
    requestId: string | null,
  ) => Promise<Answer>
}

/**
 * What the person does on their own page is limited, apart from erasing. Throws AppError applicant.missing, and request.missing or request.completed for a `requestId` that
 * cannot be answered. `work` throws an AppError rights.… when nothing would change: then nothing is written.
 */
export async function runRightsAction<Answer>(
  deps: Deps,
  asked: Asked,
  { kind, action, outcome, words, screens, work }: RightsAction<Answer>,
): Promise<Answer> {
  const { organizationId, applicantId } = asked
  const now = deps.clock.now()
  if (asked.cameBy === 'applicant_page' && kind !== 'erasure') {
    // Outside of the transaction, whose role cannot read the limits.
    const over = await insertUses(deps.db.queries, pageActUses(applicantId))
    if (over) throw rateLimited(over, now)
  }
  return deps.db.includingRestricted(organizationId, async (tx) => {
    const application = await findOwnApplicationLocked(tx, organizationId, applicantId)
    if (!application) throw new AppError('applicant.missing')
    // Before the work: an erasure takes the application's name off the row by itself.
    const requestId = kind
      ? await recordRequest(tx, asked, application, { kind, outcome, words: words ?? null, now })
      : null
    const answer = await work(tx, application, now, requestId)
    if (action) {
      await insertAuditEvent(tx, organizationId, {
        actor_id: asked.by,
        action,
        resource_type: 'applicant',
        resource_id: applicantId,
        details: { came_by: asked.cameBy },
      })
    }
    await publishRightsAction(tx, organizationId, applicantId, screens)
    return answer
  })
}

async function recordRequest(
  tx: WholeTx,
  asked: Asked,
  application: OwnApplication,
  entry: { kind: RightsKind; outcome: RequestOutcome | null; words: string | null; now: Date },
): Promise<string> {
  const { organizationId, applicantId, by, requestId, requestedAt = entry.now } = asked
  const completion =
    entry.outcome === null
      ? undefined
      : { completed_at: entry.now, completed_by: by, outcome: entry.outcome }
  if (requestId === undefined) {
    const { id } = await insertRightsRequest(tx, organizationId, {
      applicant_id: applicantId,
      kind: entry.kind,
      came_by: asked.cameBy,
      verified_by: asked.verifiedBy,
      recorded_by: by,
      requested_at: requestedAt,
      due_at: requestDueAt(entry.kind, requestedAt, application),
      words: entry.words,
      ...completion,
    })
    return id
  }
  const request = await findRightsRequestLocked(tx, organizationId, requestId)
  if (request?.applicant_id !== applicantId || request.kind !== entry.kind) {
    throw new AppError('request.missing')
  }
  if (request.completed_at) throw new AppError('request.completed')
  if (completion) {
    await updateRequestCompleted(tx, organizationId, requestId, {
      ...completion,
      verified_by: asked.verifiedBy,
    })
  }
  return requestId
}

export async function publishRightsAction(
  tx: Tx,
  organizationId: OrganizationId,
  applicantId: string,
  screens: RightsAction<unknown>['screens'],
): Promise<void> {
  if (screens === 'take-off') {
    await insertLiveEvents(tx, organizationId, 'applicant.deleted', [applicantId])
  } else if (screens !== 'nothing') {
    await insertLiveEvents(tx, organizationId, 'applicant.updated', [applicantId])
  }
  if (screens === 'reload') {
    await insertLiveEvents(tx, organizationId, 'applicants.changed', [organizationId])
  }
  await insertLiveEvents(tx, organizationId, 'rights.changed', [organizationId])
}
