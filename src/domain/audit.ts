// The audit trail as it is read: its rows, its filters, and the plain sentence each row is.
import { z } from 'zod'
import { applicantStatuses, wordForStatus } from './applicants.ts'
import { messages } from './messages.ts'
import { day } from './bounds.ts'
import { tooLong } from './too-long.ts'

export type AuditDetails = Record<string, string | number | boolean | null>

export type AuditEvent = {
  id: string
  /** 1, 2, 3, … in the organization's chain. */
  place: number
  action: string
  resource_type: string
  resource_id: string | null
  details: AuditDetails
  ip_address: string | null
  user_agent: string | null
  /** Keyed hashes, once address and browser are older than thirty days: alike where those were alike. */
  network_hash: string | null
  browser_hash: string | null
  actor_id: string | null
  /** Null where nobody of the organization did it, or does not belong to it any more. */
  actor_name: string | null
  /** Of the applicant it is about, as they are called now. The trail itself holds no names; null once they are gone. */
  applicant_name: string | null
  created_at: string
}

/** What a client reports by itself stands under this name, so that it cannot pass for what the server saw. */
export const REPORTED = 'client.'

const SHORT = 120
const NOTE = 500
const DETAILS = 20
/** Larger ones are not kept to the last digit. */
const NUMBER_MAX = Number.MAX_SAFE_INTEGER

const short = (label: string, missing?: string) =>
  z.string(missing).trim().max(SHORT, tooLong(label, SHORT))

/** log_audit_event, with the specification's parameters. Address and browser are accepted and not believed. */
export const auditReportInput = z.object({
  p_action: short('Action', messages['audit.actionInvalid']).regex(
    /^[a-z][\w.:-]*$/i,
    messages['audit.actionInvalid'],
  ),
  p_resource_type: short('Resource type', messages['audit.resourceMissing']).min(
    1,
    messages['audit.resourceMissing'],
  ),
  p_resource_id: short('Resource id').nullish(),
  p_details: z
    .record(
      short('Name'),
      z.union([
        z.string().max(NOTE, tooLong('Details', NOTE)),
        z.number().min(-NUMBER_MAX).max(NUMBER_MAX),
        z.boolean(),
        z.null(),
      ]),
      { error: messages['audit.detailsInvalid'] },
    )
    .refine((details) => Object.keys(details).length <= DETAILS, messages['audit.detailsInvalid'])
    .nullish(),
  p_ip_address: z.unknown().optional(),
  p_user_agent: z.unknown().optional(),
})
export type AuditReportInput = z.output<typeof auditReportInput>

/** What came of following a chain from its anchor to its end. */
export type ChainCheck = {
  /** How many rows were read. */
  rows: number
  /** The first row that is not as it was written, or the place where one is missing; null when all hold. */
  broken_at: number | null
  /** The hash at the end, to be noted elsewhere: a chain that was rewritten whole ends differently. */
  head: string
  /** Rows up to this place were removed after their seven years. */
  begins_after: number
}

