// Notifications of staff by mail: events, and the notifications that are due.
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { sql } from 'kysely'
import type { Digest, NotificationKind } from '#domain/mails/notifications.ts'
import { recordQueued } from '../commits.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** A person asked to join. Without the organization's role, because the person is no member yet. */
export async function insertWaitingEvent(
  tx: Tx,
  organizationId: OrganizationId,
  personId: string,
): Promise<void> {
  await tx
    .insertInto('notification_events')
    .values({ organization_id: organizationId, kind: 'waiting', person_id: personId })
    .execute()
  recordQueued(tx, 'queue-mails')
}

/**
 * Notifications about a restricted applicant wait until the restriction ends. The organization's transactions do not see them before,
 * so queries without an organization must leave them out too.
 */
const isUnrestricted = (table: 'notification_events' | 'notifications') => sql<boolean>`not exists (
  select from applicants
  where applicants.id = ${sql.ref(`${table}.applicant_id`)}
    and (applicants.restricted_at is not null or applicants.objected_at is not null)
)`

/** Organizations with events that have not become notifications yet, or with notifications that are due. */
export function listOrganizationsToNotify(
  db: Queries,
  now: Date,
): Promise<{ organization_id: OrganizationId }[]> {
  return db
    .selectFrom('notification_events')
    .select('organization_id')
    .where(isUnrestricted('notification_events'))
    .union(
      db
        .selectFrom('notifications')
        .select('organization_id')
        .where('mail_id', 'is', null)
        .where('due_at', '<=', now.toISOString())
        .where(isUnrestricted('notifications')),
    )
    .execute()
}

/** When the next mail is due; undefined when none waits. */
export async function findNextNotification(db: Queries): Promise<string | undefined> {
  const row = await db
    .selectFrom('notifications')
    .select('due_at')
    .where('mail_id', 'is', null)
    .where(isUnrestricted('notifications'))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? undefined
}

export type NotificationEvent = {
  kind: NotificationKind
  applicant_id: string | null
  person_id: string | null
  /** Of the application; null where the job is gone. */
  job_id: string | null
}

/**
 * Deletes the oldest events and returns them: the caller turns them into notifications in the same transaction. Their applicants
 * are locked first, as in every deletion of an applicant: in another order the two would wait for each other.
 */
export async function deleteNotificationEvents(
  tx: Tx,
  organizationId: OrganizationId,
  most: number,
): Promise<NotificationEvent[]> {
  const { rows: locked } = await sql<{ id: string }>`
    select id from applicants
    where ${inOrganization(organizationId)} and id in (
      -- Only applicants that the transaction sees: events of restricted ones stay, and must not use up the limit.
      select seen.id from notification_events as event join applicants as seen on seen.id = event.applicant_id
      where ${inOrganization(organizationId, 'event.organization_id')} and ${inOrganization(organizationId, 'seen.organization_id')}
      order by event.id limit ${most}
    )
    order by id
    for key share`.execute(tx)
  const { rows } = await sql<NotificationEvent>`
    with taken as (
      delete from notification_events where id in (
        select id from notification_events
        where ${inOrganization(organizationId)}
          and (applicant_id is null or applicant_id = any(${locked.map(({ id }) => id)}::uuid[]))
        order by id limit ${most} for update skip locked
      )
      returning id, kind, applicant_id, person_id
    )
    select taken.kind, taken.applicant_id, taken.person_id, applicants.job_post_id as job_id
    from taken left join applicants
      on applicants.id = taken.applicant_id and ${inOrganization(organizationId, 'applicants.organization_id')}
    order by taken.id`.execute(tx)
  return rows
}

export type NewNotification = {
  user_id: string
  kind: NotificationKind
  applicant_id: string | null
  person_id: string | null
  pace: Digest
  due_at: Date
}

/** A notification that waits for the same person already is not inserted again. All in one statement. */
export async function insertNotifications(
  tx: Tx,
  organizationId: OrganizationId,
  notifications: readonly NewNotification[],
): Promise<void> {
  if (notifications.length === 0) return
  await sql`
    insert into notifications (organization_id, user_id, kind, applicant_id, person_id, pace, due_at)
    select ${organizationId}::uuid, user_id, kind, applicant_id, person_id, pace, due_at
    from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb)
      as given (user_id uuid, kind text, applicant_id uuid, person_id uuid, pace text, due_at timestamptz)
    on conflict do nothing`.execute(tx)
}

