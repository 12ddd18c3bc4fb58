// A streaming replica of the database server, for reads that it may answer: when it can be relied on, and what is done when it cannot.
import { sql, type Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Schema } from './schema.ts'
import { Shares } from './shares.ts'

/** Nobody has changed anything of an organization for so long before a replica answers for it. */
const INACTIVE = '10 seconds'
/** So old may be what the replica has. Shorter, so that also an act that took seconds to commit is there. */
const LATE_MS = 2500
const SAMPLE_MS = 500
/** So long it is left alone after it failed or was late. */
const REST_MS = 1000

/** A place in the log of the primary, and when it was the last one. */
type Place = { lsn: string; at: number }

export class Replica {
  readonly pool: Pool
  readonly shares: Shares
  readonly #onChange: (isAway: boolean) => void
  /** Of the last seconds, oldest first. */
  #places: Place[] = []
  #restsUntil = 0
  #isAway = false

  constructor(pool: Pool, onChange: (isAway: boolean) => void) {
    this.pool = pool
    this.shares = new Shares(pool)
    this.#onChange = onChange
  }

  get isAway(): boolean {
    return this.#isAway
  }

  /**
   * The place that the replica has to have reached to answer for the organization as the primary would. Undefined where the primary has to
   * answer. One question to the primary: so it counts what any process has committed, this one's last act included.
   */
  async placeToReach(
    primary: Kysely<Schema>,
    organizationId: OrganizationId,
  ): Promise<string | undefined> {
    const at = performance.now()
    if (at < this.#restsUntil) return undefined
    const { rows } = await sql<{ lsn: string; is_inactive: boolean }>`
      select pg_current_wal_lsn()::text as lsn, not (
        exists (select from audit_events
          where organization_id = ${organizationId} and created_at > now() - ${sql.lit(INACTIVE)}::interval)
        or coalesce((select created_at > now() - ${sql.lit(INACTIVE)}::interval from live_events
          where organization_id = ${organizationId} order by position desc limit 1), false)
      ) as is_inactive`.execute(primary)
    const [row] = rows
    if (!row) return undefined
    const newest = this.#places.at(-1)
    if (!newest || at - newest.at > SAMPLE_MS) this.#places.push({ lsn: row.lsn, at })
    while (this.#places[0] && at - this.#places[0].at > LATE_MS) this.#places.shift()
    if (!row.is_inactive) return undefined
    // One read tries whether it is back; the others do not wait for that.
    if (this.#isAway) this.#restsUntil = at + REST_MS
    return this.#places[0]?.lsn ?? row.lsn
  }

  /** It has answered. */
  keep(): void {
    this.#restsUntil = 0
    this.#change(false)
  }

  /** It failed or is late: the primary answers for a while. */
  rest(): void {
    this.#restsUntil = performance.now() + REST_MS
    this.#change(true)
  }

  #change(isAway: boolean): void {
    if (isAway === this.#isAway) return
    this.#isAway = isAway
    this.#onChange(isAway)
  }
}
