// One door to the database for all floors above: plain transactions, and transactions inside one organization.
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  sql,
  type KyselyPlugin,
  type PluginTransformResultArgs,
  type QueryResult,
  type UnknownRow,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { PublishedEvent } from '#domain/live/live-events.ts'
import { isUuid } from '#domain/uuid.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Schema } from './schema.ts'

/** What a query needs: the database itself, or a transaction. */
export type Queries = Kysely<Schema>
declare const inTransaction: unique symbol
/** A connection inside a transaction: what has to be all or nothing asks for this. */
export type Tx = Queries & { readonly [inTransaction]: true }

export type Database = {
  /** Without an organization: public reads, workers, and the finding of grants. Row policies do not bind here. */
  readonly queries: Queries
  readonly pool: Pool
  /** One transaction without an organization. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One transaction in which the database itself shows and takes only this organization's rows. */
  forOrganization<T>(organizationId: OrganizationId, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The same for what only reads: the database refuses every change. Its first question travels with the beginning, its
   * questions may be asked at once (`Promise.all`), and the answer does not wait for the end.
   */
  readForOrganization<T>(
    organizationId: OrganizationId,
    work: (db: Queries) => Promise<T>,
  ): Promise<T>
  /** Says what open screens have to hear, until the returned function is called. */
  listen(listener: CommitListener): () => Promise<void>
  close(): Promise<void>
}

export type CommitListener = {
  /** A transaction of this process has committed these. Called before whoever committed goes on. */
  onCommit: (events: readonly PublishedEvent[]) => void
  /** A process, perhaps this one, has given places up to here. */
  onPlaced: (position: number) => void
}

/** How an engine hears of the places that other processes gave. */
type ListenElsewhere = (onPlaced: (position: number) => void) => () => Promise<void>

/** What a transaction has told so far; it counts when the transaction commits. */
const toldIn = new WeakMap<Queries, PublishedEvent[]>()

export function recordPublished(tx: Tx, events: readonly PublishedEvent[]): void {
  const told = toldIn.get(tx)
  if (told) told.push(...events)
  else toldIn.set(tx, [...events])
}

/** Moments leave this floor as ISO text, which is what goes over the wire; so no floor above converts them. */
const datesAsText: KyselyPlugin = {
  transformQuery: (args) => args.node,
  transformResult(args: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    for (const row of args.result.rows) {
      for (const column in row) {
        const value = row[column]
        if (value instanceof Date) row[column] = value.toISOString()
      }
    }
    return Promise.resolve(args.result)
  },
}

/**
 * Begins, and steps behind the row policies, in one trip: role and setting both end with the transaction. The role matters:
 * the owner of the tables is not bound by policies. Several statements in one trip take no parameters, hence the check.
 */
function beginningOf(
  organizationId: OrganizationId,
  begin: 'begin' | 'begin read only',
): CompiledQuery {
  if (!isUuid(organizationId)) throw new Error('Not the id of an organization')
  return CompiledQuery.raw(
    `${begin}; select set_config('role', 'storehand_tenant', true), set_config('storehand.organization_id', '${organizationId}', true)`,
  )
}

/**
 * Queries on one connection, until they are over: a question that was left behind when another one failed is refused then,
 * because the connection is lent to others.
 */
function queriesOn(client: PoolClient, beginning: string) {
  let over = false
  const began = client.query(beginning)
  let last: Promise<unknown> = began
  const ask = (text: string, values: unknown[]) =>
    over ? Promise.reject(new Error('The transaction is over')) : client.query(text, values)
  const inTurn = (text: string, values: unknown[]) => {
    const answer = last.catch(() => {}).then(() => ask(text, values))
    last = answer
    return answer
  }
  // Where questions cannot travel together they go one after the other.
  const lent = { query: client.pipeline ? ask : inTurn, release() {} }
  const pool = { connect: () => Promise.resolve(lent), end: () => Promise.resolve() }
  return { began, queries: kyselyOn(pool as unknown as Pool), isOver: () => (over = true) }
}

const kyselyOn = (pool: Pool) =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [datesAsText] })

// Minted here only, where a transaction has just begun.
const inside = (connection: Queries) => connection as Tx

export function createDatabase(
  pool: Pool,
  closeEngine: () => Promise<void> = async () => {},
  // An engine of one process has nobody else to hear of.
  listenElsewhere: ListenElsewhere = () => async () => {},
): Database {
  const listeners = new Set<CommitListener>()
  function tell(tx: Queries): void {
    const told = toldIn.get(tx)
    if (told) for (const { onCommit } of listeners) onCommit(told)
  }

  const queries = kyselyOn(pool)
  return {
    queries,
    pool,
    async transaction(work) {
      let ended: Queries | undefined
      const result = await queries.transaction().execute((tx) => {
        ended = tx
        return work(inside(tx))
      })
      if (ended) tell(ended)
      return result
    },
    forOrganization: (organizationId, work) =>
      queries.connection().execute(async (connection) => {
        try {
          await connection.executeQuery(beginningOf(organizationId, 'begin'))
          const result = await work(inside(connection))
          await sql`commit`.execute(connection)
          tell(connection)
          return result
        } catch (error) {
          // A connection that broke has rolled back already, and the first error is the one to tell.
          await sql`rollback`.execute(connection).catch(() => {})
          throw error
        }
      }),
    async readForOrganization(organizationId, work) {
      const { sql: beginning } = beginningOf(organizationId, 'begin read only')
      const client = await pool.connect()
      const { began, queries: reading, isOver } = queriesOn(client, beginning)
      try {
        // Not waited for: what is asked comes behind it, and where it fails so does all that comes behind it.
        const [, result] = await Promise.all([began, work(reading)])
        return result
      } finally {
        isOver()
        // Nor is this: nothing was changed.
        client.query('rollback').then(
          () => client.release(),
          (error: Error) => client.release(error),
        )
      }
    },
    listen(listener) {
      listeners.add(listener)
      const stop = listenElsewhere(listener.onPlaced)
      return async () => {
        listeners.delete(listener)
        await stop()
      }
    },
    async close() {
      await queries.destroy()
      await closeEngine()
    },
  }
}

/** True when `error` is the database's refusal of a second row under the unique index or constraint `name`. */
export function isDuplicate(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === '23505' && 'constraint' in error && error.constraint === name
}

/** Throws when the database does not answer. */
export async function ping(db: Queries): Promise<void> {
  await sql`select 1`.execute(db)
}
