// Many signed-in members of one shop, and the events that their screens receive.
import type { AccessClaims } from '#domain/accounts/token-api.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import type { Deps } from '#features/deps.ts'
import { asOrganizationId } from '../test/rows.ts'

const TOKEN_SECONDS = 3600

const insertPeople = `
  with people as (
    insert into users (name, email, email_verified, first_name, last_name)
    select 'Ana Silva', 'member-' || n || '@staff.example', true, 'Ana', 'Silva'
    from generate_series(1, $1::int) as n
    returning id, email
  )
  insert into sessions (token, user_id, expires_at, updated_at)
  select gen_random_uuid()::text, id, now() + interval '1 day', now() from people
  returning id as session_id, user_id, (select email from people where people.id = user_id)`

/** As if each of them had signed in. */
export async function openStaff(
  { db, auth }: Deps,
  { organizationId, count }: { organizationId: string; count: number },
): Promise<string[]> {
  const { rows } = await db.pool.query<{ session_id: string; user_id: string; email: string }>(
    insertPeople,
    [count],
  )
  await db.pool.query(
    `update profiles set organization_id = $1, role = 'staff', is_approved = true where id = any($2)`,
    [organizationId, rows.map(({ user_id }) => user_id)],
  )
  await db.pool.query('vacuum analyze')
  const names = { app_metadata: {}, user_metadata: {}, phone: '', is_anonymous: false } as const
  const ends = Math.floor(Date.now() / 1000) + TOKEN_SECONDS
  const tokens: string[] = []
  // One after the other, because the first creates the installation's key.
  for (const { session_id, user_id: sub, email } of rows) {
    const claims = { ...names, sub, email, session_id, role: 'authenticated', aal: 'aal1', amr: [] }
    tokens.push(await auth.signToken(claims as AccessClaims, ends))
  }
  return tokens
}

export async function publishEvent({ db }: Deps, organizationId: string): Promise<undefined> {
  const { id } = await db.queries
    .selectFrom('applicants')
    .select('id')
    .where('organization_id', '=', asOrganizationId(organizationId))
    .limit(1)
    .executeTakeFirstOrThrow()
  await db.forOrganization(asOrganizationId(organizationId), (tx) =>
    insertLiveEvents(tx, asOrganizationId(organizationId), 'applicant.updated', [id]),
  )
}
