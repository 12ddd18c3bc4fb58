// The full name of a person in SQL.
import { sql, type RawBuilder } from 'kysely'

/** `fullName` in SQL, for a row of this table. Null without a row. */
export const fullNameOf = (table: string): RawBuilder<string | null> =>
  sql`full_name(${sql.ref(`${table}.first_name`)}, ${sql.ref(`${table}.last_name`)})`
