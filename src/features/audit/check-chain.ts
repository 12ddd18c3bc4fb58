// Verifies a hash chain of the audit log from its anchor to its end, reports the first broken row, and compares the ledger of erasures.
import { exportUses, rateLimited } from '#domain/limits.ts'
import { insertUses } from '#data/rate-limits.ts'
import { createHash } from 'node:crypto'
import { approvedOwner, type Actor } from '#domain/accounts/access.ts'
import type { ChainCheck } from '#domain/audit/audit.ts'
import { findChainEnds, listChains, listLinks } from '#data/audit/audit.ts'
import { listUnprovenReceipts } from '#data/retention/ledger.ts'
import type { Queries } from '#data/database.ts'
import type { ChainId } from '#data/audit/audit-tables.ts'
import type { Deps } from '../deps.ts'

const AT_ONCE = 5000

/** The chain of the owner's organization. */
export async function checkChain(deps: Deps, actor: Actor | undefined): Promise<ChainCheck> {
  const { organizationId } = approvedOwner(actor)
  const over = await insertUses(deps.db.queries, exportUses(organizationId))
  if (over) throw rateLimited(over, deps.clock.now())
  return followChain(deps.db.queries, organizationId)
}

/** Every chain of the installation, for the operator. */
export async function checkAllChains(db: Queries): Promise<(ChainCheck & { chain_id: ChainId })[]> {
  const checks: (ChainCheck & { chain_id: ChainId })[] = []
  for (const chain_id of await listChains(db)) {
    checks.push({ chain_id, ...(await followChain(db, chain_id)) })
  }
  return checks
}

/** Checks up to the end that was read first, so new rows do not matter. Repeats when a sweep moved the start meanwhile. */
async function followChain(db: Queries, chainId: ChainId): Promise<ChainCheck> {
  const check = await followOnce(db, chainId)
  const ends = check.broken_at === null ? undefined : await findChainEnds(db, chainId)
  if (ends && ends.anchor_place > check.begins_after) return followChain(db, chainId)
  const [unproven_receipt = null] = await listUnprovenReceipts(db, chainId, 1)
  return { ...check, unproven_receipt }
}

type Followed = Omit<ChainCheck, 'unproven_receipt'>

async function followOnce(db: Queries, chainId: ChainId): Promise<Followed> {
  const ends = await findChainEnds(db, chainId)
  if (!ends) return { rows: 0, broken_at: null, head: '', begins_after: 0 }
  const begins_after = ends.anchor_place
  const head = ends.hash.toString('hex')
  let [place, hash] = [ends.anchor_place, ends.anchor_hash]
  const resultAt = (broken_at: number | null): Followed => ({
    rows: place - begins_after,
    broken_at,
    head,
    begins_after,
  })
  while (place < ends.place) {
    const links = await listLinks(db, chainId, { after: place, to: ends.place, limit: AT_ONCE })
    if (links.length === 0) return resultAt(place + 1)
    for (const link of links) {
      const expected = createHash('sha256').update(hash).update(link.text).digest()
      const isTrue = link.place === place + 1 && link.is_origin_true && expected.equals(link.hash)
      if (!isTrue) return resultAt(place + 1)
      place = link.place
      hash = link.hash
    }
  }
  return resultAt(hash.equals(ends.hash) ? null : place)
}
