// Takes an applicant's file in: streamed to disk, judged by its content, kept until an application claims it.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { cleanFileName, CV_FILES_PER_GRANT, CV_MAX_BYTES, type UploadedCv } from '#domain/cvs.ts'
import { AppError } from '#domain/errors.ts'
import type { Grant } from '#domain/verification.ts'
import { CV_PLACE_TAKEN, insertUnclaimedCv, type CvFile } from '#data/cvs.ts'
import { isDuplicate } from '#data/database.ts'
import { inspectCv } from '#gateways/cv-inspector.ts'
import type { Deps } from '../deps.ts'

/** An empty file is no file: undefined. Every refusal leaves nothing behind. */
export async function uploadCv(
  deps: Deps,
  grant: Grant | undefined,
  file: { name: string; content: Readable },
): Promise<UploadedCv | undefined> {
  if (!grant) throw new AppError('application.dataMissing')
  // Told before the file travels; the row's numbered place decides when uploads come at once.
  if (grant.files_uploaded >= CV_FILES_PER_GRANT) throw new AppError('application.fileLimit')
  try {
    const staged = await deps.files.stage(limited(file.content))
    try {
      if (staged.size === 0) return undefined
      const kind = await inspectCv(staged)
      if (!kind) throw new AppError('application.fileTypeInvalid')
      const storageKey = `cvs/${randomUUID()}.${kind}`
      await staged.take(storageKey)
      const row = await insertRow(deps, grant, {
        storage_key: storageKey,
        original_name: cleanFileName(file.name),
        kind,
        byte_size: staged.size,
      })
      // Before the form is sent, where there is time enough.
      deps.wakeCvChecks()
      return row
    } finally {
      await staged.drop()
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('application.uploadFailed', { cause: error })
  }
}

async function insertRow(deps: Deps, grant: Grant, file: CvFile): Promise<UploadedCv> {
  try {
    for (;;) {
      const row = await insertUnclaimedCv(
        deps.db.queries,
        grant.organization_id,
        grant.verification_id,
        file,
      ).catch((error: unknown) => {
        if (isDuplicate(error, CV_PLACE_TAKEN)) return 'place taken' as const
        throw error
      })
      if (!row) throw new AppError('application.fileLimit')
      // Another upload came first: there are only so many places, so this ends.
      if (row !== 'place taken') return row
    }
  } catch (error) {
    // What cannot be removed now is swept later: no row owns it.
    await deps.files.remove(file.storage_key).catch(() => {})
    throw error
  }
}

/** Cut off at the first byte over the limit. */
async function* limited(content: Readable): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > CV_MAX_BYTES) throw new AppError('application.fileTooLarge')
    yield chunk
  }
}
