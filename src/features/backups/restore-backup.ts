// Reads an archive whole, and fills an empty installation with it; who was erased since is erased again in the same transaction.
import { OperatorError } from '#domain/operator-error.ts'
import { constants } from 'node:buffer'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'
import { isEmptyDatabase, loadDatabase, type DumpedRows } from '#data/backups/dump.ts'
import { eraseAgain, type ErasedAgain } from '#data/backups/erase-again.ts'
import type { Database } from '#data/database.ts'
import { repeatActs, type RepeatedActs } from '#data/backups/repeat-acts.ts'
import { isAct, type CopiedEntry } from '#domain/backups/copied-acts.ts'
import { readArchive, type Piece } from '#gateways/backups/archive.ts'
import type { Files } from '#gateways/files.ts'
import {
  backupCounts,
  backupHead,
  isBackedUpFile,
  type BackupCounts,
  type BackupHead,
} from './write-backup.ts'

const decompress = promisify(gunzip)
const ROWS_BYTES = constants.MAX_STRING_LENGTH

export type CheckedBackup = { head: BackupHead; counts: BackupCounts }

/**
 * Decrypts every byte, compares the counts, and judges every entry: anyone who has the key can write an archive. Changes
 * nothing.
 */
export async function checkBackup(keys: readonly string[], file: string): Promise<CheckedBackup> {
  let head: BackupHead | undefined
  let counts: BackupCounts | undefined
  const found = { rows: 0, files: 0 }
  const files = new Set<string>()
  for await (const piece of readArchive(keys, file)) {
    const { kind } = piece.head
    if (counts || (head === undefined) !== (kind === 'head'))
      throw notWhole(`a misplaced ${String(kind)}`)
    if (kind === 'head') head = readHead(piece)
    else if (kind === 'rows' && head) found.rows += await countRows(head, piece)
    else if (kind === 'file') {
      const name = fileOf(piece)
      if (files.has(name)) throw notWhole('a file twice')
      files.add(name)
      found.files += 1
    } else if (kind === 'end') counts = backupCounts.safeParse(contentOf(piece)).data
    else throw notWhole('an unknown entry')
  }
  if (!head || !counts) throw notWhole('no end')
  if (counts.rows !== found.rows || counts.files !== found.files) {
    throw notWhole('less than it says')
  }
  return { head, counts }
}

const notWhole = (what: string) =>
  new OperatorError(`This is no whole archive: it has ${what}. Use another one.`)

function contentOf({ bytes }: Piece): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw notWhole('an entry that cannot be read')
  }
}

function readHead(piece: Piece): BackupHead {
  const content = contentOf(piece)
  const { success, data } = backupHead.safeParse(content)
  if (success) return data
  const { version } = z.object({ version: z.number() }).safeParse(content).data ?? {}
  throw version !== undefined && version > 1
    ? new OperatorError(
        'The archive was made by a later version of Storehand: restore it with that one.',
      )
    : notWhole('no readable description')
}

async function countRows({ tables }: BackupHead, piece: Piece): Promise<number> {
  const columns = tables.find(({ name }) => name === piece.head['table'])?.columns.length
  if (columns === undefined) throw notWhole('rows of an unknown table')
  const row = z.array(z.string().nullable()).length(columns)
  const rows = await rowsOf(piece.bytes)
  for (const text of rows) {
    if (!row.safeParse(contentOf({ head: {}, bytes: Buffer.from(text) })).success) {
      throw notWhole('a row that does not fit its table')
    }
  }
  return rows.length
}

function fileOf({ head: { name } }: Piece): string {
  if (typeof name !== 'string' || !isBackedUpFile(name)) throw notWhole('a file of another kind')
  return name
}

/** Not more than fits into a text, whatever it was compressed from. */
async function rowsOf(bytes: Buffer): Promise<string[]> {
  const text = await decompress(bytes, { maxOutputLength: ROWS_BYTES }).catch(() => {
    throw notWhole('rows that cannot be read')
  })
  return text.toString().split('\n')
}

export type RestoreTo = { db: Database; files: Files; keyIds: readonly string[] }

/** `repeated`: other acts than erasures. */
export type Restored = ErasedAgain & { repeated: number }

/** Throws for a database that is in use. */
export async function requireEmpty(db: Database): Promise<void> {
  if (await isEmptyDatabase(db.pool)) return
  throw new OperatorError(
    'The database is not empty: an archive is restored into a new one. Set DATABASE_URL or DATA_DIR to an empty one.',
  )
}

/** Refuses a database that is not empty. After an interruption it is still empty, and the same command begins again. */
export async function restoreBackup(
  { db, files, keyIds }: RestoreTo,
  archive: { keys: readonly string[]; file: string; checked: CheckedBackup },
  log: readonly CopiedEntry[],
): Promise<Restored> {
  const { head } = archive.checked
  const [needed = ''] = head.key_ids
  if (!keyIds.includes(needed)) {
    throw new OperatorError(
      `The archive needs the main key ${needed}, which was in use when it was made: set SECRET_KEY to it, or add it to SECRET_KEY_PREVIOUS beside the present one.`,
    )
  }
  await requireEmpty(db)
  let acts: RepeatedActs = { repeated: 0, files: [] }
  let erased: ErasedAgain = { erased: 0, entered: 0, files: [] }
  async function* rows(): AsyncGenerator<DumpedRows> {
    for await (const { head: piece, bytes } of readArchive(archive.keys, archive.file)) {
      if (piece['kind'] === 'rows') {
        yield { table: String(piece['table']), rows: await rowsOf(bytes) }
      } else if (piece['kind'] === 'file') {
        await files.putStored(fileOf({ head: piece, bytes }), [bytes])
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
