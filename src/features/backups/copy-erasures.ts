// Copies new rows of the ledger of erasures, and of the acts that a restored backup must not forget, beside the backups. A row may come twice;
// none is left out.
import { OperatorError } from '#domain/operator-error.ts'
import { randomUUID } from 'node:crypto'
import {
  findBackupFolder,
  insertBackupFolder,
  listUncopiedActs,
  updateActsCopied,
} from '#data/backups/copied-acts.ts'
import { listUncopiedErasures, updateErasuresCopied } from '#data/retention/ledger.ts'
import type { BackupFolder } from '#gateways/backups/backup-folder.ts'
import type { Deps } from '../deps.ts'

const AT_ONCE = 1000

export async function copyErasures(deps: Deps): Promise<void> {
  const { db, backupFolder } = deps
  if (!backupFolder) return
  for (;;) {
    const erasures = await listUncopiedErasures(db.queries, AT_ONCE)
    const acts = await listUncopiedActs(db.queries, AT_ONCE)
    if (erasures.length + acts.length === 0) return
    await checkBackupFolder(deps, backupFolder)
    await backupFolder.append([...erasures, ...acts])
    await updateErasuresCopied(
      db.queries,
      erasures.map(({ receipt }) => receipt),
    )
    await updateActsCopied(
      db.queries,
      acts.map(({ id }) => id),
    )
  }
}

/**
 * At the first use the folder gets its marker. From then on one without it is refused, because it is what is left where a disk is not mounted: what
 * is written there would be missed when it is needed.
 */
export async function checkBackupFolder(
  { db }: Pick<Deps, 'db'>,
  folder: BackupFolder,
): Promise<void> {
  const known = await findBackupFolder(db.queries)
  if (!known) {
    folder.makeMarker(randomUUID())
    await insertBackupFolder(db.queries, (await folder.readMarker()) ?? '')
    return
  }
  if ((await folder.readMarker()) !== known.marker) {
    throw new OperatorError(
      'BACKUP_DIR is not the folder that was used before: is its disk mounted? Nothing is written there. For a new folder: npm run backup -- --new-folder',
    )
  }
}
