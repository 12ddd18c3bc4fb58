// Applicants' requests about their data, and the register of them.
import { z } from 'zod'
import { addDays, deletionDay } from '../retention/retention.ts'
import { t } from '../texts/text.ts'
import { tooLong } from '../too-long.ts'

export const rightsKinds = [
  'access',
  'rectification',
  'erasure',
  'portability',
  'restriction',
  'objection',
  'consent_withdrawal',
  'no_contact',
] as const
export type RightsKind = (typeof rightsKinds)[number]
export const rightsKindLabel = (kind: RightsKind): string => t(`rights.kind.${kind}`)

export const requestOrigins = ['applicant_page', 'staff', 'store'] as const
export type RequestOrigin = (typeof requestOrigins)[number]

/** How staff verify who is asking; the other ways prove it by themselves. */
export const staffProofs = ['known_address', 'identity_document', 'phone', 'in_person'] as const
export const requestProofs = ['signed_link', 'store', ...staffProofs] as const
export type RequestProof = (typeof requestProofs)[number]
export const requestProofLabel = (proof: RequestProof): string => t(`rights.proof.${proof}`)

/** `lifted`: a restriction was removed on request; `erased`: the data was erased before the request was answered. */
export const requestOutcomes = ['done', 'lifted', 'upheld', 'refused', 'erased'] as const
export type RequestOutcome = (typeof requestOutcomes)[number]

export const RIGHTS = {
  /** A request is answered within this many days. */
  answerDays: 30,
  /** Owners are reminded this many days before the due date, the first time and the second. */
  reminderDays: [14, 3],
  wordsMax: 2000,
} as const

const DAY_MS = 86_400_000
export const dueAt = (requestedAt: Date): Date =>
  new Date(requestedAt.getTime() + RIGHTS.answerDays * DAY_MS)

/**
 * When the answer to a request about an application is due. A copy has to be sent at the latest on the day before the application is
 * deleted, because the deletion ends the request without one.
 */
export function requestDueAt(
  kind: RightsKind,
  requestedAt: Date,
  application: { created_at: string; kept_at: string | null },
): Date {
  const due = dueAt(requestedAt)
  if (kind !== 'access' && kind !== 'portability') return due
  const deletedOn = deletionDay(application.created_at, { isKept: application.kept_at !== null })
  // At noon, so that it is the same day for readers in most time zones.
  const last = new Date(`${addDays(deletedOn, -1)}T12:00:00Z`)
  if (last >= due) return due
  return last > requestedAt ? last : requestedAt
}

export const requestWords = z
  .string()
  .transform((text) => text.replace(/\r\n?/g, '\n').trim())
  .pipe(z.string().max(RIGHTS.wordsMax, tooLong('aReason', RIGHTS.wordsMax)))
