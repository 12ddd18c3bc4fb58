// Takes the text out of CVs.
import type { LeasedTask, TaskOutcome, TaskSession } from '#domain/tasks/tasks.ts'
import { buffer } from 'node:stream/consumers'
import {
  findCvToRead,
  updateCvTextDone,
  updateCvTextUnreadable,
  updateHeavyTries,
} from '#data/cvs/cv-texts.ts'
import { openCvReader, type CvReader } from '#gateways/cvs/cv-reader.ts'
import type { Deps } from '../deps.ts'

/** Before the second, third, … attempt at a store that does not answer; after the last one the file counts as gone. */
export const READ_RETRY_SECONDS = [30, 300, 3600, 6 * 3600, 24 * 3600]
/** A CV takes a fraction of a second. */
const SECONDS = 10
/** What took too long may have been read on a busy machine: it gets one more attempt, later, and when nobody else waits. */
const HEAVY_SECONDS = 30
const HEAVY_RETRY_SECONDS = 600
const HEAVY_RANK = 1
/**
 * So many heavy files an hour of one organization are tried as above. After them each gets a moment only and no second attempt:
 * its ordinary CVs are still read, and nobody occupies the reader with files that were made for it.
 */
const HEAVY_TRIES = 6
const HURRIED_SECONDS = 5

/** The reader, a thread of its own, lives as long as there are files. */
export function openCvReading(deps: Deps): TaskSession {
  let reader: CvReader | undefined
  const stop = () => void reader?.stop()
  deps.closing.addEventListener('abort', stop)
  return {
    work: (task) => readCv(deps, task, () => (reader ??= openCvReader())),
    async close() {
      deps.closing.removeEventListener('abort', stop)
      await reader?.stop()
    },
  }
}

async function readCv(
  deps: Deps,
  { key: cvId, rank }: LeasedTask,
  reader: () => CvReader,
): Promise<TaskOutcome | void> {
  const db = deps.db.queries
  const cv = await findCvToRead(db, cvId)
  if (!cv) return
  if (!(await deps.files.exists(cv.storage_key))) return updateCvTextUnreadable(db, cvId, 'gone')
  // A copy of its own: what a thread is given must not be a piece of the server's shared memory.
  const content = new Uint8Array(await buffer(await deps.files.read(cv.storage_key)))
  const isHeavy = rank === HEAVY_RANK
  const isHurried = cv.heavy_tries >= HEAVY_TRIES
  const seconds = isHurried ? HURRIED_SECONDS : isHeavy ? HEAVY_SECONDS : SECONDS
  const reading = await reader().read(content, cv.kind, seconds)
  if ('text' in reading) return updateCvTextDone(db, cvId, reading.text, reading.isCut)
  deps.log.info({ cv: cvId, reason: reading.unreadable }, 'a CV without a text')
  if (reading.unreadable === 'too-heavy') {
    await updateHeavyTries(db, cv.organization_id)
    if (!isHeavy && !isHurried) return { seconds: HEAVY_RETRY_SECONDS, rank: HEAVY_RANK }
  }
  return updateCvTextUnreadable(db, cvId, reading.unreadable)
}

/** More attempts than there are pauses between them: every process that made one died of it. */
export function giveUpReading(deps: Deps, { key, attempts }: LeasedTask): Promise<void> {
  const reason = attempts > READ_RETRY_SECONDS.length + 1 ? 'too-heavy' : 'gone'
  return updateCvTextUnreadable(deps.db.queries, key, reason)
}
