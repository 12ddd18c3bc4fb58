// What notifications each member of staff wants, and who gets them.
import { sql } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { NotificationsInput, Pace, MailPreferences } from '#domain/mails/notifications.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

export type NotificationSettings = {
  applications: Pace | null
  waiting: boolean
  undelivered: boolean
  time_zone: string | null
  applications_at: string | null
}

/** Undefined for a member who has chosen nothing and got no notification yet. */
export function findNotificationSettings(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
): Promise<NotificationSettings | undefined> {
  return db
    .selectFrom('notification_settings')
    .select(['applications', 'waiting', 'undelivered', 'time_zone', 'applications_at'])
    .where(inOrganization(organizationId))
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Settings that are not given stay unchanged. */
export async function updateNotificationSettings(
  tx: Tx,
  organizationId: OrganizationId,
  userId: string,
  changes: NotificationsInput,
): Promise<void> {
  const named = Object.entries(changes).filter(([, value]) => value !== undefined)
  if (named.length === 0) return
  const values: NotificationsInput = Object.fromEntries(named)
  await tx
    .insertInto('notification_settings')
    .values({ organization_id: organizationId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet(values))
    .execute()
}

export type NotificationException = { job_id: string; title: string; applications: Pace }

export function listNotificationExceptions(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
): Promise<NotificationException[]> {
  return db
    .selectFrom('notification_exceptions as exception')
    .innerJoin('job_posts', 'job_posts.id', 'exception.job_post_id')
    .select(['job_posts.id as job_id', 'job_posts.title', 'exception.applications'])
    .where(inOrganization(organizationId, 'exception.organization_id'))
    .where('exception.user_id', '=', userId)
    .orderBy('job_posts.title')
    .orderBy('job_posts.id')
    .execute()
}

export async function insertNotificationException(
  tx: Tx,
  organizationId: OrganizationId,
  values: { user_id: string; job_post_id: string; applications: Pace },
): Promise<void> {
  const { applications } = values
  await tx
    .insertInto('notification_exceptions')
    .values({ organization_id: organizationId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id', 'job_post_id']).doUpdateSet({ applications }),
    )
    .execute()
}

/** Of one job, or of all. */
export async function deleteNotificationExceptions(
  tx: Tx,
  organizationId: OrganizationId,
  userId: string,
  jobId?: string,
): Promise<void> {
  const own = tx
    .deleteFrom('notification_exceptions')
    .where(inOrganization(organizationId))
    .where('user_id', '=', userId)
  await (jobId === undefined ? own : own.where('job_post_id', '=', jobId)).execute()
}

export type Reader = MailPreferences & {
  user_id: string
  email: string
  time_zone: string | null
  applications_at: string | null
  waiting_at: string | null
}

/** Who gets notifications: approved members with a confirmed address. All of them, or one. */
export async function listReaders(
  tx: Tx,
  organizationId: OrganizationId,
  userId: string | null = null,
): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select profiles.id as user_id, profiles.email, profiles.role, settings.applications, settings.waiting, settings.undelivered,
      settings.time_zone, settings.applications_at, settings.waiting_at,
      coalesce((
        select jsonb_object_agg(job_post_id, applications) from notification_exceptions
        where ${inOrganization(organizationId)} and user_id = profiles.id
      ), '{}') as exceptions
    from profiles left join notification_settings as settings
      on settings.user_id = profiles.id and ${inOrganization(organizationId, 'settings.organization_id')}
    where ${inOrganization(organizationId, 'profiles.organization_id')}
      and profiles.is_approved and profiles.email_verified
      and profiles.id = coalesce(${userId}::uuid, profiles.id)`.execute(tx)
  return rows
}

/** When a mail of this kind was last sent at once: the next one waits from then. */
export async function updateNotifiedAt(
  tx: Tx,
  organizationId: OrganizationId,
  column: 'applications_at' | 'waiting_at',
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .insertInto('notification_settings')
    .values(userIds.map((user_id) => ({ organization_id: organizationId, user_id, [column]: now })))
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id']).doUpdateSet({ [column]: now }),
    )
    .execute()
}
