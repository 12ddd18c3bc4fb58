// Prepares statements that are sent often.
import { createHash } from 'node:crypto'
import type { PoolClient, QueryResult } from 'pg'

/** Sends a statement on a connection. */
export type Ask = (
  client: PoolClient,
  text: string,
  values: unknown[] | undefined,
) => Promise<QueryResult>

export const askPlainly: Ask = (client, text, values) => client.query(text, values)

/** A connection stores the plan of each, some ten kilobytes. The product often uses about a hundred and fifty. */
const MOST_NAMED = 250
/** Statements that are counted until they get a name: a few have a different text at each call. */
const MOST_COUNTED = 2000
const USES_BEFORE = 5
/**
 * A pooler between us and the server gives each transaction another connection, which does not know the name or has it
 * already.
 */
const LOST = new Set(['26000', '42P05'])

/**
 * Statements that are sent often get a name: the server parses and plans them once for each connection, which costs
 * more than executing most of ours. Write what decides about the plan, such as a list's limit, into the statement.
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
    // The same in every process, so that a pooler that supports prepared statements stores one for all of them.
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
    return name
  }

  return (client, text, values) => {
    // The beginning and end of a transaction have no parameters, and may be several statements.
    const name = isOff || !values || values.length === 0 ? undefined : nameOf(text)
    if (name === undefined) return client.query(text, values)
    return client.query({ name, text, values }).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && LOST.has(String(error.code))) isOff = true
      throw error
    })
  }
}
