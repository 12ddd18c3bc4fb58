// The section 'today' of the overview: new applications, waiting applicants, unsent mails, due dates, and this person's
// last actions.
import { z } from 'zod'
import { mailedStatuses } from '../applicants/applicant-mails.ts'
import { applicantStatuses, statusLabel } from '../applicants/applicants.ts'
import type { AuditAction } from '../audit/audit-actions.ts'
import { incidentStatuses, incidentStatusLabel } from '../incidents/incidents.ts'
import { t } from '../texts/text.ts'

/** Longer lists belong to the screens they link to. */
export const TODAY_MOST = 5

const personToday = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role_title: z.string(),
  created_at: z.string(),
})
export type PersonToday = z.output<typeof personToday>

const unsentMail = z.object({
  applicant_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  kind: z.enum(mailedStatuses),
  /** Waits for its time or for the mail server, or was given up. */
  state: z.enum(['waiting', 'failed']),
  send_at: z.string(),
})
export type UnsentMail = z.output<typeof unsentMail>

const dueDate = z.discriminatedUnion('about', [
  z.object({ about: z.literal('incident'), at: z.string(), id: z.string(), title: z.string() }),
  z.object({ about: z.literal('requests'), at: z.string(), count: z.number() }),
  z.object({ about: z.literal('deletions'), at: z.string(), count: z.number() }),
])
export type DueDate = z.output<typeof dueDate>

const actionSubject = z.object({
  kind: z.enum(['applicant', 'job', 'incident']),
  id: z.string(),
  name: z.string(),
})
export type ActionSubject = z.output<typeof actionSubject>

/** An action of this person, on one object or on many at once. */
const ownAction = z.object({
  id: z.string(),
  action: z.string(),
  at: z.string(),
  details: z.record(z.string(), z.unknown()),
  /** The first object of the action; null when it was deleted or has no screen. */
  subject: actionSubject.nullable(),
  /** The number of its objects. */
  count: z.number(),
  /** How to undo it, while that is possible. */
  undo: z
    .union([
      z.object({ change_id: z.string(), until: z.string() }),
      z.object({ batch_id: z.string(), until: z.string() }),
    ])
    .nullable(),
})
export type OwnAction = z.output<typeof ownAction>

export const today = z.object({
  /** The start of 'new'. */
  since: z.string(),
  /** This person's first visit: 'new' is the last day. */
  is_first_visit: z.boolean(),
  fresh: z.object({ count: z.number(), people: z.array(personToday) }),
  /** Without a reply for a day or longer; the longest first. */
  waiting: z.array(personToday),
  mails: z.object({ count: z.number(), mails: z.array(unsentMail) }),
  dates: z.array(dueDate),
  acts: z.array(ownAction),
})
export type Today = z.output<typeof today>

/** The actions in a person's own list; others are not listed. */
export const ownActionNames = [
  'applicant.moved',
  'applicant.move_undone',
  'applicant.contacted',
  'applicant.not_contacted',
  'applicant.mailed',
  'applicant.mail_cancelled',
  'applicant.starred',
  'applicant.unstarred',
  'applicant.tagged',
  'applicant.deleted',
  'applicant.data_removed',
  'applicant.exported',
  'note.added',
  'note.edited',
  'note.deleted',
  'job.created',
  'job.edited',
  'job.deleted',
  'incident.created',
  'incident.moved',
  'incident.assigned',
  'breach.authority_told',
  'breach.notices_confirmed',
  'member.invited',
  'member.approved',
  'member.removed',
  'member.role_changed',
  'organization.renamed',
  'organization.accent_changed',
  'organization.language_changed',
  'organization.logo_changed',
  'page.created',
  'page.deleted',
  'store.connected',
  'store.disconnected',
  'retention.confirmed',
] as const satisfies readonly AuditAction[]

const subjectKinds: Readonly<Record<string, ActionSubject['kind']>> = {
  applicant: 'applicant',
  job_post: 'job',
  security_incident: 'incident',
}

/** Resource types with a screen, by their names in the audit log. */
export function subjectOf(event: {
  resource_type: string
  resource_id: string | null
}): Omit<ActionSubject, 'name'> | null {
  const kind = subjectKinds[event.resource_type]
  return kind && event.resource_id !== null ? { kind, id: event.resource_id } : null
}

const kindOf = (action: string): ActionSubject['kind'] => {
  if (action.startsWith('job.')) return 'job'
  return /^(incident|breach)\./.test(action) ? 'incident' : 'applicant'
}

function reachedLabel(action: string, value: unknown): string {
  if (action.startsWith('incident.')) {
    const status = incidentStatuses.find((each) => each === value)
    if (status) return incidentStatusLabel(status)
  }
  const status = applicantStatuses.find((each) => each === value)
  if (status) return statusLabel(status)
  return typeof value === 'string' ? value : ''
}

/** A placeholder at which the sentence is split; no name can contain it. */
const MARK = '\0'

/** In three pieces, the name in the middle: 'Moved ', 'Maya Okafor', ' to Reviewing'. */
export function describeOwnAction({
  action,
  details,
  subject,
  count,
}: OwnAction): [string, string, string] {
  const known = ownActionNames.find((each) => each === action)
  if (!known) return [action, '', '']
  const text = t(`today.did.${known}`, { count, name: MARK, to: reachedLabel(action, details.to) })
  const [before = '', after] = text.split(MARK)
  if (after === undefined) return [text, '', '']
  return [before, subject?.name ?? t(`today.deleted.${kindOf(action)}`), after]
}
