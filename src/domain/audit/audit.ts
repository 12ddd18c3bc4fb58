// The audit log as it is read: its rows, its filters, and the sentence for each row.
import { z } from 'zod'
import { applicantStatuses, statusLabel } from '../applicants/applicants.ts'
import { auditSentences, type AuditAction } from './audit-actions.ts'
import { t } from '../texts/text.ts'
import { day } from '../bounds.ts'
import { tooLong, type FieldName } from '../too-long.ts'

export const auditDetails = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()]).nullable(),
)
export type AuditDetails = z.output<typeof auditDetails>

export const auditEvent = z.object({
  id: z.string(),
  /** 1, 2, 3, … in the organization's chain. */
  place: z.number(),
  action: z.string(),
  resource_type: z.string(),
  resource_id: z.string().nullable(),
  details: auditDetails,
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Keyed hashes, once address and browser are older than thirty days: alike where those were alike. */
  network_hash: z.string().nullable(),
  browser_hash: z.string().nullable(),
  actor_id: z.string().nullable(),
  /** Null where no member did it, or the person is no member any more. */
  actor_name: z.string().nullable(),
  /** The present name of the applicant it is about. The log itself holds no names; null once the applicant is deleted. */
  applicant_name: z.string().nullable(),
  created_at: z.string(),
})
export type AuditEvent = z.output<typeof auditEvent>

/** Events that a client reports have this prefix, so that they cannot pass for what the server recorded. */
export const REPORTED = 'client.'
export type ReportedAction = `${typeof REPORTED}${string}`

const SHORT = 120
const NOTE = 500
const DETAILS = 20
/** Larger numbers lose digits in JavaScript. */
const NUMBER_MAX = Number.MAX_SAFE_INTEGER

const short = (label: FieldName, missing?: { error: () => string }) =>
  z.string(missing).trim().max(SHORT, tooLong(label, SHORT))

/** log_audit_event (docs/specification.md §7.4). Address and browser are accepted and not believed. */
export const auditReportInput = z.object({
  p_action: short('action', { error: () => t('audit.actionInvalid') }).regex(/^[a-z][\w.:-]*$/i, {
    error: () => t('audit.actionInvalid'),
  }),
  p_resource_type: short('resourceType', { error: () => t('audit.resourceMissing') }).min(1, {
    error: () => t('audit.resourceMissing'),
  }),
  p_resource_id: short('resourceId').nullish(),
  p_details: z
    .record(
      short('name'),
      z.union([
        z.string().max(NOTE, tooLong('details', NOTE)),
        z.number().min(-NUMBER_MAX).max(NUMBER_MAX),
        z.boolean(),
        z.null(),
      ]),
      { error: () => t('audit.detailsInvalid') },
    )
    .refine((details) => Object.keys(details).length <= DETAILS, {
      error: () => t('audit.detailsInvalid'),
    })
    .nullish(),
  p_ip_address: z.unknown().optional(),
  p_user_agent: z.unknown().optional(),
})
export type AuditReportInput = z.output<typeof auditReportInput>

/** What came of following a chain from its anchor to its end. */
export const chainCheck = z.object({
  /** How many rows were read. */
  rows: z.number(),
  /** The first row that is not as it was written, or the place where one is missing; null when all hold. */
  broken_at: z.number().nullable(),
  /** The hash at the end, to be noted elsewhere: a chain that was rewritten whole ends differently. */
  head: z.string(),
  /** Rows up to this place were removed after their seven years. */
  begins_after: z.number(),
})
export type ChainCheck = z.output<typeof chainCheck>

const sentenceOf = (action: string): string | undefined =>
  Object.hasOwn(auditSentences, action) ? auditSentences[action as AuditAction] : undefined

/** Where a sentence names the applicant it is about. */
export const APPLICANT = Symbol('applicant')

/**
 * One row as a sentence without its end, in parts: 'Ana Silva moved ', the applicant, ' from Applied to Reviewing'. The caller
 * inserts the applicant's name, or that the applicant was deleted.
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
  const words = action === 'applicant.mailed' ? mailedWords(event) : sentenceOf(action)
  if (words) {
    const [before = '', ...after] = words.split('{applicant}').map((text) => filled(text, event))
    return after.length > 0 ? [`${who} ${before}`, APPLICANT, after.join('')] : [`${who} ${before}`]
  }
  // Logged by a later version than this one, 'member.promoted': what it is about, then what was done.
  const [about = '', ...done] = action.split('.')
  return [`${who}: ${about} ${done.join(' ').replaceAll('_', ' ')}`.trim()]
}

const mailedWords = ({ details }: AuditEvent): string | undefined =>
  details.kind === 'message' ? 'wrote to {applicant}' : sentenceOf('applicant.mailed')

const filled = (text: string, { action, details }: AuditEvent): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(details[name] ?? '-')
    // Incidents have statuses too, with words of their own.
    const status = applicantStatuses.find((each) => each === value)
    return status && action.startsWith('applicant.') ? statusLabel[status] : value
  })

/** The same as one text without names: an exported file is kept longer than the people in it. */
export const describeAuditEvent = (event: AuditEvent): string =>
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
export const auditPage = z.object({
  events: z.array(auditEvent),
  next_cursor: z.string().nullable(),
})
export type AuditPage = z.output<typeof auditPage>

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
