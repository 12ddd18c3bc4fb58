// The archives in the folder of the backups, by the moments that their names say: a copy of the file keeps it.
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Cutoff } from '#domain/retention/deletion-time.ts'

const ARCHIVE = /^storehand-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.backup$/
/** What a process was writing when it was killed. */
const UNFINISHED = /^(?:storehand-.+\.backup\.unfinished|erasures\.log\.\d+\.new)$/

export const archiveName = (madeAt: Date): string =>
  `storehand-${madeAt.toISOString().replaceAll(/[:.]/g, '-')}.backup`

/** When it was made; not a number for any other file. */
export const archiveTime = (name: string): number =>
  ARCHIVE.test(name) ? Date.parse(name.replace(ARCHIVE, '$1T$2:$3:$4.$5Z')) : Number.NaN

/**
 * Deletes the archives that were made before `before`, but never the newest one that was made by now: an archive has its name only
 * when it is whole. Returns how many.
 */
export async function deleteOldArchives(
  folder: string,
  { before, now }: { before: Cutoff; now: Cutoff },
): Promise<number> {
  const names = (await readdir(folder)).filter((name) => ARCHIVE.test(name)).toSorted()
  const newest = names.findLast((name) => archiveTime(name) <= now.getTime())
  const old = names.filter((name) => name !== newest && archiveTime(name) <= before.getTime())
  for (const name of old) await rm(path.join(folder, name), { force: true })
  return old.length
}

/** One that is still being written was changed later; or it has its name by now. */
export async function deleteUnfinishedArchives(folder: string, before: Cutoff): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!UNFINISHED.test(name)) continue
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtime < before) await rm(file, { force: true })
  }
}
