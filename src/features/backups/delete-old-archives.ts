// Scheduled, and after each backup: whoever was erased is still in an archive from before, so archives end with their days.
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Deps } from '../deps.ts'
import { checkBackupFolder } from './copy-erasures.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The moment that its name says: a copy of the file keeps it. */
const ARCHIVE = /^storehand-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.backup$/
/** When it was made; not a number for any other file. */
export const archiveTime = (name: string): number =>
  ARCHIVE.test(name) ? Date.parse(name.replace(ARCHIVE, '$1T$2:$3:$4.$5Z')) : Number.NaN
/** What a process was writing when it was killed. */
const UNFINISHED = /^(?:storehand-.+\.backup\.unfinished|erasures\.log\.\d+\.new)$/

/** Archives an hour early, because it runs every hour. Returns how many. */
export async function deleteOldArchives(deps: Deps): Promise<number> {
  const { backups, backupFolder, clock } = deps
  if (!backups || !backupFolder) return 0
  await checkBackupFolder(deps, backupFolder)
  const { folder, days } = backups
  const now = clock.now().getTime()
  let deleted = 0
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    if (archiveTime(name) <= now - days * DAY_MS + HOUR_MS) {
      await rm(file, { force: true })
      deleted += 1
    } else if (UNFINISHED.test(name)) {
      // One that is still being written is younger; or it has its name by now.
      const found = await stat(file).catch(() => undefined)
      if (found && found.mtimeMs < now - DAY_MS) await rm(file, { force: true })
    }
  }
  return deleted
}