/** The words of an action, where the trail's own name for it says too little. Anything else is said by its name. */
const wordsFor: Readonly<Record<string, string>> = {
  'applicant.created': 'applied for a job',
  'applicant.moved': 'moved {applicant} from {from} to {to}',
  'applicant.move-undone': 'moved {applicant} back from {from} to {to}',
  'applicant.contacted': 'marked {applicant} as contacted',
  'applicant.deleted': 'deleted an applicant',
  'applicant.data-removed': 'removed the data of an applicant',
  'cv.infected': 'found malware in the CV of {applicant} ({malware})',
  'cv.opened': 'opened the CV of {applicant}',
  'customers.refreshed': 'began to refresh customer data',
  'customer.read': 'read the store details of {applicant}',
  'note.added': 'added a note about {applicant}',
  'note.edited': 'changed a note about {applicant}',
  'note.deleted': 'deleted a note about {applicant}',
  'email.verified': 'confirmed an email address',
  'applicant.mailed': 'emailed {applicant} about {kind}',
  'applicant.mail-taken-back': 'took back an email to {applicant}',
  'mail.template_edited': 'changed the email about {status}',
  'mail.template_reset': 'restored the original email about {status}',
  'mail.settings_edited': 'changed the settings of emails',
  'mail.test_sent': 'sent a test mail about {status}',
  'job.created': 'created a job post',
  'job.edited': 'changed a job post ({fields})',
  'job.deleted': 'deleted a job post',
  'store.uninstalled': 'was told that the app was removed from the store',
  'store.scopes_changed': 'was told that the store’s permissions changed',
  'store.redacted': 'deleted a store’s data at its request',
  'store.data_requested': 'was told that a customer asked for their data',
  'store.data_exported': 'downloaded the data that a customer asked for',
  'store.jobs_synced':
    'synced job posts with the store ({created} created, {updated} updated, {deactivated} deactivated)',
  'page.created': 'created a store page',
  'page.updated': 'changed a store page',
  'page.deleted': 'deleted a store page',
  'page.synced': 'synced the store pages',
  'incident.created': 'reported a {severity} incident',
  'incident.moved': 'moved an incident from {from} to {to}',
  'incident.assigned': 'reassigned an incident',
  'incident.withdrawn': 'withdrew an incident as a false alarm',
  'breach.prepared': 'prepared the breach notices',
  'breach.edited': 'changed the breach notices',
  'breach.authority_told': 'recorded that the authority was told of a breach',
  'breach.notices_confirmed': 'confirmed the breach notices to {people} people',
  'breach.notices_sent': 'sent the breach notices ({sent} sent, {failed} failed)',
  'member.invited': 'invited somebody to the organization',
  'member.accepted_invitation': 'accepted an invitation',
  'member.asked': 'asked to join the organization',
  'member.approved': 'approved a person',
  'member.declined': 'declined a person',
  'member.removed': 'removed a person from the organization',
  'member.role_changed': 'changed the role of a person',
  'member.promoted': 'made the longest member an owner',
  'organization.created': 'created the organization',
  'organization.renamed': 'renamed the organization from {from} to {to}',
  'organization.accent_changed': 'changed the colour of the organization',
  'organization.logo_changed': 'changed the logo of the organization',
  'organization.logo_removed': 'removed the logo of the organization',
  'account.closed': 'closed their account',
  'account.kept': 'kept their account',
  'account.deleted': 'deleted a closed account',
  'audit.exported': 'exported the audit log',
  'applicant.not-contacted': 'marked {applicant} as not contacted',
  'applicant.expired': 'deleted an application six months after it came in',
  'applicant.exported': 'exported the data of {applicant}',
  'applicant.starred': 'starred {applicant}',
  'applicant.unstarred': 'removed the star from {applicant}',
  'applicant.tagged': 'changed the tags of {applicant}',
  'applicants.exported': 'exported applicants',
  'retention.stopped': 'stopped a deletion of many applications until an owner agrees',
  'retention.confirmed': 'agreed to a deletion of many applications',
  'member.invitation_withdrawn': 'withdrew an invitation',
  'member.left': 'left the organization',
  'organization.deleted': 'deleted the organization',
  'store.connected': 'connected the store',
  'session.started': 'signed in',
  'session.ended': 'signed out',
  'session.refused': 'was refused at sign-in',
  'session.second_factor_shown': 'proved a second factor',
  'session.refresh_token_reused': 'used a refresh token a second time, so the session was ended',
  'factor.added': 'added a second factor',
  'factor.removed': 'removed a second factor',
  'factor.locked': 'was locked out of a second factor after too many tries',
  'factor.recovery_codes_created': 'created recovery codes',
  'passkey.added': 'added a passkey',
  'passkey.removed': 'removed a passkey',
  'user.password_changed': 'changed their password',
  'user.email_changed': 'changed their email address',
  'user.email_confirmed': 'confirmed their email address',
  'user.provider_linked': 'linked a way to sign in',
  'operator.user_created': 'created an account',
  'operator.user_changed': 'changed the account of a person',
  'operator.user_deleted': 'deleted the account of a person',
  'operator.user_invited': 'invited a person to an account',
  'operator.link_made': 'made a link by which a person’s account can be opened',
}

