// Distributes events to the members who want to be notified, and queues what is due as one mail for each person.
import { randomUUID } from 'node:crypto'
import { senderName } from '#domain/mails/mail-names.ts'
import { dueAt, paceOf, type NotificationKind } from '#domain/mails/notifications.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Tx } from '#data/database.ts'
import { insertMails } from '#data/mails/mails.ts'
import {
  deleteNotificationEvents,
  deleteNotifications,
  findNextNotification,
  insertNotifications,
  listDueNotificationsLocked,
  listOrganizationsToNotify,
  updateNotificationsQueued,
  type NewNotification,
  type NotificationEvent,
} from '#data/mails/notifications.ts'
import { listReaders, updateNotifiedAt, type Reader } from '#data/mails/notification-settings.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import type { Deps } from '../deps.ts'
import { mailKindOf } from './kinds/notifications.ts'

/** Few at once, so that mails with codes and answers do not wait behind them. */
const EVENTS_AT_ONCE = 100
const NOTIFICATIONS_AT_ONCE = 200

/** Whether mails were queued, and the seconds until the next one is due; undefined when none waits. */
export async function queueNotifications(
  deps: Deps,
): Promise<{ handled: number; seconds: number | undefined }> {
  const now = deps.clock.now()
  let handled = 0
  for (const { organization_id } of await listOrganizationsToNotify(deps.db.queries, now)) {
    handled += await deps.db.forOrganization(organization_id, async (tx) => {
      const happened = await distribute(tx, organization_id, now)
      return happened + (await queueDue(deps, tx, organization_id, now))
    })
  }
  const next = await findNextNotification(deps.db.queries)
  return {
    handled,
    seconds:
      next === undefined ? undefined : Math.max(0, (Date.parse(next) - now.getTime()) / 1000),
  }
}

async function distribute(tx: Tx, organizationId: OrganizationId, now: Date): Promise<number> {
  const events = await deleteNotificationEvents(tx, organizationId, EVENTS_AT_ONCE)
  if (events.length === 0) return 0
  const readers = await listReaders(tx, organizationId)
  const notifications = events.flatMap((event) =>
    readers.flatMap((reader) => notificationFor(event, reader, now)),
  )
  await insertNotifications(tx, organizationId, notifications)
  return events.length
}

function notificationFor(event: NotificationEvent, reader: Reader, now: Date): NewNotification[] {
  const { kind, applicant_id, person_id, job_id } = event
  const pace = paceOf(kind, job_id, reader)
  if (pace === 'never') return []
  const last = lastAtOf(kind, reader)
  const due_at = dueAt(kind, pace, now, {
    lastAt: last ? new Date(last) : null,
    timeZone: reader.time_zone,
  })
  return [{ user_id: reader.user_id, kind, applicant_id, person_id, pace, due_at }]
}

function lastAtOf(
  kind: NotificationKind,
  settings: Pick<Reader, 'applications_at' | 'waiting_at'>,
): string | null {
  if (kind === 'application') return settings.applications_at
  return kind === 'waiting' ? settings.waiting_at : null
}

async function queueDue(
  deps: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  now: Date,
): Promise<number> {
  const due = await listDueNotificationsLocked(tx, organizationId, now, NOTIFICATIONS_AT_ONCE)
  if (due.length === 0) return 0
  const gone = due.filter(({ is_gone }) => is_gone)
  await deleteNotifications(
    tx,
    organizationId,
    gone.map(({ id }) => id),
  )
  const organization = await findOrganization(tx, organizationId)
  if (!organization) return 0
  const remaining = due.filter(({ is_gone }) => !is_gone)
  const groups = Object.values(
    Object.groupBy(remaining, ({ user_id, kind, pace }) => `${user_id} ${kind} ${pace}`),
  ).flatMap((group) => (group?.[0] ? [{ ...group[0], ids: group.map(({ id }) => id) }] : []))
  const mails = groups.map((group) => ({ ...group, mail_id: randomUUID() }))
  await insertMails(
    tx,
    mails.map(({ mail_id, user_id, kind, pace, email }) => ({
      id: mail_id,
      organization_id: organizationId,
      kind: mailKindOf[kind],
      recipient: email,
      sender_name: senderName(organization.name),
      data_sealed: deps.secrets.encrypt(JSON.stringify({ user_id, pace })),
    })),
  )
  await updateNotificationsQueued(
    tx,
    organizationId,
    mails.flatMap(({ ids, mail_id }) => ids.map((id) => ({ id, mail_id }))),
  )
  const soon = (kind: NotificationKind) => [
    ...new Set(
      mails
        .filter((mail) => mail.kind === kind && mail.pace === 'at-once')
        .map(({ user_id }) => user_id),
    ),
  ]
  await updateNotifiedAt(tx, organizationId, 'applications_at', soon('application'), now)
  await updateNotifiedAt(tx, organizationId, 'waiting_at', soon('waiting'), now)
  return due.length
}
