// Transactions: plain ones, and those inside one organization, in which the row policies show only its rows.
import { setTimeout as wait } from 'node:timers/promises'
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
import type { Pool, PoolClient, QueryResult as DriverResult } from 'pg'
import { AppError } from '#domain/errors.ts'
import { isUuid } from '#domain/uuid.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Ask } from './prepared-statements.ts'
import type { Replica } from './replica.ts'
import type { Schema } from './schema.ts'
import type { Shares } from './shares.ts'

/** For functions that query: the database itself, or a transaction. */
export type Queries = Kysely<Schema>
declare const inTransaction: unique symbol
/** For functions that need a transaction, because their changes must be atomic. */
export type Tx = Queries & { readonly [inTransaction]: true }
declare const includesRestricted: unique symbol
/** A transaction that also sees restricted applicants: for erasures, and for requests of the applicants themselves. */
export type WholeTx = Tx & { readonly [includesRestricted]: true }

export type Transactions = {
  /** One transaction without an organization. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * A transaction of one statement, which is atomic by itself, so `begin` and `commit` are not sent. A second statement
   * is refused.
   */
  inOneStatement<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * One transaction in which row policies allow reading and writing only this organization's rows. `work` may run again
   * after a deadlock, so it must change nothing outside of the transaction; the same for the next two.
   */
  forOrganization<T>(organizationId: OrganizationId, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The same, with `begin` sent together with the first statement. If `begin` fails, that statement runs on its own, so
   * each statement that may be the first to write must check that it `hasBegun`.
   */
  forOrganizationAtOnce<T>(organizationId: OrganizationId, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * The same including applicants whose data is restricted, which the row policies hide from every other transaction:
   * for retention, for erasures, and for requests of the applicants themselves
   * (docs/decisions/0096-rights-of-applicants.md).
   */
  includingRestricted<T>(
    organizationId: OrganizationId,
    work: (tx: WholeTx) => Promise<T>,
  ): Promise<T>
}

/** Moments leave this layer as ISO text, which is also their format in JSON, so that no layer above converts them. */
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

/** Refuses a second statement, which would be a separate transaction. */
function oneStatement(): KyselyPlugin {
  let isAsked = false
  return {
    transformQuery({ node }) {
      if (isAsked) throw new Error('Two statements need a transaction')
      isAsked = true
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}

/**
 * Begins a transaction and sets role and organization for the row policies, in one round trip; both end with the
 * transaction. The role matters: policies do not apply to the owner of the tables. Several statements in one query take
 * no parameters, hence the check.
 */
function beginningOf(
  organizationId: OrganizationId,
  begin: 'begin' | 'begin read only',
  restricted: 'hidden' | 'included' = 'hidden',
): CompiledQuery {
  if (!isUuid(organizationId)) throw new Error('Not the id of an organization')
  const included =
    restricted === 'included' ? `, set_config('storehand.includes_restricted', 'on', true)` : ''
  return CompiledQuery.raw(
    `${begin}; select set_config('role', 'storehand_tenant', true), set_config('storehand.organization_id', '${organizationId}', true)${included}`,
  )
}

/**
 * Queries on one connection until the transaction ends. A query that comes later, because another one failed first, is
 * refused: by then the pool may have given the connection to others.
 */
function queriesOn(client: PoolClient, send: Ask, beginning: string) {
  let over = false
  // For several statements the driver returns an array.
  const began = client.query(beginning) as unknown as Promise<DriverResult[]>
  const ask = (text: string, values: unknown[]) =>
    over ? Promise.reject(new Error('The transaction is over')) : send(client, text, values)
  const lent = { query: ask, release() {} }
  const pool = { connect: () => Promise.resolve(lent), end: () => Promise.resolve() }
  return { began, queries: kyselyOn(pool as unknown as Pool), isOver: () => (over = true) }
}

const ATTEMPTS = 3
const MAX_PAUSE_MS = 100

/**
 * Repeats a transaction that the database ended to resolve a deadlock. That is safe: all of it was rolled back, and the
 * events and tasks of an attempt are known under its connection, so that those of a failed one are never dispatched.
 */
async function repeatAfterDeadlock<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01'
      if (!isDeadlock || tries === ATTEMPTS) throw error
      // At random, so that the same two do not meet again.
      await wait(Math.random() * MAX_PAUSE_MS)
    }
  }
}

/** Gives moments as text. */
export const kyselyOn = (pool: Pool) =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), plugins: [datesAsText] })

// This type is created only here, where a transaction has just begun.
const inside = (connection: Queries) => connection as Tx
const insideWhole = (connection: Queries) => connection as WholeTx

/** The connections of one engine. `onCommit` is called with each transaction that has committed. */
type Connections = {
  queries: Queries
  shares: Shares
  send: Ask
  onCommit: (tx: Queries) => void
}

