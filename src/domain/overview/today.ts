// What the overview says of today: what came, who waits, what was not sent, what is due, and what this person did last.
import { z } from 'zod'
import { mailedStatuses } from '../applicants/applicant-mails.ts'
import { statusLabel } from '../applicants/applicants.ts'
import type { AuditAction } from '../audit/audit-actions.ts'
import { incidentTabLabel } from '../incidents/incidents.ts'
import { VISIT } from './visits.ts'
import { numberText } from '../texts/formats.ts'

/** Longer lists belong to the screens they lead to. */
export const TODAY_MOST = 5

export type Visit = { seen_at: string; before_at: string | null }

/** The end of the visit before the one that is going on; null for the first one. */
export function lastHere(visit: Visit | undefined, now: Date): string | null {
  if (!visit) return null
  const isOver = now.getTime() - Date.parse(visit.seen_at) > VISIT.gapMs
  return isOver ? visit.seen_at : visit.before_at
}

export const personToday = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role_title: z.string(),
  created_at: z.string(),
})
export type PersonToday = z.output<typeof personToday>

export const unsentMail = z.object({
  applicant_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  kind: z.enum(mailedStatuses),
  /** Waits for its time or for the mail server, or was given up. */
  state: z.enum(['waiting', 'failed']),
  send_at: z.string(),
})
export type UnsentMail = z.output<typeof unsentMail>

export const dueDate = z.discriminatedUnion('about', [
  z.object({ about: z.literal('incident'), at: z.string(), id: z.string(), title: z.string() }),
  z.object({ about: z.literal('data-requests'), at: z.string(), count: z.number() }),
  z.object({ about: z.literal('deletions'), at: z.string(), count: z.number() }),
])
export type DueDate = z.output<typeof dueDate>

export const actionSubject = z.object({
  kind: z.enum(['applicant', 'job', 'incident']),
  id: z.string(),
  name: z.string(),
})
export type ActionSubject = z.output<typeof actionSubject>

/** Something this person did, to one or to many at once. */
export const ownAction = z.object({
  id: z.string(),
  action: z.string(),
  at: z.string(),
  details: z.record(z.string(), z.unknown()),
  /** The first object of the action; null when it was deleted or has no screen. */
  subject: actionSubject.nullable(),
  /** How many it was done to. */
  count: z.number(),
  /** How to undo it, as long as that is possible. */
  undo: z
    .union([
      z.object({ change_id: z.string(), until: z.string() }),
      z.object({ batch_id: z.string(), until: z.string() }),
    ])
    .nullable(),
})
export type OwnAction = z.output<typeof ownAction>

export const today = z.object({
  /** Since when things are new. */
  since: z.string(),
  /** This person was never here before: new is what came in the last day. */
  is_first_visit: z.boolean(),
  fresh: z.object({ count: z.number(), people: z.array(personToday) }),
  /** Without an answer for a day or longer; the longest first. */
  waiting: z.array(personToday),
  mails: z.object({ count: z.number(), mails: z.array(unsentMail) }),
  dates: z.array(dueDate),
  acts: z.array(ownAction),
})
export type Today = z.output<typeof today>

type Words = { one: string; many?: string }

/** {name} is the object of the action; {many} is for example '34 applicants'. Other actions are not listed. */
const actWords: Readonly<Partial<Record<AuditAction, Words>>> = {
  'applicant.moved': { one: 'Moved {name} to {to}', many: 'Moved {many} to {to}' },
  'applicant.move_undone': { one: 'Moved {name} back to {to}', many: 'Moved {many} back to {to}' },
  'applicant.contacted': {
    one: 'Marked {name} as contacted',
    many: 'Marked {many} as contacted',
  },
  'applicant.not_contacted': {
    one: 'Marked {name} as not contacted',
    many: 'Marked {many} as not contacted',
  },
  'applicant.mailed': { one: 'Wrote to {name}', many: 'Wrote to {many}' },
  'applicant.mail_cancelled': {
    one: 'Cancelled an email to {name}',
    many: 'Cancelled emails to {many}',
  },
  'applicant.starred': { one: 'Starred {name}', many: 'Starred {many}' },
  'applicant.unstarred': {
    one: 'Removed the star from {name}',
    many: 'Removed the star from {many}',
  },
  'applicant.tagged': { one: 'Changed the tags of {name}' },
  'applicant.deleted': { one: 'Deleted an applicant', many: 'Deleted {many}' },
  'applicant.data_removed': {
    one: 'Removed the data of an applicant',
    many: 'Removed the data of {many}',
  },
  'applicant.exported': { one: 'Exported the data of {name}' },
  'note.added': { one: 'Added a note about {name}' },
  'note.edited': { one: 'Changed a note about {name}' },
  'note.deleted': { one: 'Deleted a note about {name}' },
  'job.created': { one: 'Created {name}', many: 'Created {many}' },
  'job.edited': { one: 'Changed {name}', many: 'Changed {many}' },
  'job.deleted': { one: 'Deleted a job post', many: 'Deleted {many}' },
  'incident.created': { one: 'Reported {name}' },
  'incident.moved': { one: 'Moved {name} to {to}' },
  'incident.assigned': { one: 'Assigned {name}' },
  'breach.authority_told': { one: 'Marked the authority as told of {name}' },
  'breach.notices_confirmed': { one: 'Confirmed the notices about {name}' },
  'member.invited': { one: 'Invited a colleague' },
  'member.approved': { one: 'Approved a colleague' },
  'member.removed': { one: 'Removed a member' },
  'member.role_changed': { one: 'Changed a member’s role' },
  'organization.renamed': { one: 'Renamed the organization' },
  'organization.accent_changed': { one: 'Changed the organization’s colour' },
  'organization.logo_changed': { one: 'Changed the organization’s logo' },
  'page.created': { one: 'Created a store page' },
  'page.deleted': { one: 'Deleted a store page' },
  'store.connected': { one: 'Connected the store' },
  'store.disconnected': { one: 'Disconnected the store' },
  'retention.confirmed': { one: 'Agreed to a deletion of old applications' },
}

export const ownActionNames: readonly string[] = Object.keys(actWords)

const nameless: Record<ActionSubject['kind'], [one: string, many: string]> = {
  applicant: ['a deleted applicant', 'applicants'],
  job: ['a deleted job post', 'job posts'],
  incident: ['an incident', 'incidents'],
}

const subjectKinds: Readonly<Record<string, ActionSubject['kind']>> = {
  applicant: 'applicant',
  job_post: 'job',
  security_incident: 'incident',
}

/** Resource types that have a screen, as the audit log names them. */
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

function statusWord(action: string, value: unknown): string {
  if (typeof value !== 'string') return ''
  const words: Record<string, string> = action.startsWith('incident.')
    ? incidentTabLabel
    : statusLabel
  return words[value] ?? value
}

/** In three pieces, the name in the middle: 'Moved ', 'Maya Okafor', ' to Reviewing'. */
export function describeOwnAction({
  action,
  details,
  subject,
  count,
}: OwnAction): [string, string, string] {
  const words = actWords[action as AuditAction]
  if (!words) return [action, '', '']
  const [one, many] = nameless[kindOf(action)]
  const isMany = count > 1 && words.many !== undefined
  const text = (isMany ? (words.many ?? words.one) : words.one)
    .replace('{to}', statusWord(action, details.to))
    .replace('{many}', `${numberText(count)} ${many}`)
  const [before = '', after] = text.split('{name}')
  return after === undefined ? [text, '', ''] : [before, subject?.name ?? one, after]
}
