// Every column with values encrypted under a main key, and how they are encrypted again when the main key is rotated.
import { sql } from 'kysely'
import type { Queries, Tx } from '../database.ts'

/**
 * `key`: the primary key. A column whose name contains `sealed` and that is missing here fails reencrypt-values.test.ts.
 */
export const encryptedColumns = [
  { table: 'cv_files', key: 'id', column: 'key_sealed' },
  { table: 'mail_outbox', key: 'id', column: 'data_sealed' },
  { table: 'applicant_mails', key: 'id', column: 'data_sealed' },
  { table: 'email_verifications', key: 'id', column: 'customer_sealed' },
  { table: 'auth_factors', key: 'id', column: 'secret_sealed' },
  { table: 'auth_provider_flows', key: 'state_hash', column: 'secrets_sealed' },
  { table: 'auth_signing_keys', key: 'id', column: 'private_key' },
  { table: 'job_invitation_keys', key: 'organization_id', column: 'key_sealed' },
  { table: 'link_keys', key: 'is_current', column: 'key_sealed' },
  { table: 'store_sessions', key: 'shop', column: 'access_token_sealed' },
  { table: 'store_sessions', key: 'shop', column: 'refresh_token_sealed' },
  { table: 'store_notices', key: 'webhook_id', column: 'payload_sealed' },
] as const
export type EncryptedColumn = (typeof encryptedColumns)[number]

/** A value and the key of its row, as text. */
export type EncryptedValue = { key: string; encrypted: string }

/**
 * Values after `after` that do not begin with `current`, locked until the transaction ends; skips rows that others have
 * locked.
 */
export async function listOldEncryptedLocked(
  tx: Tx,
  { table, key, column }: EncryptedColumn,
  { current, after, most }: { current: string; after: string; most: number },
): Promise<EncryptedValue[]> {
  const [id, value] = [sql`${sql.ref(key)}::text`, sql.ref(column)]
  const { rows } = await sql<EncryptedValue>`
    select ${id} as key, ${value} as encrypted from ${sql.table(table)}
    where ${value} is not null and not starts_with(${value}, ${current})
      and ${id} collate "C" > ${after}
    order by ${id} collate "C"
    limit ${most}
    for update`.execute(tx)
  return rows
}

export async function updateEncrypted(
  tx: Tx,
  { table, key, column }: EncryptedColumn,
  values: readonly EncryptedValue[],
): Promise<void> {
  if (values.length === 0) return
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = renewed.encrypted
    from unnest(${values.map((each) => each.key)}::text[], ${values.map(({ encrypted }) => encrypted)}::text[])
      as renewed (key, encrypted)
    where ${sql.ref(`${table}.${key}`)}::text = renewed.key`.execute(tx)
}

/** How many values are encrypted under each main key, by its id; '' for those from before keys had ids. */
export async function countEncrypted(db: Queries): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { table, column } of encryptedColumns) {
    const value = sql.ref(column)
    const { rows } = await sql<{ id: string; count: number }>`
      select case when starts_with(${value}, '2.') then split_part(${value}, '.', 2) else '' end as id,
        count(*)::int as count
      from ${sql.table(table)} where ${value} is not null group by 1`.execute(db)
    for (const { id, count } of rows) counts.set(id, (counts.get(id) ?? 0) + count)
  }
  return counts
}
