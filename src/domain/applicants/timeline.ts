// The timeline of an applicant: which recorded acts are shown there, and in which words.
import type { AuditAction } from '../audit/audit-actions.ts'
import { mailStateLabel, type ApplicantMail } from './applicant-mails.ts'

/** Acts of the audit trail that are about one applicant. A change of status comes from the status history instead. */
const acts = {
  'applicant.contacted': 'Marked as contacted',
  'applicant.not_contacted': 'Marked as not contacted',
  'note.added': 'Wrote a note',
  'note.edited': 'Changed a note',
  'note.deleted': 'Deleted a note',
  'cv.infected': 'Malware was found in the CV',
  'cv.opened': 'Opened the CV',
  'customer.read': 'Looked at the customer details',
  'applicant.exported': 'Exported the application',
} as const satisfies Partial<Record<AuditAction, string>>
export type TimelineAct = keyof typeof acts
export const timelineActs = Object.keys(acts) as readonly TimelineAct[]

export type TimelineEntry<Status extends string = string> = {
  id: string
  at: string
  /** Whoever did it; null where nobody on staff did, or their account is gone. */
  by_id: string | null
  by_name: string | null
} & (
  | { act: 'status'; from: Status | null; to: Status }
  | ({ act: 'mail' } & ApplicantMail)
  | { act: TimelineAct }
)

export function timelineLabel<Status extends string>(
  entry: TimelineEntry<Status>,
  roleTitle: string,
  words: Readonly<Record<Status, string>>,
): string {
  if (entry.act === 'mail') return mailStateLabel(entry)
  if (entry.act !== 'status') return acts[entry.act]
  return entry.from === null
    ? `Applied for ${roleTitle}`
    : `${words[entry.from]} to ${words[entry.to]}`
}

/** Newest first. Of one moment, what has the greater id came later among acts of the trail, and is at least always in the same order. */
export const newestFirst = (one: TimelineEntry, other: TimelineEntry): number =>
  other.at.localeCompare(one.at) || other.id.localeCompare(one.id, 'en', { numeric: true })
