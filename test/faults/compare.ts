// What there is of the applications that were sent: rows, files, history and trail.
import { buffer } from 'node:stream/consumers'
import type { Deps } from '#features/deps.ts'
import { sha256 } from './applying.ts'

export type Found = { found: number; lost: number; half: number; twice: number }

export async function compare(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  acknowledged: ReadonlySet<string>,
  sent: ReadonlyMap<string, { readonly cv: Uint8Array }>,
): Promise<Found> {
  const { rows } = await db.pool.query<{
    email: string
    storage_key: string | null
    key_sealed: string | null
    parts: number
  }>(
    `select email, storage_key, key_sealed,
      (select count(*)::int from audit_events
        where action = 'applicant.created' and resource_id = applicants.id::text)
      + (select count(*)::int from applicant_status_history where applicant_id = applicants.id)
        as parts
     from applicants left join cv_files on applicant_id = applicants.id
     where email = any($1)`,
    [[...sent.keys()]],
  )
  const emails = new Set(rows.map(({ email }) => email))
  let half = 0
  for (const { email, storage_key, key_sealed, parts } of rows) {
    const content = storage_key
      ? await files
          .read(storage_key, key_sealed)
          .then(buffer)
          .catch(() => undefined)
      : undefined
    const isWhole = content !== undefined && sha256(content) === sha256(sent.get(email)!.cv)
    if (!isWhole || parts !== 2) half += 1
  }
  return {
    found: emails.size,
    lost: [...acknowledged].filter((email) => !emails.has(email)).length,
    half,
    twice: rows.length - emails.size,
  }
}
