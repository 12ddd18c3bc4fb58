// Looks into CVs before anybody may open them, and has them scanned where a scanner is set; says when to look again.
import { buffer } from 'node:stream/consumers'
import type { ActiveContent } from '#domain/cvs/cvs.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import {
  deleteCvText,
  findNextCvCheckDelay,
  updateCvChecked,
  updateCvCheckLater,
  updateDueCvCheck,
  type CvVerdict,
  type DueCheck,
} from '#data/cvs/cv-checks.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { openCvChecker, type CvChecker } from '#gateways/cvs/cv-checker.ts'
import type { VirusScanner } from '#gateways/cvs/virus-scanner.ts'
import type { Deps } from '../deps.ts'

/**
 * A file that was taken by a process that died is free again after this, and is held so long. A look or a scan that takes longer
 * may be made twice, which harms nothing.
 */
const LEASE_SECONDS = { check: 30, scan: 60 }
/** Before the second, third, … try of one file. It is never given out unchecked, so there is always another. */
const RETRY_SECONDS = [30, 120, 600, 3600, 6 * 3600]
/** A file that every look died of is called unreadable. */
const MOST_LOOKS = 6
/** A scanner that is down is asked again so soon at first, and twice as late each time up to the last. */
const DOWN_SECONDS = { first: 10, last: 600 }

/** How often in a row each scanner did not answer. */
const silences = new WeakMap<VirusScanner, number>()

/** Resolves when nothing is due; with the seconds until something will be, or undefined when nothing waits. */
export async function checkCvs(deps: Deps): Promise<number | undefined> {
  const db = deps.db.queries
  let checker: CvChecker | undefined
  const stop = () => void checker?.stop()
  deps.closing.addEventListener('abort', stop)
  try {
    let canScan = true
    while (!deps.closing.aborted) {
      const toLook = await updateDueCvCheck(db, 'check', LEASE_SECONDS.check)
      const isScanDue = !toLook && deps.scanner !== undefined && canScan
      // Asked before files are taken for it: while it is down, they all wait.
      if (isScanDue && (await findNextCvCheckDelay(db, 'scan')) === 0) {
        canScan = await isUp(deps, deps.scanner)
      }
      const cv =
        toLook ??
        (isScanDue && canScan ? await updateDueCvCheck(db, 'scan', LEASE_SECONDS.scan) : undefined)
      if (!cv) return await nextDelay(deps, canScan)
      if (!cv.is_checked) checker ??= openCvChecker()
      await check(deps, checker, cv)
    }
    return undefined
  } finally {
    deps.closing.removeEventListener('abort', stop)
    await checker?.stop()
  }
}

async function nextDelay(deps: Deps, canScan: boolean): Promise<number | undefined> {
  const delays = [await findNextCvCheckDelay(deps.db.queries, 'check')]
  if (deps.scanner) {
    const silence = silences.get(deps.scanner) ?? 0
    const down = Math.min(DOWN_SECONDS.first * 2 ** (silence - 1), DOWN_SECONDS.last)
    delays.push(canScan ? await findNextCvCheckDelay(deps.db.queries, 'scan') : down)
  }
  const known = delays.filter((delay) => delay !== undefined)
  return known.length > 0 ? Math.min(...known) : undefined
}

/** Said in the log when it goes and when it is back, not each time in between. */
async function isUp(deps: Deps, scanner: VirusScanner | undefined): Promise<boolean> {
  if (!scanner) return false
  const before = silences.get(scanner) ?? 0
  if (await scanner.ping()) {
    silences.delete(scanner)
    if (before > 0) deps.log.info({}, 'the virus scanner answers again')
    return true
  }
  silences.set(scanner, before + 1)
  if (before === 0) {
    deps.log.error({}, 'the virus scanner does not answer: CVs are held until it does')
  }
  return false
}

async function check(deps: Deps, checker: CvChecker | undefined, cv: DueCheck): Promise<void> {
  const content = await load(deps, cv)
  if (!content) return
  if (cv.is_checked) {
    const malware = await scan(deps, cv, content)
    if (malware !== undefined) await keep(deps, cv, { malware })
    return
  }
  const active_content = await look(deps, checker, cv, content)
  if (active_content) await keep(deps, cv, { active_content })
  // The program ends: the next one begins with this file.
  else await updateCvCheckLater(deps.db.queries, cv.cv_id, 0)
}

async function look(
  deps: Deps,
  checker: CvChecker | undefined,
  cv: DueCheck,
  content: Uint8Array<ArrayBuffer>,
): Promise<ActiveContent[] | undefined> {
  if (cv.attempts > MOST_LOOKS) return ['unreadable']
  return checker?.check(content, cv.kind).catch((error: unknown) => {
    if (deps.closing.aborted) return undefined
    throw error
  })
}

/** Undefined when there was no verdict; the row then says when to try again. */
async function scan(
  deps: Deps,
  cv: DueCheck,
  content: Uint8Array,
): Promise<string | null | undefined> {
  try {
    return (await deps.scanner?.scan(content))?.infected ?? null
  } catch (error) {
    const retry = RETRY_SECONDS[Math.min(cv.attempts, RETRY_SECONDS.length) - 1] ?? 30
    const what = 'a CV could not be scanned and is held'
    if (cv.attempts === 1 && !deps.warnOfOutside(error, what, { cv: cv.cv_id })) {
      deps.log.warn({ cv: cv.cv_id, err: error }, what)
    }
    await updateCvCheckLater(deps.db.queries, cv.cv_id, retry)
    return undefined
  }
}

async function keep(deps: Deps, cv: DueCheck, verdict: CvVerdict): Promise<void> {
  const isInfected = typeof verdict.malware === 'string'
  await deps.db.transaction(async (tx) => {
    const file = await updateCvChecked(tx, cv.cv_id, verdict)
    if (!file) return
    if (isInfected) await deleteCvText(tx, cv.cv_id)
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
    // Of the many from before there was this check, screens are not told.
    if (is_new || isInfected) {
      await insertLiveEvents(tx, organization_id, 'applicant.updated', [applicant_id])
    }
  })
  if (isInfected) deps.log.warn({ cv: cv.cv_id, malware: verdict.malware }, 'malware in a CV')
}

/** Undefined when the store does not have it now; the row then says when to try again. */
async function load(deps: Deps, cv: DueCheck): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    // A copy of its own: what a thread is given must not be a piece of the server's shared memory.
    return new Uint8Array(await buffer(await deps.files.read(cv.storage_key)))
  } catch (error) {
    const retry = RETRY_SECONDS[Math.min(cv.attempts, RETRY_SECONDS.length) - 1] ?? 30
    const details = { cv: cv.cv_id, attempt: cv.attempts, retry }
    if (!deps.warnOfOutside(error, 'CV not loaded', details)) {
      deps.log.warn({ ...details, err: error }, 'CV not loaded')
    }
    await updateCvCheckLater(deps.db.queries, cv.cv_id, retry)
    return undefined
  }
}
