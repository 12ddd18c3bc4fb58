// Scheduled: the log beside the backups loses acts that no archive needs, and gets again what it lacks.
import { deleteOldActs, listActsCopiedSince } from '#data/backups/copied-acts.ts'
import { listErasuresCopiedSince } from '#data/retention/ledger.ts'
import { isAct, type CopiedEntry } from '#domain/backups/copied-acts.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'
import { checkBackupFolder, copyErasures } from './copy-erasures.ts'

const DAY = 86_400

/** Returns how many entries were missing. */
export async function tendBackups(deps: Deps): Promise<number> {
  const { db, backups, backupFolder } = deps
  const time = await believedTime(deps)
  if (!backups || !backupFolder) {
    // Nobody copies them: there are no archives that lack them.
    if (time) await deleteOldActs(db.queries, time.ago(DAY), { isCopied: false })
    return 0
  }
  await checkBackupFolder(deps, backupFolder)
  await copyErasures(deps)
  // A day more than archives are kept: none of them is from before such an act.
  if (time) await backupFolder.renewLog(time.ago((backups.days + 1) * DAY))
  const appended = await appendMissing(deps)
  if (time) await deleteOldActs(db.queries, time.ago(backups.days * DAY), { isCopied: true })
  return appended
}

/** Of the days that archives reach back. What is missing was written where a disk was not mounted, or to a log that was lost. */
export async function appendMissing({ db, clock, backups, backupFolder }: Deps): Promise<number> {
  if (!backups || !backupFolder) return 0
  const since = new Date(clock.now().getTime() - backups.days * 86_400_000)
  const idOf = (entry: CopiedEntry) => (isAct(entry) ? entry.id : entry.receipt)
  const known = new Set((await backupFolder.read()).map(idOf))
  const copied: CopiedEntry[] = [
    ...(await listErasuresCopiedSince(db.queries, since)),
    ...(await listActsCopiedSince(db.queries, since)),
  ]
  const missing = copied.filter((entry) => !known.has(idOf(entry)))
  if (missing.length > 0) await backupFolder.append(missing)
  return missing.length
}
