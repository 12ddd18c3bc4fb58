// A streaming replica of the database server for some reads: when its answer is current enough, and the fallback when
// it is not.
import { sql, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Schema } from './schema.ts'
import { Shares } from './shares.ts'

/** Quiet time before a replica may answer. */
const INACTIVE = '10 seconds'
/**
 * How old the replica's data may be. Shorter than the quiet time, so that a change that took seconds to commit is
 * included.
 */
const LATE_MS = 2500
const SAMPLE_MS = 500
/** Pause after a failure or a late answer. */
const REST_MS = 1000

/** A position in the write-ahead log of the primary, and when it was last the newest. */
type Place = { lsn: string; at: number }

/**
 * Positions in the log mean something only in one cluster, and its databases share them: a copy of the installation
 * would pass for a replica.
 */
const identity = `current_database() || ' ' || (select system_identifier from pg_control_system())`

/** `reason` is the error of a replica that failed; none of one that was late. */
export type ReplicaListener = (isAway: boolean, reason?: unknown) => void

export class Replica {
  readonly pool: Pool
  readonly shares: Shares
  readonly #onChange: ReplicaListener
  /** Of the last seconds, oldest first. */
  #places: Place[] = []
  #restsUntil = 0
  #isAway = false

  constructor(pool: Pool, onChange: ReplicaListener) {
    this.pool = pool
    this.shares = new Shares(pool)
    this.#onChange = onChange
  }

  get isAway(): boolean {
    return this.#isAway
  }

  /**
   * The condition, in SQL, under which the replica gives the same answer as the primary: it is the primary's, and has
   * replayed its log up to a position. Undefined when the primary must answer. Asks the primary, so that commits of every process count, including this one's last.
   */
  async conditionFor(
    primary: Kysely<Schema>,
    organizationId: OrganizationId,
  ): Promise<string | undefined> {
    const at = performance.now()
    if (at < this.#restsUntil) return undefined
    const { rows } = await sql<{ lsn: string; identity: string; is_inactive: boolean }>`
      select pg_current_wal_lsn()::text as lsn, quote_literal(${sql.raw(identity)}) as identity, not (
        exists (select from audit_events
          where organization_id = ${organizationId} and created_at > now() - ${sql.lit(INACTIVE)}::interval)
        or coalesce((select created_at > now() - ${sql.lit(INACTIVE)}::interval from live_events
          where organization_id = ${organizationId} order by position desc limit 1), false)
      ) as is_inactive`
      .execute(primary)
      .catch((error: unknown) => {
        // Some hosters do not show a cluster's number: then the primary answers all.
        this.rest(error)
        return { rows: [] }
      })
    const [row] = rows
    if (!row) return undefined
    const newest = this.#places.at(-1)
    if (!newest || at - newest.at > SAMPLE_MS) this.#places.push({ lsn: row.lsn, at })
    while (this.#places[0] && at - this.#places[0].at > LATE_MS) this.#places.shift()
    if (!row.is_inactive) return undefined
    // One read checks whether the replica is back; the others do not wait for that.
    if (this.#isAway) this.#restsUntil = at + REST_MS
    // Both were written by the primary, so they are safe to insert into a query.
    const place = this.#places[0]?.lsn ?? row.lsn
    return `${identity} = ${row.identity} and pg_last_wal_replay_lsn() >= '${place}'`
  }

  /** After an answer. */
  keep(): void {
    this.#restsUntil = 0
    this.#change(false)
  }

  /** After a failure or a late answer: the primary answers for a while. */
  rest(reason?: unknown): void {
    this.#restsUntil = performance.now() + REST_MS
    this.#change(true, reason)
  }

  #change(isAway: boolean, reason?: unknown): void {
    if (isAway === this.#isAway) return
    this.#isAway = isAway
    this.#onChange(isAway, reason)
  }
}
