// Copies everything of one database into another, empty one, and looks that it is the same there before it counts.
import { OperatorError } from '#domain/operator-error.ts'
import {
  countRows,
  dumpDatabase,
  loadDatabase,
  transactionOn,
  type DumpedRows,
} from '#data/backups/dump.ts'
import type { Database, Queries } from '#data/database.ts'

/** What following the chains of the audit log answers. */
type CheckedChain = { broken_at: number | null; unproven_receipt: string | null }

export type Moved = { tables: number; rows: number; chains: number }

/**
 * All or nothing: counting the rows on both sides and following the chains in the new place are part of the transaction that fills it. `from`
 * is only read, in one snapshot, and nobody else may write to it meanwhile.
 */
export async function moveDatabase(
  from: Database,
  to: Database,
  checkChains: (db: Queries) => Promise<CheckedChain[]>,
): Promise<Moved> {
  const parts = dumpDatabase(from)
  const { value: head } = await parts.next()
  if (!head || !('tables' in head)) throw new Error('A dump begins with its head')
  async function* rows(): AsyncGenerator<DumpedRows> {
    for await (const part of parts) if ('rows' in part) yield part
  }
  const moved: Moved = { tables: head.tables.length, rows: 0, chains: 0 }
  await loadDatabase(to, head, rows(), async (client) => {
    const before = await countRows(from.pool, head.tables)
    const after = await countRows(client, head.tables)
    for (const [table, count] of before) {
      const there = after.get(table)
      if (there !== count) {
        throw new OperatorError(
          `${table} has ${count} rows in the folder and ${there} on the server`,
        )
      }
      moved.rows += count
    }
    const chains = await checkChains(transactionOn(client))
    const isWhole = chains.every(
      ({ broken_at, unproven_receipt }) => broken_at === null && unproven_receipt === null,
    )
    if (!isWhole) {
      throw new OperatorError(
        'The audit log does not hold: npm run audit:verify of the folder says where',
      )
    }
    moved.chains = chains.length
  })
  return moved
}
