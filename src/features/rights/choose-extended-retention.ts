// Whether people are asked, before the six months end, if their application may be kept for another six.
import { approvedMember, approvedOwner, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import {
  findAsksToKeep,
  updateAsksToKeep,
  updateKeepQuestion,
} from '#data/rights/own-application.ts'
import type { Deps } from '../deps.ts'

export function readExtendedRetention(
  deps: Deps,
  actor: Actor | undefined,
): Promise<{ asks_to_keep: boolean }> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, async (db) => ({
    asks_to_keep: await findAsksToKeep(db, organizationId),
  }))
}

/** For all applicants without a choice of their own. */
export async function chooseExtendedRetention(
  deps: Deps,
  actor: Actor | undefined,
  asks: boolean,
): Promise<void> {
  const { organizationId, userId } = approvedOwner(actor)
  await deps.db.forOrganization(organizationId, async (tx) => {
    await updateAsksToKeep(tx, organizationId, asks)
    await insertAuditEvent(tx, organizationId, {
      actor_id: userId,
      action: 'retention.question_set',
      resource_type: 'organization',
      resource_id: organizationId,
      details: { asks: String(asks) },
    })
    await insertLiveEvents(tx, organizationId, 'rights.changed', [organizationId])
  })
}

/** For one applicant; with null the organization's choice applies again. */
export async function chooseKeepQuestion(
  deps: Deps,
  actor: Actor | undefined,
  applicantId: string,
  ask: boolean | null,
): Promise<void> {
  const { organizationId } = approvedMember(actor)
  await deps.db.forOrganization(organizationId, async (tx) => {
    if (!(await updateKeepQuestion(tx, organizationId, applicantId, ask))) {
      throw new AppError('applicant.missing')
    }
    await insertLiveEvents(tx, organizationId, 'applicant.updated', [applicantId])
  })
}
