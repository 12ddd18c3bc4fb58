// Checks CVs for active content before anybody may open them, reads their text on the way, and has them scanned when a scanner is
// configured.
import type { LeasedTask, TaskSession } from '#domain/tasks/tasks.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import {
  deleteCvText,
  findCvToCheck,
  findCvToScan,
  insertMissingScans,
  updateCvChecked,
  type CvVerdict,
} from '#data/cvs/cv-checks.ts'
import type { Tx } from '#data/database.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { updateCvTextDone, updateCvTextUnreadable } from '#data/cvs/cv-texts.ts'
import { deleteTask, updateTaskDueNow, upsertTasks } from '#data/tasks/tasks.ts'
import { openCvChecker, type CvChecker } from '#gateways/cvs/cv-checker.ts'
import { openCvReader, type CvReader, type CvReading } from '#gateways/cvs/cv-reader.ts'
import type { VirusScanner } from '#gateways/cvs/virus-scanner.ts'
import type { Deps } from '../deps.ts'

/** Delays before the second, third, … attempt at one file; the last is repeated, because an unchecked file is never released. */
export const CHECK_RETRY_SECONDS = [30, 120, 600, 3600, 6 * 3600]
/** A file whose check crashed the process this many times counts as unreadable. */
const MOST_LOOKS = 6
/** Other files wait during this time. A file that takes longer is read by a separate task. */
const READ_SECONDS = 3
/** First and longest delay before an unreachable scanner is tried again; the delay doubles in between. */
const DOWN_SECONDS = { first: 10, last: 600 }

/** Failures in a row of each scanner. */
const silences = new WeakMap<VirusScanner, number>()

/** The checker and the reader run in worker threads, which live as long as there are files. */
export function openCvChecks(deps: Deps): TaskSession {
  let checker: CvChecker | undefined
  let reader: CvReader | undefined
  const stop = () => Promise.all([checker?.stop(), reader?.stop()])
  const stopNow = () => void stop()
  deps.closing.addEventListener('abort', stopNow)
  return {
    async work({ key, attempts }: LeasedTask) {
      const cv = await findCvToCheck(deps.db.queries, key)
      if (!cv) return
      const content = await deps.files.readWhole(cv.storage_key, cv.key_sealed)
      if (attempts > MOST_LOOKS) return keep(deps, key, { active_content: ['unreadable'] })
      // The buffer is transferred to the thread, so each thread needs a copy.
      const readable = cv.is_text_awaited ? content.slice() : undefined
      const active_content = await (checker ??= openCvChecker()).check(content, cv.kind)
      const reading =
        readable && (await (reader ??= openCvReader()).read(readable, cv.kind, READ_SECONDS))
      await keep(deps, key, { active_content }, reading)
    },
    async close() {
      deps.closing.removeEventListener('abort', stopNow)
      await stop()
    },
  }
}

export async function scanCv(deps: Deps, { key }: LeasedTask): Promise<void> {
  const cv = await findCvToScan(deps.db.queries, key)
  if (!cv || !deps.scanner) return
  const { infected } = await deps.scanner.scan(
    await deps.files.readWhole(cv.storage_key, cv.key_sealed),
  )
  await keep(deps, key, { malware: infected ?? null })
}

/** While the scanner is down, all files wait. Logs only when it goes down and when it is back. */
export async function pauseScans({ log, scanner }: Deps): Promise<number | undefined> {
  if (!scanner) return DOWN_SECONDS.last
  const before = silences.get(scanner) ?? 0
  if (await scanner.ping()) {
    silences.delete(scanner)
    if (before > 0) log.info({}, 'the virus scanner answers again')
    return undefined
  }
  silences.set(scanner, before + 1)
  if (before === 0) {
    log.error({}, 'the virus scanner does not answer: CVs are held until it does')
  }
  return Math.min(DOWN_SECONDS.first * 2 ** before, DOWN_SECONDS.last)
}

export async function queueScans(deps: Deps): Promise<void> {
  if (deps.scanner) await deps.db.transaction((tx) => insertMissingScans(tx))
}

async function keep(
  deps: Deps,
  cvId: string,
  verdict: CvVerdict,
  reading?: CvReading,
): Promise<void> {
  const isInfected = typeof verdict.malware === 'string'
  await deps.db.transaction(async (tx) => {
    const file = await updateCvChecked(tx, cvId, verdict)
    if (!file) return
    if (verdict.active_content && file.applicant_id) await keepText(tx, cvId, reading)
    if (isInfected) await deleteCvText(tx, cvId)
    if (verdict.active_content && deps.scanner) {
      const { organization_id } = file
      await upsertTasks(tx, [{ kind: 'scan-cv', key: cvId, organization_id }])
    }
    const { organization_id, applicant_id, is_new } = file
    if (!applicant_id) return
    if (isInfected) {
      await insertAuditEvent(tx, organization_id, {
        actor_id: null,
        action: 'cv.infected',
        resource_type: 'applicant',
        resource_id: applicant_id,
        details: { malware: verdict.malware ?? '' },
      })
    }
    // No live event for files stored before this check existed: there may be many.
    if (is_new || isInfected) {
      await insertLiveEvents(tx, organization_id, 'applicant.updated', [applicant_id])
    }
  })
  if (isInfected) deps.log.warn({ cv: cvId, malware: verdict.malware }, 'malware in a CV')
}

/** A text that was not read here, or was too large for that, is left to the task `read-cv`, which becomes due now. */
async function keepText(tx: Tx, cvId: string, reading: CvReading | undefined): Promise<void> {
  if (!reading || ('unreadable' in reading && reading.unreadable === 'too-heavy')) {
    return updateTaskDueNow(tx, 'read-cv', cvId)
  }
  if ('text' in reading) await updateCvTextDone(tx, cvId, reading)
  else await updateCvTextUnreadable(tx, cvId, reading.unreadable)
  await deleteTask(tx, 'read-cv', cvId)
}
