// The database for all layers above.
import { sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { createCommits, type CommitListening, type ListenElsewhere } from './commits.ts'
import { askPlainly, type Ask } from './prepared-statements.ts'
import type { Replica } from './replica.ts'
import { Shares, type Sharer } from './shares.ts'
import {
  createOrganizationReads,
  createTransactions,
  kyselyOn,
  type OrganizationReads,
  type Queries,
  type Transactions,
} from './transactions.ts'

export type { Queries, Tx, WholeTx } from './transactions.ts'

export type Database = Transactions &
  OrganizationReads &
  CommitListening & {
    /** Without an organization: public reads, workers, and looking up grants. Row policies do not apply here. */
    readonly queries: Queries
    readonly pool: Pool
    /** False when nobody else updates the planner's statistics and removes dead rows (vacuum.ts). */
    readonly hasAutovacuum: boolean
    /**
     * The queries of `work` wait their turn among the requests of the same sharer, so that none of them holds all
     * connections. Without a name, those of an organization's transactions count as its visitors'.
     */
    sharing<T>(work: () => Promise<T>): Promise<T>
    /** Sets the sharer of the current request inside `sharing`. */
    nameSharer(sharer: Sharer): void
    close(): Promise<void>
  }

/** A connection with the methods that Kysely's driver uses. */
const asDriver = (client: PoolClient, send: Ask) => ({
  query: (text: string, values: unknown[]) => send(client, text, values),
  release: (error?: Error | boolean) => client.release(error),
})

export function createDatabase(
  pool: Pool,
  closeEngine: () => Promise<void> = async () => {},
  // An engine of one process has no other processes to listen to.
  listenElsewhere: ListenElsewhere = () => async () => {},
  send: Ask = askPlainly,
  replica?: Replica,
): Database {
  const commits = createCommits(listenElsewhere)
  const shares = new Shares(pool)
  // The dialect needs no more of a pool.
  const queries = kyselyOn({
    connect: async () => asDriver(await shares.connect(), send),
    end: () => pool.end(),
  } as unknown as Pool)
  return {
    queries,
    pool,
    hasAutovacuum: true,
    sharing: (work) => shares.during(() => (replica ? replica.shares.during(work) : work())),
    nameSharer(sharer) {
      shares.name(sharer)
      replica?.shares.name(sharer)
    },
    ...createTransactions({ queries, shares, send, onCommit: (tx) => commits.dispatch(tx) }),
    ...createOrganizationReads({ queries, shares, send }, replica),
    listen: (listener) => commits.listen(listener),
    listenForTasks: (listener) => commits.listenForTasks(listener),
    async close() {
      await queries.destroy()
      await replica?.pool.end()
      await closeEngine()
    },
  }
}

/** True inside a transaction of this organization: the setting ends with the transaction that made it. */
export const hasBegun = (organizationId: OrganizationId) =>
  sql<boolean>`current_setting('storehand.organization_id', true) = ${organizationId}`

/** True when `error` is the database's refusal of a second row under the unique index or constraint `name`. */
export function isDuplicate(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === '23505' && 'constraint' in error && error.constraint === name
}

/** Throws when the database does not answer. */
export async function ping(db: Queries): Promise<void> {
  await sql`select 1`.execute(db)
}