export function createTransactions({
  queries,
  shares,
  send,
  onCommit: dispatch,
}: Connections): Transactions {
  const inOrganizationOf = <T>(
    organizationId: OrganizationId,
    beginning: CompiledQuery,
    work: (connection: Queries) => Promise<T>,
  ): Promise<T> => {
    shares.name({ who: 'visitors', id: organizationId })
    return repeatAfterDeadlock(() =>
      queries.connection().execute(async (connection) => {
        let result
        try {
          await connection.executeQuery(beginning)
          result = await work(connection)
          await sql`commit`.execute(connection)
        } catch (error) {
          // A broken connection has rolled back already, and the first error is the one to report.
          await sql`rollback`.execute(connection).catch(() => {})
          throw error
        }
        dispatch(connection)
        return result
      }),
    )
  }
  return {
    async transaction(work) {
      let ended: Queries | undefined
      const result = await queries.transaction().execute((tx) => {
        ended = tx
        return work(inside(tx))
      })
      if (ended) dispatch(ended)
      return result
    },
    inOneStatement: (work) =>
      queries.connection().execute(async (connection) => {
        const once = connection.withPlugin(oneStatement())
        const result = await work(inside(once))
        dispatch(once)
        return result
      }),
    forOrganization: (organizationId, work) =>
      inOrganizationOf(organizationId, beginningOf(organizationId, 'begin'), (connection) =>
        work(inside(connection)),
      ),
    forOrganizationAtOnce(organizationId, work) {
      const { sql: beginning } = beginningOf(organizationId, 'begin')
      shares.name({ who: 'visitors', id: organizationId })
      return repeatAfterDeadlock(async () => {
        const client = await shares.connect()
        const { began, queries: writing, isOver } = queriesOn(client, send, beginning)
        let result
        try {
          ;[, result] = await Promise.all([began, work(inside(writing))])
          isOver()
          await client.query('commit')
        } catch (error) {
          isOver()
          // A broken connection has rolled back already, and the first error is the one to report.
          const broken = await client.query('rollback').then(
            () => undefined,
            (failure: Error) => failure,
          )
          client.release(broken)
          throw error
        }
        client.release()
        dispatch(writing)
        return result
      })
    },
    includingRestricted: (organizationId, work) =>
      inOrganizationOf(
        organizationId,
        beginningOf(organizationId, 'begin', 'included'),
        (connection) => work(insideWhole(connection)),
      ),
  }
}

export type OrganizationReads = {
  /**
   * A transaction in which row policies allow reading only this organization's rows: the database refuses every change. The first query is sent together with
   * `begin`, queries may run at once (`Promise.all`), and the result does not wait for the end of the transaction.
   * `from: 'any'`: a replica may answer, if there is one and the organization is quiet. When the replica fails, `work`
   * is repeated on the primary.
   */
  readForOrganization<T>(
    organizationId: OrganizationId,
    work: (db: Queries) => Promise<T>,
    options?: { from?: 'primary' | 'any' },
  ): Promise<T>
  /** Whether reads that a replica could answer go to the primary. Undefined without a replica. */
  isReplicaAway(): boolean | undefined
}

export function createOrganizationReads(
  { queries, shares, send }: { queries: Queries; shares: Shares; send: Ask },
  replica: Replica | undefined,
): OrganizationReads {
  async function readOn<T>(
    lender: Shares,
    beginning: string,
    work: (db: Queries) => Promise<T>,
  ): Promise<[began: DriverResult<Record<string, unknown>>[], result: T]> {
    const client = await lender.connect()
    const { began, queries: reading, isOver } = queriesOn(client, send, beginning)
    try {
      // Not awaited first: the queries follow on the same connection, and fail if it fails.
      return await Promise.all([began, work(reading)])
    } finally {
      isOver()
      // Not awaited either: there is nothing to commit.
      client.query('rollback').then(
        () => client.release(),
        (error: Error) => client.release(error),
      )
    }
  }
  return {
    async readForOrganization(organizationId, work, { from = 'primary' } = {}) {
      const sharer = { who: 'visitors', id: organizationId } as const
      shares.name(sharer)
      replica?.shares.name(sharer)
      const { sql: beginning } = beginningOf(organizationId, 'begin read only')
      const condition =
        from === 'any' ? await replica?.conditionFor(queries, organizationId) : undefined
      if (replica && condition !== undefined) {
        let failure: unknown
        try {
          const isCurrent = `, ${condition} as is_current`
          const [began, result] = await readOn(replica.shares, beginning + isCurrent, work)
          if (began.at(-1)?.rows[0]?.['is_current'] === true) {
            replica.keep()
            return result
          }
        } catch (error) {
          // An error of a use case is repeated on the primary: a late replica may lack rows.
          if (error instanceof AppError) return (await readOn(shares, beginning, work))[1]
          failure = error
        }
        replica.rest(failure)
      }
      return (await readOn(shares, beginning, work))[1]
    },
    isReplicaAway: () => replica?.isAway,
  }
}
