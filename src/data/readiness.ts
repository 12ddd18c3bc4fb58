// Whether the database stores what it is given.
import { sql } from 'kysely'
import type { Queries } from './database.ts'

/** Writes its own row. Throws on a full disk, and on a server that only reads. */
export async function upsertReadinessCheck(db: Queries): Promise<void> {
  await sql`
    insert into readiness_checks (is_only, checked_at) values (true, now())
    on conflict (is_only) do update set checked_at = excluded.checked_at`.execute(db)
}
