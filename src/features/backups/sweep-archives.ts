// Scheduled, and after each backup: anyone who was erased is still in an archive from before, so archives end with their days.
import { deleteOldArchives, deleteUnfinishedArchives } from '#gateways/backups/archives.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'
import { checkBackupFolder } from './copy-erasures.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** Archives an hour early, because it runs every hour. Returns how many. */
export async function sweepArchives(deps: Deps): Promise<number> {
  const { backups, backupFolder } = deps
  if (!backups || !backupFolder) return 0
  await checkBackupFolder(deps, backupFolder)
  const time = await believedTime(deps)
  if (!time) return 0
  await deleteUnfinishedArchives(backups.folder, time.ago(DAY))
  const before = time.ago(backups.days * DAY - HOUR)
  return deleteOldArchives(backups.folder, { before, now: time.now })
}
