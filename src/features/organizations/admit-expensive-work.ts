// Work whose cost is not proportional to its request is counted for its organization before it begins: docs/security.md.
import { rateLimited, type Use } from '#domain/limits.ts'
import { insertUses } from '#data/rate-limits.ts'
import type { Deps } from '../deps.ts'

/** Throws `server.rateLimited` when a limit is full. */
export async function admitExpensiveWork(deps: Deps, uses: readonly Use[]): Promise<void> {
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
}
