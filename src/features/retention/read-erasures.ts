// The ledger of erasures: one receipt by its number, and the organization's list for its owners.
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import {
  ERASURES_PER_PAGE,
  RECEIPT,
  type ErasurePage,
  type ErasureReceipt,
} from '#domain/retention/erasures.ts'
import { findErasureByReceipt, listErasures } from '#data/retention/ledger.ts'
import type { Deps } from '../deps.ts'

/** Undefined for a number that is none; upper and lower case are the same. */
export async function readReceipt(deps: Deps, number: string): Promise<ErasureReceipt | undefined> {
  const receipt = number.trim().toUpperCase()
  return RECEIPT.test(receipt) ? findErasureByReceipt(deps.db.queries, receipt) : undefined
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
