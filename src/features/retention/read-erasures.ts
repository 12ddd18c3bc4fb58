// The ledger of erasures: receipts by their numbers, and the organization's list for its owners.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import {
  ERASURES_PER_PAGE,
  RECEIPT,
  RECEIPTS_MAX,
  type ErasurePage,
  type ErasureReceipt,
} from '#domain/retention/erasures.ts'
import { listErasures, listErasuresByReceipt } from '#data/retention/ledger.ts'
import type { Deps } from '../deps.ts'

/** The receipts of these numbers, in their order and in any case; invalid and unknown numbers are left out. */
export async function readReceipts(
  deps: Deps,
  numbers: readonly string[],
): Promise<ErasureReceipt[]> {
  const receipts = numbers
    .slice(0, RECEIPTS_MAX)
    .map((number) => number.trim().toUpperCase())
    .filter((number) => RECEIPT.test(number))
  if (receipts.length === 0) return []
  const found = await listErasuresByReceipt(deps.db.queries, receipts)
  const byNumber = new Map(found.map((erasure) => [erasure.receipt, erasure]))
  return [...new Set(receipts)].flatMap((number) => byNumber.get(number) ?? [])
}

export async function readErasures(
  deps: Deps,
  actor: Actor | undefined,
  cursor: string | undefined,
): Promise<ErasurePage> {
  const { organizationId } = approvedOwner(actor)
  const { rows: erasures, next_cursor } = await deps.db.readForOrganization(organizationId, (db) =>
    listErasures(db, organizationId, { cursor, size: ERASURES_PER_PAGE }),
  )
  return { erasures, next_cursor }
}
