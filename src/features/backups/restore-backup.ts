// Reads an archive whole, and fills an empty installation with it; who was erased since is erased again in the same transaction.
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { isEmptyDatabase, loadDatabase, type DumpedRows } from '#data/backups/dump.ts'
import { eraseAgain, type ErasedAgain } from '#data/backups/erase-again.ts'
import type { Database } from '#data/database.ts'
import { repeatActs, type RepeatedActs } from '#data/backups/repeat-acts.ts'
import { isAct, type CopiedEntry } from '#domain/backups/copied-acts.ts'
import { readArchive } from '#gateways/backups/archive.ts'
import type { Files } from '#gateways/files.ts'
import type { BackupCounts, BackupHead } from './write-backup.ts'

const decompress = promisify(gunzip)

export type CheckedBackup = { head: BackupHead; counts: BackupCounts }

/** Decrypts every byte and compares the counts; changes nothing. */
export async function checkBackup(keys: readonly string[], file: string): Promise<CheckedBackup> {
  let head: BackupHead | undefined
  let counts: BackupCounts | undefined
  const found = { rows: 0, files: 0 }
  for await (const piece of readArchive(keys, file)) {
    const { kind } = piece.head
    if (kind === 'head') head = JSON.parse(piece.bytes.toString()) as BackupHead
    else if (kind === 'rows') found.rows += (await rowsOf(piece.bytes)).length
    else if (kind === 'file') found.files += 1
    else if (kind === 'end') counts = JSON.parse(piece.bytes.toString()) as BackupCounts
  }
  if (!head || !counts) throw new Error('This is no whole archive')
  if (counts.rows !== found.rows || counts.files !== found.files) {
    throw new Error('The archive does not hold as much as it says')
  }
  return { head, counts }
}

const rowsOf = async (bytes: Buffer) => (await decompress(bytes)).toString().split('\n')

export type RestoreTo = { db: Database; files: Files; keyIds: readonly string[] }

/** `repeated`: other acts than erasures. */
export type Restored = ErasedAgain & { repeated: number }

/** Refuses a database that is not empty. After an interruption it is still empty, and the same command begins again. */
export async function restoreBackup(
  { db, files, keyIds }: RestoreTo,
  archive: { keys: readonly string[]; file: string; checked: CheckedBackup },
  log: readonly CopiedEntry[],
): Promise<Restored> {
  const { head } = archive.checked
  const [needed = ''] = head.key_ids
  if (!keyIds.includes(needed)) {
    throw new Error(
      `The archive needs the main key ${needed}, which was in use when it was made: set SECRET_KEY to it, or add it to SECRET_KEY_PREVIOUS beside the present one.`,
    )
  }
  if (!(await isEmptyDatabase(db.pool))) {
    throw new Error('The database is not empty: an archive is restored into a new one.')
  }
  let acts: RepeatedActs = { repeated: 0, files: [] }
  let erased: ErasedAgain = { erased: 0, entered: 0, files: [] }
  async function* rows(): AsyncGenerator<DumpedRows> {
    for await (const { head: piece, bytes } of readArchive(archive.keys, archive.file)) {
      if (piece['kind'] === 'rows') {
        yield { table: String(piece['table']), rows: await rowsOf(bytes) }
      } else if (piece['kind'] === 'file') {
        await files.putStored(String(piece['name']), [bytes])
      }
    }
  }
  await loadDatabase(db, head, rows(), async (client) => {
    erased = await eraseAgain(
      client,
      log.flatMap((entry) => (isAct(entry) ? [] : [entry])),
    )
    acts = await repeatActs(client, log)
  })
  const discarded = [...erased.files, ...acts.files]
  await files.discard(discarded)
  return { ...erased, files: discarded, repeated: acts.repeated }
}
