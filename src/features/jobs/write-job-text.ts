// Staff write an ad in a further language, or take that language away.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { readTextLanguage, type JobText, type JobTextEdit } from '#domain/jobs/job-texts.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { findJob } from '#data/jobs/jobs.ts'
import { deleteJobText as deleteRow, listJobTexts, upsertJobText } from '#data/jobs/job-texts.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { insertStoreWrites } from '#data/store/store-syncs.ts'
import type { Deps } from '../deps.ts'

/** `language`: as an address names it. */
type Place = { jobId: string; language: string }

export function readJobTexts(
  deps: Deps,
  actor: Actor | undefined,
  jobId: string,
): Promise<JobText[]> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, async (tx) => {
    if (!(await findJob(tx, organizationId, jobId))) throw new AppError('job.missing')
    return listJobTexts(tx, organizationId, jobId)
  })
}

export function writeJobText(
  deps: Deps,
  actor: Actor | undefined,
  { jobId, language: tag }: Place,
  words: JobTextEdit,
): Promise<JobText> {
  const { organizationId, userId } = approvedMember(actor)
  const place = { jobId, language: readTextLanguage(tag) }
  return deps.db.forOrganization(organizationId, async (tx) => {
    if (!(await findJob(tx, organizationId, place.jobId))) throw new AppError('job.missing')
    const written = await upsertJobText(tx, organizationId, place, words)
    if (!written) throw new AppError('job.textEditedMeanwhile')
    await tell(tx, organizationId, userId, place)
    return written
  })
}

/** Readers of that language get the first words again. */
export async function deleteJobText(
  deps: Deps,
  actor: Actor | undefined,
  { jobId, language: tag }: Place,
): Promise<void> {
  const { organizationId, userId } = approvedMember(actor)
  const place = { jobId, language: readTextLanguage(tag) }
  await deps.db.forOrganization(organizationId, async (tx) => {
    if (!(await deleteRow(tx, organizationId, place))) throw new AppError('job.languageUnknown')
    await tell(tx, organizationId, userId, place)
  })
}

async function tell(
  tx: Tx,
  organizationId: OrganizationId,
  userId: string,
  { jobId, language }: Place,
): Promise<void> {
  await insertAuditEvent(tx, organizationId, {
    actor_id: userId,
    action: 'job.edited',
    resource_type: 'job_post',
    resource_id: jobId,
    details: { fields: language },
  })
  await insertLiveEvents(tx, organizationId, 'jobs.changed', [jobId])
  await insertStoreWrites(tx, organizationId)
}
