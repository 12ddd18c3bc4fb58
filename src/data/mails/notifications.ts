// Notifications of staff by mail: settings, events, and due notifications.
import type { ApplicantMail } from '#domain/applicants/applicant-mails.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { sql } from 'kysely'
import type {
  Digest,
  NotificationKind,
  NotificationsInput,
  Pace,
  Wishes,
} from '#domain/mails/notifications.ts'
import { recordQueued, type Queries, type Tx } from '../database.ts'
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
  const { rows: held } = await sql<{ id: string }>`
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
          and (applicant_id is null or applicant_id = any(${held.map(({ id }) => id)}::uuid[]))
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

export type Reader = Wishes & {
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

export type NotifiedApplicant = {
  id: string
  first_name: string
  last_name: string
  role_id: string
  role_title: string
  job_post_id: string | null
}

/** The applicants that a mail is about, without those deleted or restricted since; locked until the transaction ends. */
export async function listNotifiedApplicantsLocked(
  tx: Tx,
  organizationId: OrganizationId,
  mailId: string,
): Promise<NotifiedApplicant[]> {
  const { rows } = await sql<NotifiedApplicant>`
    select applicants.id, applicants.first_name, applicants.last_name, applicants.role_id, applicants.role_title,
      applicants.job_post_id
    from notifications join applicants on applicants.id = notifications.applicant_id
    where ${inOrganization(organizationId, 'notifications.organization_id')} and notifications.mail_id = ${mailId}
      -- A copy for the local mailbox is written in a transaction without row policies.
      and applicants.restricted_at is null and applicants.objected_at is null
    order by notifications.id
    for share of notifications`.execute(tx)
  return rows
}

export type UndeliveredMail = Pick<ApplicantMail, 'kind' | 'address_refused'>

/** Of these applicants, the newest mail to each that was given up and not sent again since. */
export async function listUndeliveredMails(
  tx: Tx,
  organizationId: OrganizationId,
  applicantIds: readonly string[],
): Promise<Map<string, UndeliveredMail>> {
  const { rows } = await sql<UndeliveredMail & { applicant_id: string }>`
    select distinct on (mail.applicant_id) mail.applicant_id, mail.kind, outbox.address_refused
    from applicant_mails as mail join mail_outbox as outbox on outbox.id = mail.id
    where ${inOrganization(organizationId, 'mail.organization_id')} and mail.state = 'queued'
      and outbox.state = 'failed' and mail.applicant_id = any(${applicantIds}::uuid[])
    order by mail.applicant_id, mail.created_at desc, mail.id`.execute(tx)
  return new Map(rows.map(({ applicant_id, ...mail }) => [applicant_id, mail]))
}

/** Of the people that a mail is about, those who still wait for approval. */
export async function listNotifiedRequesters(
  tx: Tx,
  organizationId: OrganizationId,
  mailId: string,
): Promise<{ first_name: string; last_name: string }[]> {
  const { rows } = await sql<{ first_name: string; last_name: string }>`
    select profiles.first_name, profiles.last_name
    from notifications
      join profiles on profiles.id = notifications.person_id
      join join_requests on join_requests.user_id = profiles.id
    where ${inOrganization(organizationId, 'notifications.organization_id')} and notifications.mail_id = ${mailId}
      and ${inOrganization(organizationId, 'join_requests.organization_id')}
      -- People who came through the store's admin are in the organization already, and wait for approval there.
      and (profiles.organization_id is null
        or ${inOrganization(organizationId, 'profiles.organization_id')} and not profiles.is_approved)
    order by notifications.id`.execute(tx)
  return rows
}

export type MailedPerson = {
  email_verified: boolean
  is_banned: boolean
  organization_id: OrganizationId | null
  is_approved: boolean
}

/** The current state of the person with this address, whose row belongs to no organization. */
export function findMailedPerson(db: Queries, email: string): Promise<MailedPerson | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .select([
      'users.email_verified',
      sql<boolean>`coalesce(users.banned_until > now(), false)`.as('is_banned'),
      'profiles.organization_id',
      'profiles.is_approved',
    ])
    .where('users.email', '=', email)
    .executeTakeFirst()
}
