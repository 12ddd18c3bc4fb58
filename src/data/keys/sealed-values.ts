// Every column that holds something encrypted under a main key, and how it is encrypted anew when the main key is rotated.
import { sql } from 'kysely'
import type { Queries, Tx } from '../database.ts'

/** `key`: the primary key. test: a column whose name says `sealed` and that is missing here fails renew-sealed.test.ts. */
export const sealedColumns = [
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
export type SealedColumn = (typeof sealedColumns)[number]

/** A value and the key of its row, as text. */
export type SealedValue = { key: string; sealed: string }

/** Those after `after` that do not begin with `current`, locked until the transaction ends, and the rows that nobody else has locked. */
export async function listOldSealedLocked(
  tx: Tx,
  { table, key, column }: SealedColumn,
  { current, after, most }: { current: string; after: string; most: number },
): Promise<SealedValue[]> {
  const [id, value] = [sql`${sql.ref(key)}::text`, sql.ref(column)]
  const { rows } = await sql<SealedValue>`
    select ${id} as key, ${value} as sealed from ${sql.table(table)}
    where ${value} is not null and not starts_with(${value}, ${current})
      and ${id} collate "C" > ${after}
    order by ${id} collate "C"
    limit ${most}
    for update`.execute(tx)
  return rows
}

export async function updateSealed(
  tx: Tx,
  { table, key, column }: SealedColumn,
  values: readonly SealedValue[],
): Promise<void> {
  if (values.length === 0) return
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = renewed.sealed
    from unnest(${values.map((each) => each.key)}::text[], ${values.map(({ sealed }) => sealed)}::text[])
      as renewed (key, sealed)
    where ${sql.ref(`${table}.${key}`)}::text = renewed.key`.execute(tx)
}

/** How many values are encrypted under each main key, by its id; '' for those from before keys had ids. */
export async function countSealed(db: Queries): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { table, column } of sealedColumns) {
    const value = sql.ref(column)
    const { rows } = await sql<{ id: string; count: number }>`
      select case when starts_with(${value}, '2.') then split_part(${value}, '.', 2) else '' end as id,
        count(*)::int as count
      from ${sql.table(table)} where ${value} is not null group by 1`.execute(db)
    for (const { id, count } of rows) counts.set(id, (counts.get(id) ?? 0) + count)
  }
  return counts
}
