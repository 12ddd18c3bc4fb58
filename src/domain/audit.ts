// The audit trail as it is read: its rows, its filters, and the plain sentence each row is.
import { z } from 'zod'
import { messages, tooLong } from './messages.ts'

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
  actor_id: string | null
  /** Null where nobody of the organization did it, or does not belong to it any more. */
  actor_name: string | null
  created_at: string
}

/** What a client reports by itself stands under this name, so that it cannot pass for what the server saw. */
export const REPORTED = 'client.'

const SHORT = 120
const NOTE = 500
const DETAILS = 20

const short = (label: string) => z.string().trim().max(SHORT, tooLong(label, SHORT))

/** log_audit_event, with the specification's parameters. Address and browser are accepted and not believed. */
export const auditReportInput = z.object({
  p_action: short('Action').regex(/^[a-z][\w.:-]*$/i, messages['audit.actionInvalid']),
  p_resource_type: short('Resource type').min(1, messages['audit.resourceMissing']),
  p_resource_id: short('Resource id').nullish(),
  p_details: z
    .record(
      short('Name'),
      z.union([z.string().max(NOTE, tooLong('Details', NOTE)), z.number(), z.boolean(), z.null()]),
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
