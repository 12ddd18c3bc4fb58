// Staff write an ad in a further language, or delete that language.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  firstLanguage,
  isSameLanguage,
  readTextLanguage,
  type JobText,
  type JobTextEdit,
  type TextLanguage,
} from '#domain/jobs/job-texts.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Queries, Tx } from '#data/database.ts'
import { findJob } from '#data/jobs/jobs.ts'
import { deleteJobText as deleteRow, listJobTexts, upsertJobText } from '#data/jobs/job-texts.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
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
    await findJobToTranslate(tx, organizationId, place)
    const written = await upsertJobText(tx, organizationId, place, words)
    if (!written) throw new AppError('job.textEditedMeanwhile')
    await recordAndPublish(tx, organizationId, userId, place)
    return written
  })
}

/** Refuses the language of the original text: a text in it would never be shown. */
export async function findJobToTranslate(
  tx: Queries,
  organizationId: OrganizationId,
  { jobId, language }: { jobId: string; language: TextLanguage },
): Promise<JobPost> {
  const job = await findJob(tx, organizationId, jobId)
  if (!job) throw new AppError('job.missing')
  const shop = await findOrganization(tx, organizationId)
  const first = firstLanguage<string>(job, shop?.language ?? null)
  if (first && isSameLanguage(first, language)) throw new AppError('job.languageIsFirst')
  return job
}

/** Readers of that language get the original text again. */
export async function deleteJobText(
  deps: Deps,
  actor: Actor | undefined,
  { jobId, language: tag }: Place,
): Promise<void> {
  const { organizationId, userId } = approvedMember(actor)
  const place = { jobId, language: readTextLanguage(tag) }
  await deps.db.forOrganization(organizationId, async (tx) => {
    if (!(await deleteRow(tx, organizationId, place))) throw new AppError('job.languageUnknown')
    await recordAndPublish(tx, organizationId, userId, place)
  })
}

async function recordAndPublish(
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
