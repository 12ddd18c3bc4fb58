// How many mails an organization sent in each hour, of those that its limits apply to.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { OrganizationLimits } from '#domain/organizations/organization-limits.ts'
import { LIMITED_RANK } from '#domain/mails/mails.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { isFree } from '../tasks/tasks.ts'

const thisHour = sql<string>`date_trunc('hour', now())`
const lastDay = sql<boolean>`hour > date_trunc('hour', now()) - interval '24 hours'`

/** Counts one more and returns its hour; undefined when a limit is reached, and then counts nothing. */
export async function updateMailCount(
  db: Queries,
  organizationId: OrganizationId,
  { mailsPerHour, mailsPerDay }: OrganizationLimits,
): Promise<string | undefined> {
  // Of mails sent at the same time, each sees this hour's row as updated by the previous one; earlier hours no longer
  // change.
  const { rows } = await sql<{ hour: string }>`
    with day as (
      select coalesce(sum(sent) filter (where hour < ${thisHour}), 0) as earlier from mail_counts
      where ${inOrganization(organizationId)} and ${lastDay}
    )
    insert into mail_counts (organization_id, hour, sent)
    select ${organizationId}::uuid, ${thisHour}, 1 from day where earlier < ${mailsPerDay}
    on conflict (organization_id, hour) do update set sent = mail_counts.sent + 1
      where mail_counts.sent < least(${mailsPerHour}::int, ${mailsPerDay}::int - (select earlier from day))
    returning hour`.execute(db)
  return rows[0]?.hour
}

/** Uncounts a mail that was not sent after all. */
export async function updateMailUncounted(
  db: Queries,
  organizationId: OrganizationId,
  hour: string,
): Promise<void> {
  await db
    .updateTable('mail_counts')
    .set({ sent: sql<number>`sent - 1` })
    .where(inOrganization(organizationId))
    .where('hour', '=', hour)
    .where('sent', '>', 0)
    .execute()
}

/** In this hour, and in the last 24. */
export function countMails(
  db: Queries,
  organizationId: OrganizationId,
): Promise<{ hour: number; day: number }> {
  return db
    .selectFrom('mail_counts')
    .select([
      sql<number>`coalesce(sum(sent) filter (where hour = ${thisHour}), 0)::int`.as('hour'),
      sql<number>`coalesce(sum(sent), 0)::int`.as('day'),
    ])
    .where(inOrganization(organizationId))
    .where(lastDay)
    .executeTakeFirstOrThrow()
}

/** Postpones all limited mails of this organization to the next hour. Returns the seconds until then. */
export async function updateMailsPostponed(
  db: Queries,
  organizationId: OrganizationId,
): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    with postponed as (
      update background_tasks set due_at = ${thisHour} + interval '1 hour'
      where kind = 'send-mail' and ${inOrganization(organizationId)} and rank = ${LIMITED_RANK}
        and given_up_at is null and ${isFree} and due_at < ${thisHour} + interval '1 hour'
    )
    select extract(epoch from ${thisHour} + interval '1 hour' - now())::float8 as seconds`.execute(
    db,
  )
  return rows[0]?.seconds ?? 0
}

export async function deleteOldMailCounts(db: Queries, before: Cutoff): Promise<void> {
  await db.deleteFrom('mail_counts').where('hour', '<', before.toISOString()).execute()
}
