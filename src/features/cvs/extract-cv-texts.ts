// Takes the text out of CVs that are due, one after the other and by turns of their organizations, and says when to look again.
import { buffer } from 'node:stream/consumers'
import {
  findNextCvTextDelay,
  updateCvTextDone,
  updateCvTextLater,
  updateCvTextUnreadable,
  updateDueCvText,
  updateHeavyTries,
  type DueCv,
} from '#data/cvs/cv-texts.ts'
import { openCvReader, type CvReader } from '#gateways/cvs/cv-reader.ts'
import type { Deps } from '../deps.ts'

/** Longer than the reader's own limit: a file taken by a process that died is free again after this. */
const LEASE_SECONDS = 90
/** Before the second, third, … try at a store that does not answer; after the last one the file counts as gone. */
const STORE_RETRY_SECONDS = [30, 300, 3600, 6 * 3600, 24 * 3600]
/** A CV takes a fraction of a second. */
const SECONDS = 10
/** What took too long may have been read on a busy machine: it gets one more try, later, and when nobody else waits. */
const HEAVY_SECONDS = 30
const HEAVY_RETRY_SECONDS = 600
/**
 * So many heavy files an hour of one organization are tried as above. After them each gets a moment only and no second try: its
 * ordinary CVs are still read, and nobody occupies the reader with files that were made for it.
 */
const HEAVY_TRIES = 6
const HURRIED_SECONDS = 5

/** Resolves when nothing is due; with the seconds until something will be, or undefined when nothing waits. */
export async function extractCvTexts(deps: Deps): Promise<number | undefined> {
  let reader: CvReader | undefined
  const stop = () => void reader?.stop()
  deps.closing.addEventListener('abort', stop)
  try {
    while (!deps.closing.aborted) {
      const cv = await updateDueCvText(deps.db.queries, LEASE_SECONDS)
      if (!cv) return await findNextCvTextDelay(deps.db.queries)
      reader ??= openCvReader()
      await extract(deps, reader, cv)
    }
    return undefined
  } finally {
    deps.closing.removeEventListener('abort', stop)
    await reader?.stop()
  }
}

async function extract(deps: Deps, reader: CvReader, cv: DueCv): Promise<void> {
  const db = deps.db.queries
  // Its last try was counted and never ended: whoever made it died of it.
  if (cv.attempts > STORE_RETRY_SECONDS.length + 1) {
    await updateCvTextUnreadable(db, cv.cv_id, 'too-heavy')
    return
  }
  const content = await load(deps, cv)
  if (!content) return
  const isHurried = cv.heavy_tries >= HEAVY_TRIES
  const seconds = isHurried ? HURRIED_SECONDS : cv.is_heavy ? HEAVY_SECONDS : SECONDS
  const reading = await reader.read(content, cv.kind, seconds).catch((error: unknown) => {
    if (deps.closing.aborted) return undefined
    throw error
  })
  // The program ends: the next one begins with this file.
  if (!reading) return updateCvTextLater(db, cv.cv_id, 0)
  if ('text' in reading) return updateCvTextDone(db, cv.cv_id, reading.text, reading.isCut)
  deps.log.info({ cv: cv.cv_id, reason: reading.unreadable }, 'a CV without a text')
  if (reading.unreadable === 'too-heavy') {
    await updateHeavyTries(db, cv.organization_id)
    if (!cv.is_heavy && !isHurried) {
      return updateCvTextLater(db, cv.cv_id, HEAVY_RETRY_SECONDS, { isHeavy: true })
    }
  }
  return updateCvTextUnreadable(db, cv.cv_id, reading.unreadable)
}

/** Undefined when there is nothing to read now; the row then says when, or that it never will be. */
async function load(deps: Deps, cv: DueCv): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    if (await deps.files.exists(cv.storage_key)) {
      // A copy of its own: what a thread is given must not be a piece of the server's shared memory.
      return new Uint8Array(await buffer(await deps.files.read(cv.storage_key)))
    }
    await updateCvTextUnreadable(deps.db.queries, cv.cv_id, 'gone')
  } catch (error) {
    const retry = STORE_RETRY_SECONDS[cv.attempts - 1]
    const details = { cv: cv.cv_id, attempt: cv.attempts, retry }
    if (!deps.warnOfOutside(error, 'CV not loaded', details)) {
      deps.log.warn({ ...details, err: error }, 'CV not loaded')
    }
    if (retry === undefined) await updateCvTextUnreadable(deps.db.queries, cv.cv_id, 'gone')
    else await updateCvTextLater(deps.db.queries, cv.cv_id, retry)
  }
  return undefined
}
