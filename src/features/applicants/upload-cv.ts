// Takes an applicant's file in: streamed to disk, judged by its content, kept until an application claims it.
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  cleanFileName,
  contentTypeOf,
  CV_FILES_PER_GRANT,
  CV_MAX_BYTES,
  type UploadedCv,
} from '#domain/cvs.ts'
import { AppError } from '#domain/errors.ts'
import { countCvsOfVerification, insertCv } from '#data/cvs.ts'
import type { Queries } from '#data/database.ts'
import { findProof, findVerificationForUpload, type Verification } from '#data/verification.ts'
import { inspectCv } from '#gateways/cv-inspector.ts'
import { hashOf } from '#gateways/seal.ts'
import type { Deps } from '../deps.ts'

/** An empty file is no file: undefined. Every refusal leaves nothing behind. */
export async function uploadCv(
  deps: Deps,
  token: string,
  file: { name: string; content: Readable },
): Promise<UploadedCv | undefined> {
  const proof = await findProof(deps.db.queries, hashOf(token))
  if (!proof) throw new AppError('application.dataMissing')
  await checkLimit(deps.db.queries, proof)

  const staged = path.join(deps.files.stagingFolder, randomUUID())
  try {
    const size = await writeLimited(file.content, staged)
    if (size === 0) return undefined
    const kind = await inspectCv(staged)
    if (!kind) throw new AppError('application.fileTypeInvalid')
    const storageKey = `cvs/${randomUUID()}.${kind}`
    await deps.files.take(storageKey, staged, contentTypeOf[kind])
    try {
      return await deps.db.transaction(async (tx) => {
        // Uploads at once: each waits for its turn, and is counted again in it.
        await findVerificationForUpload(tx, proof.id)
        await checkLimit(tx, proof)
        return insertCv(tx, proof.organization_id, {
          storage_key: storageKey,
          original_name: cleanFileName(file.name),
          kind,
          byte_size: size,
          verification_id: proof.id,
        })
      })
    } catch (error) {
      // What cannot be removed now is swept later: no row owns it.
      await deps.files.remove(storageKey).catch(() => {})
      throw error
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('application.uploadFailed', { cause: error })
  } finally {
    await rm(staged, { force: true })
  }
}

async function checkLimit(db: Queries, proof: Verification): Promise<void> {
  const uploaded = await countCvsOfVerification(db, proof.organization_id, proof.id)
  if (uploaded >= CV_FILES_PER_GRANT) throw new AppError('application.fileLimit')
}

/** Flushed when it resolves; cut off at the first byte over the limit. */
async function writeLimited(content: Readable, file: string): Promise<number> {
  let size = 0
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      done(size > CV_MAX_BYTES ? new AppError('application.fileTooLarge') : null, chunk)
    },
  })
  await pipeline(content, limit, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
  return size
}
