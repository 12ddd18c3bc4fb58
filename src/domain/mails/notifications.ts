// Mails to staff about something new: how soon they are sent, and the settings of each member.
import { fullName } from '../full-name.ts'
import { z } from 'zod'
import type { Role } from '../accounts/access.ts'
import { t } from '../texts/text.ts'

export const paces = ['at-once', 'hourly', 'daily', 'never'] as const
export type Pace = (typeof paces)[number]
export type Digest = Exclude<Pace, 'never'>
export const paceLabel = (pace: Pace): string => t(`notification.pace.${pace}`)

/** The events that staff are notified of: a new application, a mail to an applicant that failed for good, a person who waits for approval. */
export const notificationKinds = ['application', 'undelivered', 'waiting'] as const
export type NotificationKind = (typeof notificationKinds)[number]
/** An owner is notified of the first application at once; other staff see it when they are at work. */
export const usualPace = (role: Role): Pace => (role === 'organization_owner' ? 'at-once' : 'daily')

/** A member's settings; null without a choice. */
export type MailPreferences = {
  role: Role
  applications: Pace | null
  waiting: boolean | null
  undelivered: boolean | null
  /** By the id of the job. */
  exceptions: Readonly<Record<string, Pace>>
}

/** How soon a member is notified: the setting for the job, else the one for all jobs. */
export function paceOf(
  kind: NotificationKind,
  jobId: string | null,
  preferences: MailPreferences,
): Pace {
  if (kind === 'application') {
    const exception = jobId === null ? undefined : preferences.exceptions[jobId]
    return exception ?? preferences.applications ?? usualPace(preferences.role)
  }
  // Only owners approve members, and handle a shop whose mails fail.
  if (preferences.role !== 'organization_owner' || preferences[kind] === false) return 'never'
  // One mail for all mails that were given up in an hour.
  return kind === 'undelivered' ? 'hourly' : 'at-once'
}

/** Applications within this time are in one mail. */
const GATHER_SECONDS = 60
/**
 * Between two immediate mails: at most three an hour about applications, and one about requests to join, which anybody
 * can send.
 */
const REST_SECONDS = { application: 20 * 60, waiting: 60 * 60, undelivered: 0 } as const
/** When a daily digest is sent, in the reader's time zone, or UTC if that is not known. */
export const DIGEST_HOUR = 8

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** When a notification is due. `lastAt`: when this member's last mail of the kind was made. */
export function dueAt(
  kind: NotificationKind,
  pace: Digest,
  now: Date,
  { lastAt, timeZone }: { lastAt: Date | null; timeZone: string | null },
): Date {
  if (pace === 'daily') return nextDigest(now, timeZone)
  if (pace === 'hourly') return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS)
  const gathered = now.getTime() + GATHER_SECONDS * 1000
  const rested = lastAt ? lastAt.getTime() + REST_SECONDS[kind] * 1000 : 0
  return new Date(Math.max(gathered, rested))
}

function nextDigest(now: Date, timeZone: string | null): Date {
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC'
  const today = Math.floor((now.getTime() + offsetAt(now, zone)) / DAY_MS) * DAY_MS
  // Three days always contain a morning that is still to come.
  for (const day of [today, today + DAY_MS]) {
    const local = day + DIGEST_HOUR * HOUR_MS
    // Daylight saving time may begin or end between now and then.
    const guess = new Date(local - offsetAt(now, zone))
    const moment = new Date(local - offsetAt(guess, zone))
    if (moment > now) return moment
  }
  return new Date(now.getTime() + DAY_MS)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * The offset of a time zone from UTC at a moment, in milliseconds. The digits are parsed, so one fixed locale is
 * enough.
 */
function offsetAt(moment: Date, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  formats.set(timeZone, format)
  const part = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  return local - Math.floor(moment.getTime() / 1000) * 1000
}

export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** 'Maya O.': staff recognise the person; other readers of the mail learn little. */
export function shortName(firstName: string, lastName: string): string {
  const initial = Array.from(lastName.trim())[0]
  const last_name = initial ? `${initial}.` : ''
  return fullName({ first_name: firstName.trim(), last_name })
}

/** The answer of `GET /api/notifications`, about the current person. */
export const notificationsView = z.object({
  email: z.string(),
  /** Nothing is sent to an unconfirmed address. */
  email_confirmed: z.boolean(),
  time_zone: z.string().nullable(),
  applications: z.enum(paces),
  jobs: z.array(z.object({ job_id: z.string(), title: z.string(), applications: z.enum(paces) })),
  /** Null for members who are not owners. */
  waiting: z.boolean().nullable(),
  undelivered: z.boolean().nullable(),
})
export type NotificationsView = z.output<typeof notificationsView>

const pace = z.enum(paces, { error: () => t('notification.paceUnknown') })
export const notificationsInput = z.object({
  applications: pace.optional(),
  waiting: z.boolean().optional(),
  undelivered: z.boolean().optional(),
  // From the browser. A time zone that this server does not know is no reason to refuse the settings.
  time_zone: z.string().max(64).refine(isTimeZone).optional().catch(undefined),
})
export type NotificationsInput = z.output<typeof notificationsInput>
export const jobNotificationsInput = notificationsInput
  .pick({ time_zone: true })
  .extend({ applications: pace })
