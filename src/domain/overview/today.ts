// What the overview says of today: what came, who waits, what was not sent, what is due, and what this person did last.
import type { MailedStatus } from '../applicants/applicant-mails.ts'
import type { UndoInput } from '../applicants/applicant-batches.ts'
import { statusLabel } from '../applicants/applicants.ts'
import type { AuditAction } from '../audit/audit-actions.ts'
import { incidentTabLabel } from '../incidents/incidents.ts'
import type { Day } from '../retention/retention.ts'
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

export type PersonToday = {
  id: string
  first_name: string
  last_name: string
  role_title: string
  created_at: string
}

export type UnsentMail = {
  applicant_id: string
  first_name: string
  last_name: string
  kind: MailedStatus
  /** Waits for its time or for the mail server, or was given up. */
  state: 'waiting' | 'failed'
  send_at: string
}

export type DueDate =
  | { about: 'incident'; at: string; id: string; title: string }
  | { about: 'data-requests'; at: string; count: number }
  | { about: 'deletions'; at: Day; count: number }

export type ActSubject = { kind: 'applicant' | 'job' | 'incident'; id: string; name: string }

/** Something this person did, to one or to many at once. */
export type OwnAct = {
  id: string
  action: string
  at: string
  details: Record<string, unknown>
  /** The first one it was done to; null where it is gone, or has no screen of its own. */
  subject: ActSubject | null
  /** How many it was done to. */
  count: number
  /** How it is taken back, for as long as it can be. */
  undo: (UndoInput & { until: string }) | null
}

export type Today = {
  /** Since when things are new. */
  since: string
  /** This person was never here before: new is what came in the last day. */
  is_first_visit: boolean
  fresh: { count: number; people: PersonToday[] }
  /** Nobody has answered them for a day or longer; the longest first. */
  waiting: PersonToday[]
  mails: { count: number; mails: UnsentMail[] }
  dates: DueDate[]
  acts: OwnAct[]
}

type Words = { one: string; many?: string }

/** {name} is whoever or whatever it was done to; {many} stands for '34 applicants'. Anything else a person did is not listed. */
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

const nameless: Record<ActSubject['kind'], [one: string, many: string]> = {
  applicant: ['a deleted applicant', 'applicants'],
  job: ['a deleted job post', 'job posts'],
  incident: ['an incident', 'incidents'],
}

const subjectKinds: Readonly<Record<string, ActSubject['kind']>> = {
  applicant: 'applicant',
  job_post: 'job',
  security_incident: 'incident',
}

/** What has a screen of its own, as the trail names it. */
export function subjectOf(event: {
  resource_type: string
  resource_id: string | null
}): Omit<ActSubject, 'name'> | null {
  const kind = subjectKinds[event.resource_type]
  return kind && event.resource_id !== null ? { kind, id: event.resource_id } : null
}

const kindOf = (action: string): ActSubject['kind'] => {
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
}: OwnAct): [string, string, string] {
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
