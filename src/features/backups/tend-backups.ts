// Scheduled: old archives end on their day, and what the log beside the backups lacks is appended again.
import { deleteOldActs, listActsCopiedSince } from '#data/backups/copied-acts.ts'
import { listErasuresCopiedSince } from '#data/retention/ledger.ts'
import { isAct, type CopiedEntry } from '#domain/backups/copied-acts.ts'
import type { Deps } from '../deps.ts'
import { checkBackupFolder, copyErasures } from './copy-erasures.ts'
import { deleteOldArchives } from './write-backup.ts'

export type TendedBackups = { deleted: number; appended: number }

export async function tendBackups(deps: Deps): Promise<TendedBackups> {
  const { db, clock, backups, backupFolder } = deps
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  if (!backups || !backupFolder) {
    // Nobody copies them: there are no archives that lack them.
    await deleteOldActs(db.queries, daysAgo(1), { isCopied: false })
    return { deleted: 0, appended: 0 }
  }
  await checkBackupFolder(deps, backupFolder)
  await copyErasures(deps)
  await backupFolder.renewLog()
  // After it, because another process may have appended meanwhile.
  const appended = await appendMissing(deps)
  await deleteOldActs(db.queries, daysAgo(backups.days), { isCopied: true })
  return { deleted: await deleteOldArchives(backups.folder, clock.now(), backups.days), appended }
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
