// Writes one encrypted archive of the whole installation while it runs: the rows of one moment, and the stored files that they name.
import { OperatorError } from '#domain/operator-error.ts'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { z } from 'zod'
import { LOGO_FOLDER } from '#domain/organizations/brand.ts'
import { dumpDatabase } from '#data/backups/dump.ts'
import { updateLastBackup } from '#data/backups/copied-acts.ts'
import { archiveName } from '#gateways/backups/archives.ts'
import { writeArchive, type Piece } from '#gateways/backups/archive.ts'
import { flushFolder } from '#gateways/new-file.ts'
import type { Deps } from '../deps.ts'
import { checkBackupFolder, copyErasures } from './copy-erasures.ts'
import { sweepArchives } from './sweep-archives.ts'

const named = z.object({ name: z.string() })
/** What an archive says of itself. `main_keys`: those from a file in the data folder; keys of the environment are not in it. */
export const backupHead = z.object({
  version: z.literal(1),
  /** The version of Storehand that made it; before 0.2.0 archives did not say. */
  made_by: z.string().optional(),
  made_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(named.extend({ columns: z.array(named.extend({ type: z.string() })) })),
  sequences: z.array(named.extend({ value: z.string().regex(/^-?\d+$/) })),
  key_ids: z.array(z.string()).min(1),
  // One line each in the file of keys.
  main_keys: z.array(z.string().regex(/^\S{32,}$/)),
})
export type BackupHead = z.infer<typeof backupHead>

const count = z.int().min(0)
export const backupCounts = z.object({ rows: count, files: count, missing: count })
export type BackupCounts = z.infer<typeof backupCounts>

/** The stored files that an archive can have. */
export function isBackedUpFile(name: string): boolean {
  const [folder, file = '', ...deeper] = name.split('/')
  const isKnown = (folder === 'cvs' || folder === LOGO_FOLDER) && deeper.length === 0
  return isKnown && /^[^.\\\0][^\\\0]*$/.test(file)
}
export type Backup = BackupCounts & { file: string; size: number; deleted: number }

const compress = promisify(gzip)

/** `mainKeys`: of the file in the data folder. The archive is there whole or not at all. */
export async function writeBackup(deps: Deps, mainKeys: readonly string[]): Promise<Backup> {
  const { backups, backupFolder } = deps
  if (!backups || !backupFolder) {
    throw new OperatorError('Set BACKUP_DIR and BACKUP_KEY, also for the server that runs.')
  }
  const { folder, keys } = backups
  await checkBackupFolder(deps, backupFolder)
  // So that the copy begins not later than the archive.
  await copyErasures(deps)
  const now = deps.clock.now()
  const file = path.join(folder, archiveName(now))
  const unfinished = `${file}.unfinished`
  const counts: BackupCounts = { rows: 0, files: 0, missing: 0 }
  try {
    const size = await writeArchive(keys[0], piecesOf(deps, mainKeys, counts), unfinished)
    await rename(unfinished, file)
    flushFolder(folder)
    await updateLastBackup(deps.db.queries, now)
    return { ...counts, file, size, deleted: await sweepArchives(deps) }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function* piecesOf(
  deps: Deps,
  mainKeys: readonly string[],
  counts: BackupCounts,
): AsyncGenerator<Piece> {
  const names: string[] = []
  for await (const part of dumpDatabase(deps.db)) {
    deps.closing.throwIfAborted()
    if ('tables' in part) {
      const head: BackupHead = {
        version: 1,
        made_by: deps.installation.version,
        made_at: deps.clock.now().toISOString(),
        ...part,
        key_ids: deps.secrets.keyIds(),
        main_keys: [...mainKeys],
      }
      yield { head: { kind: 'head' }, bytes: Buffer.from(JSON.stringify(head)) }
      continue
    }
    names.push(...namesIn(part))
    counts.rows += part.rows.length
    yield {
      head: { kind: 'rows', table: part.table, count: part.rows.length },
      bytes: await compress(part.rows.join('\n'), { level: 1 }),
    }
  }
  for await (const name of deps.files.listOlder(LOGO_FOLDER, new Date(8.64e15))) names.push(name)
  for (const name of names) {
    deps.closing.throwIfAborted()
    const bytes = await deps.files
      .readStored(name)
      .then(buffer)
      .catch(() => undefined)
    if (bytes) {
      counts.files += 1
      yield { head: { kind: 'file', name }, bytes }
    } else if (await deps.files.exists(name)) {
      throw new OperatorError(
        `The stored file ${name} cannot be read, so no backup was made. Look at the disk, or the bucket, of STORAGE_URL.`,
      )
    } else {
      // Erased since its row was read, or lost long ago.
      counts.missing += 1
    }
  }
  yield { head: { kind: 'end' }, bytes: Buffer.from(JSON.stringify(counts)) }
}

/** The stored files of these rows: their names are among the texts. */
function* namesIn({ table, rows }: { table: string; rows: readonly string[] }): Generator<string> {
  if (table !== 'cv_files') return
  for (const row of rows) {
    const texts = JSON.parse(row) as (string | null)[]
    yield* texts.filter((value) => value !== null && /^cvs\/[^/]+$/.test(value)) as string[]
  }
}
