// Scheduled: the log beside the backups loses acts that no archive needs, and gets again what it lacks.
import { deleteOldActs, listActsCopiedSince } from '#data/backups/copied-acts.ts'
import { listErasuresCopiedSince } from '#data/retention/ledger.ts'
import { isAct, type CopiedEntry } from '#domain/backups/copied-acts.ts'
import type { Deps } from '../deps.ts'
import { checkBackupFolder, copyErasures } from './copy-erasures.ts'

/** Returns how many entries were missing. */
export async function tendBackups(deps: Deps): Promise<number> {
  const { db, clock, backups, backupFolder } = deps
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  if (!backups || !backupFolder) {
    // Nobody copies them: there are no archives that lack them.
    await deleteOldActs(db.queries, daysAgo(1), { isCopied: false })
    return 0
  }
  await checkBackupFolder(deps, backupFolder)
  await copyErasures(deps)
  // A day more than archives are kept: none of them is from before such an act.
  await backupFolder.renewLog(daysAgo(backups.days + 1))
  const appended = await appendMissing(deps)
  await deleteOldActs(db.queries, daysAgo(backups.days), { isCopied: true })
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
