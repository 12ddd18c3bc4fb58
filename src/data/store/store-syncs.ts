// One line of work per organization with a store: what is still to be written into it, and who writes it now.
import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

/** A job has changed: the pages that show it are written anew. Nothing where the organization has no page. */
export async function insertPagesWanted(
  db: Queries,
  organizationId: OrganizationId,
): Promise<void> {
  await sql`
    insert into store_syncs (organization_id, wanted)
    select ${organizationId}::uuid, 1
    where exists (select from store_pages where ${inOrganization(organizationId)})
    on conflict (organization_id) do update
      set wanted = store_syncs.wanted + 1, attempts = 0, next_attempt_at = now()`.execute(db)
}

/** The number that this run writes up to; undefined while another process is at it. */
export async function leaseStoreSync(
  db: Queries,
  organizationId: OrganizationId,
  seconds: number,
): Promise<number | undefined> {
  await db
    .insertInto('store_syncs')
    .values({ organization_id: organizationId })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
  const leased = await db
    .updateTable('store_syncs')
    .set({ running_until: sql<string>`now() + make_interval(secs => ${seconds})` })
    .where(inOrganization(organizationId))
    .where((eb) =>
      eb.or([eb('running_until', 'is', null), eb('running_until', '<', sql<string>`now()`)]),
    )
    .returning('wanted')
    .executeTakeFirst()
  return leased?.wanted
}

/** A long run says that it still lives. */
export async function updateStoreSyncLease(
  db: Queries,
  organizationId: OrganizationId,
  seconds: number,
): Promise<void> {
  await db
    .updateTable('store_syncs')
    .set({ running_until: sql<string>`now() + make_interval(secs => ${seconds})` })
    .where(inOrganization(organizationId))
    .execute()
}

export async function updateStoreSyncDone(
  db: Queries,
  organizationId: OrganizationId,
  written: number,
): Promise<void> {
  await db
    .updateTable('store_syncs')
    .set({ written, running_until: null, attempts: 0, problem: null })
    .where(inOrganization(organizationId))
    .execute()
}

/** Tried again after so many seconds, where anything is still wanted; at once, where that has come since the run began. */
export async function updateStoreSyncFailed(
  db: Queries,
  organizationId: OrganizationId,
  problem: string,
  retrySeconds: number,
): Promise<void> {
  await db
    .updateTable('store_syncs')
    .set({
      running_until: null,
      problem,
      next_attempt_at: sql<string>`case
        when wanted > written and next_attempt_at <= now() then next_attempt_at
        else now() + make_interval(secs => ${retrySeconds}) end`,
    })
    .where(inOrganization(organizationId))
    .execute()
}

/** Nothing is written any more until something is wanted anew. */
export async function cancelStoreSync(db: Queries, organizationId: OrganizationId): Promise<void> {
  await db
    .updateTable('store_syncs')
    .set({ written: sql<number>`wanted`, problem: null, attempts: 0 })
    .where(inOrganization(organizationId))
    .execute()
}

/** What hindered the last run has gone, and what is still wanted is due now. */
export async function clearSyncProblem(db: Queries, organizationId: OrganizationId): Promise<void> {
  await db
    .updateTable('store_syncs')
    .set({ problem: null, attempts: 0, next_attempt_at: sql`now()` })
    .where(inOrganization(organizationId))
    .execute()
}

export async function releaseStoreSync(db: Queries, organizationId: OrganizationId): Promise<void> {
  await db
    .updateTable('store_syncs')
    .set({ running_until: null })
    .where(inOrganization(organizationId))
    .execute()
}

export async function updateStoreProtection(
  db: Queries,
  organizationId: OrganizationId,
  isProtected: boolean,
): Promise<void> {
  const values = { is_password_protected: isProtected }
  await db
    .insertInto('store_syncs')
    .values({ organization_id: organizationId, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
}

export type StoreSyncState = { problem: string | null; is_password_protected: boolean | null }

export function findStoreSync(
  db: Queries,
  organizationId: OrganizationId,
): Promise<StoreSyncState | undefined> {
  return db
    .selectFrom('store_syncs')
    .select(['problem', 'is_password_protected'])
    .where(inOrganization(organizationId))
    .executeTakeFirst()
}

/** Takes the organization whose pages are due longest; the attempt is counted now. For the worker, which belongs to none. */
export async function updateDueStoreSync(
  db: Queries,
  pauseSeconds: number,
): Promise<{ organization_id: OrganizationId; attempts: number } | undefined> {
  return db
    .updateTable('store_syncs')
    .set({
      attempts: sql`attempts + 1`,
      next_attempt_at: sql<string>`now() + make_interval(secs => ${pauseSeconds})`,
    })
    .where('organization_id', 'in', (eb) =>
      eb
        .selectFrom('store_syncs')
        .select('organization_id')
        .where(sql<boolean>`wanted > written`)
        // The column keeps whole milliseconds: what became due just now may stand in the next one.
        .where('next_attempt_at', '<=', sql<string>`now() + interval '1 millisecond'`)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['organization_id', 'attempts'])
    .executeTakeFirst()
}

/** Seconds until the next is due; undefined when none waits. */
export async function findNextStoreSyncDelay(db: Queries): Promise<number | undefined> {
  const row = await db
    .selectFrom('store_syncs')
    .select(sql<string | null>`extract(epoch from min(next_attempt_at) - now())`.as('seconds'))
    .where(sql<boolean>`wanted > written`)
    .executeTakeFirst()
  return row?.seconds == null ? undefined : Math.max(0, Number(row.seconds))
}

/** Whoever has this waits for nobody else's import, and others wait for theirs. */
export async function findStoreSyncLocked(
  db: Queries,
  organizationId: OrganizationId,
): Promise<void> {
  await db
    .insertInto('store_syncs')
    .values({ organization_id: organizationId })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
  await db
    .selectFrom('store_syncs')
    .select('organization_id')
    .where(inOrganization(organizationId))
    .forUpdate()
    .execute()
}
