// How long personal data is kept, and when a scheduled deletion needs an owner's confirmation.
import { z } from 'zod'
import { WHOLE_MAX } from '../bounds.ts'

export const RETENTION = {
  applicantMonths: 6,
  /** Owners are notified of a deletion this many days before. */
  warningDays: 14,
  /** A run that would delete a greater share of an organization's applicants stops and asks an owner. */
  stopShare: 0.2,
  /** It stops only from so many on: a fifth of a small shop is one person. */
  stopLeast: 20,
  /** So many different days it waits; then it goes on, because applicants were promised it. */
  stopDays: 7,
  /**
   * An applicant is asked whether the application may be kept longer, between these numbers of days before its
   * deletion.
   */
  keepQuestionDays: 21,
  keepAnswerDays: 7,
  /** An owner's unanswered question is asked again after this time. */
  askAgainDays: 3,
  /** How long the owner of an expired mailed link can request another one to the same address. */
  endedProofDays: 7,
  /**
   * Mails of a verification, invitations to apply, and mails to people who neither applied nor have an account are deleted
   * after this.
   */
  passingMailDays: 30,
  /** A customer is invited to apply once in this time: the privacy page says so. */
  invitationMonths: 24,
  /** A file without a row is deleted at this age: long enough for an application that is being submitted. */
  orphanFileSeconds: 3600,
  /** A CV waits an hour for its form: five minutes less, because the sweep runs every five minutes. */
  unclaimedCvMinutes: 55,
  /** The privacy page says 30 days; two hours less, so that a late deletion is still in time. */
  closedAccountHours: 30 * 24 - 2,
  /** The privacy page says so; the database itself refuses to delete younger rows. */
  auditYears: 7,
  /** The origin of a sign-in is readable for this long; then only its keyed hash remains. */
  originDays: 30,
} as const

/** A day of the calendar in UTC, 'YYYY-MM-DD'. */
export type Day = string

export const dayOf = (moment: Date): Day => moment.toISOString().slice(0, 10)

export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return dayOf(date)
}

/**
 * The day on which an application is deleted: six calendar months after it arrived, twelve when the person agreed to a
 * longer retention. In a shorter month it is the last day: 28 February for 31 August.
 */
export function deletionDay(createdAt: string, { isKept = false } = {}): Day {
  const date = new Date(createdAt)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + RETENTION.applicantMonths * (isKept ? 2 : 1))
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return dayOf(date)
}

/** Whether a run that would delete `due` of `total` applicants must ask an owner first. */
export const needsConfirmation = (due: number, total: number): boolean =>
  due >= RETENTION.stopLeast && due > total * RETENTION.stopShare

/** On how many days a deletion has waited for an owner, and the last of them. */
export type Waited = { waited_days: number; waited_on: Day | null }

/** The first day on which a deletion that waits goes on without an answer, where it waits today too. */
function goesOnDay({ waited_days, waited_on }: Waited, today: Day): Day {
  const withToday = waited_on === today ? waited_days : waited_days + 1
  return addDays(today, RETENTION.stopDays + 1 - withToday)
}

/** That day, where `due` of `total` have to wait for an owner today; null where nothing waits. */
export function waitsUntil(due: number, total: number, waited: Waited, today: Day): Day | null {
  if (!needsConfirmation(due, total)) return null
  const day = goesOnDay(waited, today)
  return day > today ? day : null
}

/** The retention status for staff. */
export const retentionView = z.object({
  /** Due applications. */
  due: z.number(),
  /** Those that are due within the next two weeks, and the first of these days. */
  soon: z.number(),
  first_on: z.string().nullable(),
  total: z.number(),
  /** A run would have deleted too much at once: nothing is deleted until an owner confirms, or nobody has answered for days. */
  is_stopped: z.boolean(),
  /** The first day on which it goes on without an answer; null where nothing is stopped. */
  goes_on: z.string().nullable(),
})
export type RetentionView = z.output<typeof retentionView>

const expiringApplication = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role_title: z.string(),
  created_at: z.string(),
  expires_on: z.string(),
})
export type ExpiringApplication = z.output<typeof expiringApplication>

/** The applicants that would be deleted, and when: for owners. */
export const retentionPreview = retentionView.extend({
  applicants: z.array(expiringApplication),
  /** The number of further ones. */
  more: z.number(),
})
export type RetentionPreview = z.output<typeof retentionPreview>

/** The number that the owner saw; when more are due by now, the answer is the new number and nothing is deleted. */
export const confirmRetentionInput = z.object({ applicants: z.int().min(0).max(WHOLE_MAX) })
