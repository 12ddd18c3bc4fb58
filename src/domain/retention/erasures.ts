// The ledger of erasures: that an application was erased, when and why, without personal data.
import { z } from 'zod'
import type { AuditAction } from '../audit/audit-actions.ts'

/**
 * Why an application was erased. `expired`: at the end of its retention; `staff`: deleted by a member; `request`: a
 * member carried out the person's request; `applicant`: by the person; `store`: on request of a store; `organization`:
 * its organization was deleted.
 */
export const erasureReasons = [
  'expired',
  'staff',
  'request',
  'applicant',
  'store',
  'organization',
] as const
export type ErasureReason = (typeof erasureReasons)[number]

/** Its audit action. */
export const erasureActions: Record<ErasureReason, AuditAction> = {
  expired: 'applicant.expired',
  staff: 'applicant.deleted',
  request: 'applicant.data_removed',
  applicant: 'applicant.erased',
  store: 'applicant.data_removed',
  organization: 'applicant.data_removed',
}

/** Twenty hexadecimal digits in groups of four. */
export const RECEIPT = /^[\dA-F]{4}(?:-[\dA-F]{4}){4}$/

/** One page shows the receipts of this many applications. */
export const RECEIPTS_MAX = 100

/** A receipt, for a person who knows its number. */
export type ErasureReceipt = {
  receipt: string
  reason: (typeof erasureReasons)[number]
  erased_at: string
  /** Null after the organization was deleted. */
  organization: string | null
}

/** A row of the ledger as owners see it. */
const erasure = z.object({
  receipt: z.string(),
  application_id: z.string(),
  reason: z.enum(erasureReasons),
  erased_at: z.string(),
})
export type Erasure = z.output<typeof erasure>

export const ERASURES_PER_PAGE = 50
export const erasurePage = z.object({
  erasures: z.array(erasure),
  next_cursor: z.string().nullable(),
})
export type ErasurePage = z.output<typeof erasurePage>
