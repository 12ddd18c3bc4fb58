// Rows that wait to be copied beside the backups, and the folder that they are copied to.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import type { CopiedAct } from '#domain/backups/copied-acts.ts'
import type { Queries } from '../database.ts'

const entry = (db: Queries) =>
  db
    .selectFrom('copied_acts')
    .select([
      'id',
      'kind',
      'organization as organization_id',
      'subject',
      'state',
      // With microseconds, which a date of JavaScript has not.
      sql<string>`to_char(acted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
        'acted_at',
      ),
    ])
    .orderBy('copied_acts.acted_at')
    .$castTo<CopiedAct>()

export const listUncopiedActs = (db: Queries, most: number): Promise<CopiedAct[]> =>
  entry(db).where('copied_at', 'is', null).limit(most).execute()

/** Those that were copied and are younger than `since`. */
export const listActsCopiedSince = (db: Queries, since: Date): Promise<CopiedAct[]> =>
  entry(db)
    .where('copied_at', 'is not', null)
    .where(sql<boolean>`copied_acts.acted_at >= ${since.toISOString()}::timestamptz`)
    .execute()

export async function updateActsCopied(db: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('copied_acts')
    .set({ copied_at: sql<string>`now()` })
    .where('id', 'in', ids)
    .execute()
}

/** `isCopied`: only those that were. */
export async function deleteOldActs(
  db: Queries,
  before: Cutoff,
  { isCopied }: { isCopied: boolean },
): Promise<void> {
  await db
    .deleteFrom('copied_acts')
    .where(sql<boolean>`acted_at < ${before.toISOString()}::timestamptz`)
    .$if(isCopied, (query) => query.where('copied_at', 'is not', null))
    .execute()
}

export type KnownFolder = { marker: string; last_backup_at: string | null }

export const findBackupFolder = (db: Queries): Promise<KnownFolder | undefined> =>
  db.selectFrom('backup_folders').select(['marker', 'last_backup_at']).executeTakeFirst()

/** The first one stays, however many processes begin at once. */
export async function insertBackupFolder(db: Queries, marker: string): Promise<void> {
  await db
    .insertInto('backup_folders')
    .values({ marker })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteBackupFolder(db: Queries): Promise<void> {
  await db.deleteFrom('backup_folders').execute()
}

export async function updateLastBackup(db: Queries, at: Date): Promise<void> {
  await db.updateTable('backup_folders').set({ last_backup_at: at }).execute()
}

export type BackupMeasures = { uncopied: number; last_backup_at: string | null }

/** For the metrics of the installation. */
export async function readBackupMeasures(db: Queries): Promise<BackupMeasures> {
  const { rows } = await sql<BackupMeasures>`
    select (select count(*) from erasures where copied_at is null)::int
        + (select count(*) from copied_acts where copied_at is null)::int as uncopied,
      (select last_backup_at from backup_folders) as last_backup_at`.execute(db)
  return rows[0] ?? { uncopied: 0, last_backup_at: null }
}
