// Deletes audit events after seven years, from the start of each chain, and the ledger of erasures with them.
import { RETENTION } from '#domain/retention/retention.ts'
import { deleteOldErasures } from '#data/retention/ledger.ts'
import { deleteOldAuditEvents, listChains } from '#data/audit/audit.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'

const AT_ONCE = 1000

/** Returns how many audit events it removed. */
export async function sweepAuditLog(deps: Deps): Promise<number> {
  const time = await believedTime(deps)
  if (!time) return 0
  const before = time.monthsAgo(12 * RETENTION.auditYears)
  await deleteOldErasures(deps.db.queries, before)
  let total = 0
  for (const chain of await listChains(deps.db.queries)) {
    let removed: number
    do {
      removed = await deps.db.transaction((tx) => deleteOldAuditEvents(tx, chain, before, AT_ONCE))
      total += removed
    } while (removed === AT_ONCE)
  }
  return total
}
