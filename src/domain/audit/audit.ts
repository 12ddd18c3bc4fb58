// The audit log for readers: its rows and its filters.
import { z } from 'zod'
import { t } from '../texts/text.ts'
import { day } from '../bounds.ts'
import { tooLong, type FieldName } from '../too-long.ts'

const auditDetails = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())
export type AuditDetails = z.output<typeof auditDetails>

const auditEvent = z.object({
  id: z.string(),
  /** 1, 2, 3, … in the organization's chain. */
  place: z.number(),
  action: z.string(),
  resource_type: z.string(),
  resource_id: z.string().nullable(),
  details: auditDetails,
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Keyed hashes, after address and browser are older than thirty days: equal where those were equal. */
  network_hash: z.string().nullable(),
  browser_hash: z.string().nullable(),
  actor_id: z.string().nullable(),
  /** Null when the actor was no member, or is no longer one. */
  actor_name: z.string().nullable(),
  /**
   * The current name of the applicant it is about. The log itself contains no names; null after the applicant was
   * deleted.
   */
  applicant_name: z.string().nullable(),
  /** The name of the member whose account it is about; null when that is nobody's, or no longer a member's. */
  account_name: z.string().nullable(),
  created_at: z.string(),
})
export type AuditEvent = z.output<typeof auditEvent>

/**
 * Events that a client reports have this prefix, so that they cannot be mistaken for those that the server recorded.
 */
export const REPORTED = 'client.'
export type ReportedAction = `${typeof REPORTED}${string}`

const SHORT = 120
const NOTE = 500
const DETAILS = 20
/** Larger numbers lose digits in JavaScript. */
const NUMBER_MAX = Number.MAX_SAFE_INTEGER

const short = (label: FieldName, missing?: { error: () => string }) =>
  z.string(missing).trim().max(SHORT, tooLong(label, SHORT))

/** log_audit_event (docs/specification.md §7.4). Address and browser are accepted but not trusted. */
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

/** The result of verifying a chain from its anchor to its end. */
export const chainCheck = z.object({
  /** How many rows were read. */
  rows: z.number(),
  /** The first row that was changed, or the place of a missing one; null when all are valid. */
  broken_at: z.number().nullable(),
  /** The hash at the end, to be stored elsewhere: a chain that was rewritten completely has another end. */
  head: z.string(),
  /** Rows up to this place were removed after their seven years. */
  begins_after: z.number(),
  /** A receipt number for which the ledger of erasures and the chain disagree; null if there is none. */
  unproven_receipt: z.string().nullable(),
})
export type ChainCheck = z.output<typeof chainCheck>

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

/** Prefixes of actions, as named in the filter. */
export const auditKinds = [
  'applicant',
  'cv',
  'note',
  'job',
  'mail',
  'incident',
  'breach',
  'member',
  'account',
  'operator',
  'session',
  'client',
] as const
export const auditKindLabel = (kind: (typeof auditKinds)[number]): string => t(`audit.kind.${kind}`)

/** The filters on the wire: an invalid one is refused, because ignoring it would return other events. */
export const auditQuery = z.object({
  action: plain,
  person,
  resource: plain,
  from: date,
  to: date,
})

export type AuditFilter = z.output<typeof auditQuery>
