// Accepts an applicant's file: streams it to disk, detects its kind by its content and stores it until an application claims it.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { cleanFileName, endingOf } from '#domain/cvs/cv-names.ts'
import { fits } from '#domain/cvs/cv-space.ts'
import { CV_MAX_BYTES, cvKinds, type UploadedCv } from '#domain/cvs/cvs.ts'
import { AppError } from '#domain/errors.ts'
import { cvUploadUses, rateLimited } from '#domain/limits.ts'
import type { Grant } from '#domain/verification/verification.ts'
import { findCvSpace } from '#data/cvs/cv-space.ts'
import { CV_PLACE_TAKEN, insertUnclaimedCv, type CvFile } from '#data/cvs/cvs.ts'
import { isDuplicate } from '#data/database.ts'
import { insertUses } from '#data/rate-limits.ts'
import { inspectCv } from '#gateways/cvs/cv-inspector.ts'
import type { Deps } from '../deps.ts'

/** The size is unknown before the upload: there must be room for at least this much; the real size is checked afterwards. */
const AT_LEAST_BYTES = 1
const FULL_SECONDS = 3600

/** Replaces the file uploaded before under the same grant. Every refusal keeps that one and stores nothing of the new one. */
export async function uploadCv(
  deps: Deps,
  grant: Grant | undefined,
  file: { name: string; content: Readable },
): Promise<UploadedCv> {
  if (!grant) throw new AppError('application.dataMissing')
  const ending = endingOf(file.name)
  if (ending !== undefined && !cvKinds.some((kind) => kind === ending)) {
    throw new AppError('application.fileTypeInvalid')
  }
  try {
    const over = await insertUses(deps.db.queries, cvUploadUses(grant.verification_id))
    if (over) throw rateLimited(over, deps.clock.now())
    await refuseFull(deps, grant, AT_LEAST_BYTES)
    const key_sealed = deps.secrets.newFileKey()
    const staged = await deps.files.stage(limited(file.content), key_sealed)
    try {
      if (staged.size === 0) throw new AppError('application.fileEmpty')
      const kind = await inspectCv(staged)
      // A phone may share a file without an extension. An existing extension must match the content: staff rely on it.
      if (!kind || (ending ?? kind) !== kind) throw new AppError('application.fileTypeInvalid')
      await refuseFull(deps, grant, staged.size)
      const storageKey = `cvs/${randomUUID()}.${kind}`
      await staged.take(storageKey)
      return await insertRow(deps, grant, {
        storage_key: storageKey,
        key_sealed,
        original_name: cleanFileName(file.name),
        kind,
        byte_size: staged.size,
      })
    } finally {
      await staged.drop()
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('application.uploadFailed', { cause: error })
  }
}

async function refuseFull(deps: Deps, grant: Grant, bytes: number): Promise<void> {
  const taken = await findCvSpace(deps.db.queries, grant.organization_id)
  if (fits(taken, deps.cvQuota, bytes)) return
  deps.log.warn({ organization_id: grant.organization_id, taken }, 'no room for another CV')
  throw new AppError('application.filesFull', { retryAfter: FULL_SECONDS })
}

async function insertRow(deps: Deps, grant: Grant, file: CvFile): Promise<UploadedCv> {
  try {
    for (;;) {
      const { organization_id, verification_id } = grant
      // Refuses a second application here already, not only when the form is submitted.
      const row = await deps.db
        .transaction((tx) => insertUnclaimedCv(tx, organization_id, verification_id, file))
        .catch((error: unknown) => {
          if (isDuplicate(error, CV_PLACE_TAKEN)) return 'place taken' as const
          throw error
        })
      if (!row) throw new AppError('application.duplicate')
      // Another upload came first: replace that one too. The number of uploads is limited.
      if (row === 'place taken') continue
      if (row.replaced) await deps.files.discard([row.replaced])
      return row.cv
    }
  } catch (error) {
    // What cannot be deleted now is swept later: no row refers to it.
    await deps.files.discard([file.storage_key])
    throw error
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
