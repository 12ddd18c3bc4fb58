// A Postgres server as the engine: for several processes, or heavier use.
import { OperatorError } from '#domain/operator-error.ts'
import pg from 'pg'
import { createDatabase, type Database } from './database.ts'
import { askByName, askPlainly } from './prepared-statements.ts'
import { Replica, type ReplicaListener } from './replica.ts'
import { CHANNEL } from './live/live-events.ts'

export type PostgresOptions = {
  connections?: number
  /** For a long-running program. */
  prepares?: boolean
  /**
   * A URL of the same database that bypasses a pooler, when `url` names one that gives each transaction another
   * connection.
   */
  listenUrl?: string | undefined
  /** A streaming replica of the same server. */
  readUrl?: string | undefined
  /** Called when reads go to the primary because the replica is unreachable or late, and when it answers again. */
  onReplica?: ReplicaListener
}

const openPool = (url: string, settings: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    keepAlive: true,
    // Concurrent queries are sent together.
    pipeline: true,
    ...settings,
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // The pool does not listen to a connection in use: a server that stops would end the process during every query.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Refuses servers older than version 15, whose foreign keys cannot clear a single column. */
export async function openPostgres(
  url: string,
  { connections = 10, prepares = false, listenUrl = url, readUrl, onReplica }: PostgresOptions = {},
): Promise<Database> {
  const pool = openPrimary(url, connections)
  const { rows } = await pool
    .query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
    .catch(async (error: unknown) => {
      await pool.end()
      throw error
    })
  const version = rows[0]?.version ?? 0
  if (version < 150_000) {
    await pool.end()
    throw new OperatorError(
      `PostgreSQL 15 or later is needed, and the server of DATABASE_URL has ${version}. Update it.`,
    )
  }
  const replica =
    readUrl === undefined ? undefined : new Replica(replicaPool(readUrl), onReplica ?? (() => {}))
  return databaseOn(pool, listenUrl, prepares, replica)
}

export const openPrimary = (url: string, connections: number): pg.Pool =>
  openPool(url, {
    max: connections,
    connectionTimeoutMillis: 5000,
    application_name: 'storehand',
  })

/** Closing it ends the pool. `listenUrl` and `prepares` as in the options above. */
export const databaseOn = (
  pool: pg.Pool,
  listenUrl: string,
  prepares: boolean,
  replica?: Replica,
): Database =>
  createDatabase(
    pool,
    async () => {},
    (onPlaced) => listenOn(listenUrl, onPlaced),
    prepares ? askByName() : askPlainly,
    replica,
  )

/** Short, because the primary still has to answer when this one does not. */
const replicaPool = (url: string) =>
  openPool(url, {
    max: 10,
    connectionTimeoutMillis: 1000,
    query_timeout: 5000,
    application_name: 'storehand reads',
  })

const RECONNECT_MS = 1000

/** Uses its own connection while it listens: one of the pool would be given to others. */
function listenOn(url: string, onPlaced: (position: number) => void): () => Promise<void> {
  let isStopped = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  function connect(): void {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      application_name: 'storehand live',
    })
    client = next
    const lose = () => {
      if (isStopped || client !== next) return
      client = undefined
      next.end().catch(() => {})
      retry = setTimeout(connect, RECONNECT_MS).unref()
    }
    next.on('error', lose)
    next.on('end', lose)
    next.on('notification', ({ payload }) => onPlaced(Number(payload)))
    next
      .connect()
      .then(() => next.query(`listen ${CHANNEL}`))
      // Notifications before this moment were lost.
      .then(() => onPlaced(Number.POSITIVE_INFINITY))
      .catch(lose)
  }
  connect()
  return async () => {
    isStopped = true
    clearTimeout(retry)
    await client?.end().catch(() => {})
  }
}
