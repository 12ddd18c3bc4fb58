import { createHash } from 'node:crypto'
import type { PoolClient, QueryResult } from 'pg'

/** Sends a statement on a connection. */
export type Ask = (
  client: PoolClient,
  text: string,
  values: unknown[] | undefined,
) => Promise<QueryResult>

export const askPlainly: Ask = (client, text, values) => client.query(text, values)

/** A connection keeps the plan of each, some ten kilobytes. The product asks about a hundred and fifty often. */
const MOST_NAMED = 250
/** Texts that are counted until they have a name: a few are different at each call. */
const MOST_COUNTED = 2000
const USES_BEFORE = 5
/** Somebody between us and the server gives each transaction another connection, which does not know the name or has it already. */
const LOST = new Set(['26000', '42P05'])

/**
 * Statements that are asked often get a name: then the server reads and plans them once for each connection, and not at each call,
 * which costs more than answering most of ours (docs/decisions/0121-prepared-statements.md).
 */
export function askByName(): Ask {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  let isOff = false

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST_NAMED) return known
    const used = (uses.get(text) ?? 0) + 1
    if (used < USES_BEFORE) {
      if (uses.size >= MOST_COUNTED) uses.clear()
      uses.set(text, used)
      return undefined
    }
    uses.delete(text)
    // The same in every process, so that a pooler that understands names keeps one statement for all of them.
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
    return name
  }

  return (client, text, values) => {
    // What begins and ends a transaction has no values, and may be several statements.
    const name = isOff || !values || values.length === 0 ? undefined : nameOf(text)
    if (name === undefined) return client.query(text, values)
    return client.query({ name, text, values }).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && LOST.has(String(error.code))) isOff = true
      throw error
    })
  }
}