/** Where a sentence names the applicant it is about. */
export const APPLICANT = Symbol('applicant')

/**
 * One row as a sentence without its end, in pieces: 'Ana Silva moved ', the applicant, ' from Applied to Reviewing'. Whoever shows
 * it puts a name there, or says that the applicant is gone.
 */
export function partsOfEvent(event: AuditEvent): (string | typeof APPLICANT)[] {
  const { action } = event
  const who = event.actor_name ?? whoElse(event)
  if (action.startsWith(REPORTED)) {
    return [
      `${who} reported ${action.slice(REPORTED.length)} (${event.resource_type}) from a program`,
    ]
  }
  // The one who did it is the one it is about.
  if (action === 'applicant.created' && event.applicant_name)
    return [APPLICANT, ' applied for a job']
  const words = action === 'applicant.mailed' ? mailedWords(event) : wordsFor[action]
  if (words) {
    const [before = '', ...after] = words.split('{applicant}').map((text) => filled(text, event))
    return after.length > 0 ? [`${who} ${before}`, APPLICANT, after.join('')] : [`${who} ${before}`]
  }
  // 'member.promoted': what it is about, then what was done.
  const [about = '', ...done] = action.split('.')
  return [`${who}: ${about} ${done.join(' ').replaceAll('_', ' ')}`.trim()]
}

const mailedWords = ({ details }: AuditEvent): string | undefined =>
  details.kind === 'message' ? 'wrote to {applicant}' : wordsFor['applicant.mailed']

const filled = (text: string, { action, details }: AuditEvent): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(details[name] ?? '-')
    // Incidents have statuses too, with words of their own.
    const status = applicantStatuses.find((each) => each === value)
    return status && action.startsWith('applicant.') ? wordForStatus[status] : value
  })

/** The same as one text that names nobody: what is taken out of the product outlives the people in it. */
export const sayEvent = (event: AuditEvent): string =>
  partsOfEvent({ ...event, applicant_name: null })
    .map((part) => (part === APPLICANT ? 'an applicant' : part))
    .join('')

const byVisitors: ReadonlySet<string> = new Set(['applicant.created', 'email.verified'])

function whoElse({ actor_id, action }: AuditEvent): string {
  if (action.startsWith('operator.')) return 'The operator of this installation'
  if (actor_id) return action === 'member.asked' ? 'Somebody new' : 'Somebody who left'
  return byVisitors.has(action) ? 'A visitor' : 'Storehand'
}

export const AUDIT_PER_PAGE = 50
export type AuditPage = { events: AuditEvent[]; next_cursor: string | null }

export const AUDIT_FILTER_MAX = SHORT

const plain = z
  .string()
  .trim()
  .max(AUDIT_FILTER_MAX)
  .transform((value) => value || undefined)
  .optional()
const person = z.uuid().optional()
const date = day().optional()

/** What an action begins with, and the word for all of its kind. */
export const auditKinds = {
  applicant: 'Applicants',
  cv: 'CVs',
  note: 'Notes',
  job: 'Job posts',
  mail: 'Emails',
  incident: 'Incidents',
  breach: 'Breaches',
  member: 'People',
  account: 'Accounts',
  operator: 'The operator',
  session: 'Sessions',
  client: 'Reported by programs',
} as const

/** The filters on the wire: what cannot be read is refused, because without it the answer would be of everybody. */
export const auditQuery = z.object({
  action: plain,
  person,
  resource: plain,
  from: date,
  to: date,
})

export type AuditFilter = z.output<typeof auditQuery>
