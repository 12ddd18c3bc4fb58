// Live events: inserted in the transaction of a use case, given a position after its commit, and read by position.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import type { EventName, PositionedEvent } from '#domain/live/live-events.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { recordPublished } from '../commits.ts'
import type { Database, Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** Any constant, as long as nothing else in the database uses the same advisory lock. */
const LOCK = 7_305_188
/** The channel on which processes announce how far positions are assigned. */
export const CHANNEL = 'storehand_live'

/**
 * Publishes an event for each subject, in that order, if the transaction commits. One statement, however many there
 * are.
 */
export async function insertLiveEvents(
  tx: Tx,
  organizationId: OrganizationId,
  name: EventName,
  subjectIds: readonly string[],
): Promise<void> {
  if (subjectIds.length === 0) return
  const { rows } = await sql<{ id: string; subject_id: string }>`
    insert into live_events (organization_id, name, subject_id)
    select ${organizationId}::uuid, ${name}, subject_id
    from unnest(${subjectIds}::uuid[]) with ordinality as told (subject_id, nth)
    order by nth
    returning id, subject_id`.execute(tx)
  recordPublished(
    tx,
    rows.map(({ id, subject_id }) => ({
      id: Number(id),
      organization_id: organizationId,
      name,
      subject_id,
    })),
  )
}

/**
 * Assigns a position to every committed event that has none, and notifies the other processes. Ids are assigned before
 * the commit, so a higher one may become visible first; positions are assigned by one process at a time, under a lock
 * that lasts until they are visible. A reader of all events up to a position therefore never has to look below it
 * again. In one round trip, and each statement sees what was committed before it began: the second begins after the
 * lock is taken.
 */
export async function updateLivePositions(db: Database): Promise<void> {
  await db.pool.query(`
    select pg_advisory_xact_lock(${LOCK});
    with placed as materialized (
      select id, nextval('live_positions') as position
      from (select id from live_events where position is null order by id) as unplaced
    ), updated as (
      update live_events set position = placed.position
      from placed where placed.id = live_events.id
      returning live_events.position
    )
    select pg_notify('${CHANNEL}', max(position)::text) from updated having count(*) > 0`)
}

const columns = ['id', 'organization_id', 'name', 'subject_id', 'position'] as const
type Row = {
  id: string
  organization_id: OrganizationId
  name: EventName
  subject_id: string
  position: string | null
}
const placed = (row: Row): PositionedEvent => ({
  ...row,
  id: Number(row.id),
  position: Number(row.position),
})

/** Of all organizations, in the order of their positions. */
export async function listLiveEvents(
  db: Queries,
  after: number,
  limit: number,
): Promise<PositionedEvent[]> {
  const rows = await db
    .selectFrom('live_events')
    .select(columns)
    .where('position', '>', String(after))
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(placed)
}

export async function listOrganizationEvents(
  db: Queries,
  organizationId: OrganizationId,
  after: number,
  limit: number,
): Promise<PositionedEvent[]> {
  const rows = await db
    .selectFrom('live_events')
    .select(columns)
    .where(inOrganization(organizationId))
    .where('position', '>', String(after))
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(placed)
}

/** The positions that are still stored; `oldest` is undefined when there are none. */
export async function findLiveWindow(
  db: Queries,
): Promise<{ oldest: number | undefined; newest: number }> {
  const { rows } = await sql<{ oldest: string | null; newest: string | null }>`
    select min(position) as oldest, max(position) as newest from live_events`.execute(db)
  const [{ oldest, newest } = { oldest: null, newest: null }] = rows
  return { oldest: oldest === null ? undefined : Number(oldest), newest: Number(newest ?? 0) }
}

/** Deletes older events, except the newest of them: its position marks the start of the stored range. */
export async function deleteLiveEventsBefore(db: Queries, moment: Cutoff): Promise<number> {
  const result = await db
    .deleteFrom('live_events')
    .where('position', '<', (eb) =>
      eb
        .selectFrom('live_events')
        .select(({ fn }) => fn.max('position').as('newest'))
        .where('created_at', '<', moment.toISOString()),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