export type DueNotification = {
  id: string
  user_id: string
  kind: NotificationKind
  pace: Digest
  email: string
  /** No longer an approved member, or without a verified address. */
  is_gone: boolean
}

/**
 * All notifications for one mail that is due, locked against other processes until the transaction ends: everything that waits
 * for the same person, of the same kind and at the same pace, goes into that mail. Waits for rows that another process has
 * locked: skipped, they would become a second mail.
 */
export async function listDueNotificationsLocked(
  tx: Tx,
  organizationId: OrganizationId,
  now: Date,
  most: number,
): Promise<DueNotification[]> {
  const { rows } = await sql<DueNotification>`
    select waiting.id, waiting.user_id, waiting.kind, waiting.pace, coalesce(profiles.email, '') as email,
      not coalesce(profiles.is_approved and profiles.email_verified, false) as is_gone
    from notifications as waiting left join profiles
      on profiles.id = waiting.user_id and ${inOrganization(organizationId, 'profiles.organization_id')}
    where ${inOrganization(organizationId, 'waiting.organization_id')} and waiting.mail_id is null
      and (waiting.user_id, waiting.kind, waiting.pace) in (
        select user_id, kind, pace from notifications
        where ${inOrganization(organizationId)} and mail_id is null and due_at <= ${now.toISOString()}
        order by due_at limit ${most}
      )
    order by waiting.id
    for update of waiting`.execute(tx)
  return rows
}

export async function deleteNotifications(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('notifications')
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute()
}

/** Links notifications to the mails that they are sent in, which are in the outbox already. */
export async function updateNotificationsQueued(
  tx: Tx,
  organizationId: OrganizationId,
  pairs: readonly { id: string; mail_id: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  await sql`
    update notifications set mail_id = pair.mail_id
    from unnest(${pairs.map(({ id }) => id)}::bigint[], ${pairs.map(({ mail_id }) => mail_id)}::uuid[])
      as pair (id, mail_id)
    where ${inOrganization(organizationId)} and notifications.id = pair.id`.execute(tx)
}

/** The notifications about applications that wait for one person, by job: they are rescheduled when the person changes how often they want mail. */
export function listWaitingNotifications(
  tx: Tx,
  organizationId: OrganizationId,
  userId: string,
): Promise<{ id: string; pace: Digest; job_id: string | null }[]> {
  return tx
    .selectFrom('notifications')
    .innerJoin('applicants', 'applicants.id', 'notifications.applicant_id')
    .select(['notifications.id', 'notifications.pace', 'applicants.job_post_id as job_id'])
    .where(inOrganization(organizationId, 'notifications.organization_id'))
    .where('notifications.user_id', '=', userId)
    .where('notifications.kind', '=', 'application')
    .where('notifications.mail_id', 'is', null)
    .orderBy('notifications.id')
    .forUpdate('notifications')
    .execute()
}

export async function updateNotificationsPlanned(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
  plan: { pace: Digest; due_at: Date },
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set(plan)
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .execute()
  recordQueued(tx, 'queue-mails')
}

/** The notifications of one kind that wait for one person and are in no mail yet. */
export async function deleteWaitingNotifications(
  tx: Tx,
  organizationId: OrganizationId,
  userId: string,
  kind: NotificationKind,
): Promise<void> {
  await tx
    .deleteFrom('notifications')
    .where(inOrganization(organizationId))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('mail_id', 'is', null)
    .execute()
}

/** For a mail that is not sent to this address after all: its notifications wait again, unless equal ones already do. */
export async function updateNotificationsReleased(
  tx: Tx,
  organizationId: OrganizationId,
  mailId: string,
): Promise<void> {
  await sql`
    update notifications as told set mail_id = null
    where ${inOrganization(organizationId, 'told.organization_id')} and told.mail_id = ${mailId}
      and not exists (
        select from notifications as waiting
        where ${inOrganization(organizationId, 'waiting.organization_id')} and waiting.mail_id is null
          and waiting.user_id = told.user_id and waiting.kind = told.kind
          and (waiting.applicant_id = told.applicant_id or waiting.person_id = told.person_id)
      )`.execute(tx)
}
