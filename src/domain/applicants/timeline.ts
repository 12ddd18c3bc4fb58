// The timeline of an applicant: which audit events it shows, and their wording.
import { z } from 'zod'
import type { AuditAction } from '../audit/audit-actions.ts'
import { t } from '../texts/text.ts'
import { applicantMail, mailStateLabel } from './applicant-mails.ts'

/** Actions of the audit log that are about one applicant. A change of status comes from the status history instead. */
export const timelineActs = [
  'applicant.contacted',
  'applicant.not_contacted',
  'note.added',
  'note.edited',
  'note.deleted',
  'cv.infected',
  'cv.opened',
  'customer.read',
  'applicant.exported',
  'applicant.corrected',
  'applicant.withdrawn',
  'applicant.restriction_lifted',
  'applicant.objection_withdrawn',
  'applicant.objection_refused',
  'applicant.no_contact',
  'applicant.contact_allowed',
  'applicant.copied',
  'applicant.keeping_asked',
  'applicant.kept',
  'applicant.keeping_ended',
] as const satisfies readonly AuditAction[]
export type TimelineAct = (typeof timelineActs)[number]

/** `status`: typed by the applicants' statuses, whose file imports this one. */
export const timelineEntry = <Status extends string>(status: z.ZodType<Status>) => {
  const entry = z.object({
    id: z.string(),
    at: z.string(),
    /** The actor; null when it was no staff member, or their account was deleted. */
    by_id: z.string().nullable(),
    by_name: z.string().nullable(),
  })
  return z.discriminatedUnion('act', [
    entry.extend({ act: z.literal('status'), from: status.nullable(), to: status }),
    entry.extend({ ...applicantMail.shape, act: z.literal('mail') }),
    entry.extend({ act: z.enum(timelineActs) }),
  ])
}
export type TimelineEntry<Status extends string = string> = z.output<
  ReturnType<typeof timelineEntry<Status>>
>

export function timelineLabel<Status extends string>(
  entry: TimelineEntry<Status>,
  roleTitle: string,
  labelOf: (status: Status) => string,
): string {
  if (entry.act === 'mail') return mailStateLabel(entry)
  if (entry.act !== 'status') return t(`timeline.act.${entry.act}`)
  return entry.from === null
    ? t('timeline.applied', { job: roleTitle })
    : t('timeline.moved', { from: labelOf(entry.from), to: labelOf(entry.to) })
}

/**
 * Newest first. At the same time the greater id comes first: among audit events it is the later one, elsewhere the
 * order is at least stable.
 */
export const newestFirst = (one: TimelineEntry, other: TimelineEntry): number =>
  other.at.localeCompare(one.at) || other.id.localeCompare(one.id, 'en', { numeric: true })
