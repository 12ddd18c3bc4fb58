// Accepts an applicant's file: streams it to disk, detects its kind by its content and stores it until an application claims it,
// or in place of the file of an application that has one already.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { cleanFileName, endingOf } from '#domain/cvs/cv-names.ts'
import { fits, type CvSpace } from '#domain/cvs/cv-space.ts'
import { refusalOfEnding, type CvRefusal } from '#domain/cvs/cv-refusals.ts'
import { CV_MAX_BYTES, type UploadedCv } from '#domain/cvs/cvs.ts'
import { AppError } from '#domain/errors.ts'
import {
  cvUploadUses,
  rateLimited,
  WAITING_CV_BYTES,
  type Network,
  type Use,
} from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { dueAt } from '#domain/rights/rights.ts'
import type { PageLink } from '#domain/rights/applicant-page.ts'
import type { Grant } from '#domain/verification/verification.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { countUpload, findCvSpace } from '#data/cvs/cv-space.ts'
import {
  CV_PLACE_TAKEN,
  insertUnclaimedCv,
  replaceCvOfApplicant,
  type CvFile,
} from '#data/cvs/cvs.ts'
import { isDuplicate } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { insertRightsRequest } from '#data/rights/rights-requests.ts'
import { inspectCv } from '#gateways/cvs/cv-inspector.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'

/**
 * The size is unknown before the upload: there must be space for at least this much; the real size is checked
 * afterwards.
 */
const AT_LEAST_BYTES = 1
const FULL_SECONDS = 3600
const WAITING_SECONDS = RETENTION.unclaimedCvMinutes * 60

type SentFile = { name: string; content: Readable }

/** Replaces the file uploaded before under the same grant. Every refusal keeps that one and stores nothing of the new one. */
export async function uploadCv(
  deps: Deps,
  grant: Grant | undefined,
  network: Network,
  file: SentFile,
): Promise<UploadedCv> {
  if (!grant) throw new AppError('application.dataMissing')
  const uses = cvUploadUses(grant.verification_id)
  return admitCv(deps, { organizationId: grant.organization_id, uses, file }, (stored) =>
    insertRow(deps, grant, network, stored),
  )
}

/** The same for an application that was sent: the file before it is deleted, and staff see the new one. */
export function replaceCv(
  deps: Deps,
  { organizationId, applicantId }: Pick<PageLink, 'organizationId' | 'applicantId'>,
  file: SentFile,
): Promise<void> {
  const uses = cvUploadUses(applicantId)
  return admitCv(deps, { organizationId, uses, file }, async (stored) => {
    const now = deps.clock.now()
    const replaced = await deps.db.includingRestricted(organizationId, async (tx) => {
      const before = await replaceCvOfApplicant(tx, organizationId, applicantId, stored)
      if (!before) throw new AppError('applicant.missing')
      await insertRightsRequest(tx, organizationId, {
        applicant_id: applicantId,
        kind: 'rectification',
        came_by: 'applicant_page',
        verified_by: 'signed_link',
        recorded_by: null,
        requested_at: now,
        due_at: dueAt(now),
        completed_at: now,
        outcome: 'done',
      })
      await insertAuditEvent(tx, organizationId, {
        actor_id: null,
        action: 'applicant.cv_replaced',
        resource_type: 'applicant',
        resource_id: applicantId,
      })
      await insertLiveEvents(tx, organizationId, 'applicant.updated', [applicantId])
      return before
    })
    await deps.files.discard(replaced)
  })
}

type Admitted = { organizationId: OrganizationId; uses: Use[]; file: SentFile }

/** The only entry point of uploaded files. A file that `keep` refuses is deleted. */
async function admitCv<Kept>(
  deps: Deps,
  { organizationId, uses, file }: Admitted,
  keep: (stored: CvFile) => Promise<Kept>,
): Promise<Kept> {
  const ending = endingOf(file.name)
  const refusal = refusalOfEnding(ending ?? '')
  if (refusal) throw refused(refusal)
  try {
    const { over, space } = await countUpload(deps.db.queries, organizationId, uses)
    if (over) throw rateLimited(over, deps.clock.now())
    requireSpace(deps, organizationId, space, AT_LEAST_BYTES)
    const key_sealed = deps.secrets.newFileKey()
    const staged = await deps.files.stage(limited(file.content), key_sealed)
    try {
      if (staged.size === 0) throw new AppError('application.fileEmpty')
      const kind = await inspectCv(staged)
      if (typeof kind === 'object') throw refused(kind)
      // A phone may share a file without an ending. One that is there must be that of the content.
      if ((ending ?? kind) !== kind) throw refused({ why: 'name', type: kind.toUpperCase() })
      const taken = await findCvSpace(deps.db.queries, organizationId)
      requireSpace(deps, organizationId, taken, staged.size)
      const storageKey = `cvs/${randomUUID()}.${kind}`
      await staged.take(storageKey)
      try {
        return await keep({
          storage_key: storageKey,
          key_sealed,
          original_name: cleanFileName(file.name),
          kind,
          byte_size: staged.size,
        })
      } catch (error) {
        // After any other failure the row may be committed and refer to the file; if not, the file is swept later.
        if (error instanceof AppError) await deps.files.discard([storageKey])
        throw error
      }
    } finally {
      await staged.drop()
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('application.uploadFailed', { cause: error })
  }
}

function refused({ why, type }: CvRefusal): AppError {
  if (why === 'unknown') return new AppError('application.fileTypeInvalid')
  if (why === 'locked') return new AppError('application.fileLocked')
  return new AppError('application.fileTypeOther', { values: { why, type } })
}

function requireSpace(
  deps: Deps,
  organizationId: OrganizationId,
  taken: CvSpace,
  bytes: number,
): void {
  if (fits(taken, deps.cvQuota, bytes)) return
  deps.metrics?.countLimit('cv-space')
  deps.log.warn({ organization_id: organizationId, taken }, 'no room for another CV')
  throw new AppError('application.filesFull', { retryAfter: FULL_SECONDS })
}

async function insertRow(
  deps: Deps,
  grant: Grant,
  network: Network,
  file: CvFile,
): Promise<UploadedCv> {
  const { organization_id, verification_id } = grant
  const hash = network.isCounted ? hashOf(`${organization_id} ${network.name}`) : null
  const sender = hash && { hash, mostBytes: WAITING_CV_BYTES }
  for (;;) {
    // Refuses a second application here already, not only when the form is submitted.
    const row = await deps.db
      .inOneStatement((tx) => insertUnclaimedCv(tx, organization_id, verification_id, file, sender))
      .catch((error: unknown) => {
        if (isDuplicate(error, CV_PLACE_TAKEN)) return 'place taken' as const
        throw error
      })
    if (row === 'claimed') throw new AppError('application.duplicate')
    if (row === 'no room') {
      throw new AppError('application.filesWaiting', { retryAfter: WAITING_SECONDS })
    }
    // Another upload came first: replace that one too. The number of uploads is limited.
    if (row === 'place taken') continue
    if (row.replaced) await deps.files.discard([row.replaced])
    return row.cv
  }
}

/** Stops at the first byte over the limit. */
async function* limited(content: Readable): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > CV_MAX_BYTES) throw new AppError('application.fileTooLarge')
    yield chunk
  }
}
