// Extracts the text of CVs.
import type { LeasedTask, TaskOutcome, TaskSession } from '#domain/tasks/tasks.ts'
import {
  findCvToRead,
  HEAVY_TRIES,
  updateCvTextDone,
  updateCvTextUnreadable,
  updateHeavyTries,
} from '#data/cvs/cv-texts.ts'
import { openCvReader, type CvReader } from '#gateways/cvs/cv-reader.ts'
import type { Deps } from '../deps.ts'

/**
 * Delays before the second, third, … attempt when the file storage does not answer; after the last one the file counts
 * as lost.
 */
export const READ_RETRY_SECONDS = [30, 300, 3600, 6 * 3600, 24 * 3600]
/** Reading a CV usually takes a fraction of a second. */
const SECONDS = 10
/** A CV that took too long gets one more attempt later, at lower priority: the machine may have been busy. */
const HEAVY_SECONDS = 30
const HEAVY_RETRY_SECONDS = 600
const HEAVY_RANK = 1
const HURRIED_SECONDS = 5

/** The reader runs in a worker thread, which lives as long as there are files. */
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
  const content = await deps.files.readWhole(cv.storage_key, cv.key_sealed)
  const isHeavy = rank === HEAVY_RANK
  const isHurried = cv.heavy_tries >= HEAVY_TRIES
  const seconds = isHurried ? HURRIED_SECONDS : isHeavy ? HEAVY_SECONDS : SECONDS
  const reading = await reader().read(content, cv.kind, seconds)
  if ('text' in reading) return updateCvTextDone(db, cvId, reading)
  deps.log.info({ cv: cvId, reason: reading.unreadable }, 'a CV without a text')
  // One that was read before gets no second attempt, and takes no time from new ones.
  if (reading.unreadable === 'too-heavy' && !cv.was_read) {
    await updateHeavyTries(db, cv.organization_id)
    if (!isHeavy && !isHurried) return { seconds: HEAVY_RETRY_SECONDS, rank: HEAVY_RANK }
  }
  return updateCvTextUnreadable(db, cvId, reading.unreadable)
}

/** More attempts than there are delays between them: each one ended its process. */
export function giveUpReading(deps: Deps, { key, attempts }: LeasedTask): Promise<void> {
  const reason = attempts > READ_RETRY_SECONDS.length + 1 ? 'too-heavy' : 'gone'
  return updateCvTextUnreadable(deps.db.queries, key, reason)
}
