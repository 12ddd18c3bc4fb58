// Where the customer refresh of each organization stands, and who works on it.
import { sql } from 'kysely'
import type { CustomerRefresh } from '#domain/store/customer-refresh.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

const shown = ['status', 'total', 'done', 'customers', 'problem', 'updated_at'] as const

export function findCustomerRefresh(
  db: Queries,
  organizationId: OrganizationId,
): Promise<CustomerRefresh | undefined> {
  return db
    .selectFrom('customer_refreshes')
    .select(shown)
    .where(inOrganization(organizationId))
    .executeTakeFirst()
}

export async function countAllApplicants(
  db: Queries,
  organizationId: OrganizationId,
): Promise<number> {
  const row = await db
    .selectFrom('applicants')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inOrganization(organizationId))
    .executeTakeFirstOrThrow()
  return row.count
}

/** From the beginning. A run that is under way stays as it is. */
export async function upsertCustomerRefresh(
  tx: Tx,
  organizationId: OrganizationId,
  values: { total: number; begun_by: string },
): Promise<void> {
  const now = sql<string>`now()`
  const row = {
    ...values,
    status: 'running' as const,
    done: 0,
    customers: 0,
    problem: null,
    after_id: null,
    claim: null,
    claimed_until: null,
    begun_at: now,
    updated_at: now,
  }
  await tx
    .insertInto('customer_refreshes')
    .values({ organization_id: organizationId, ...row })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet(row)
        .where('customer_refreshes.status', '!=', 'running'),
    )
    .execute()
}

/** False where the run is in none of these states. Whoever works on it notices at the next applicant. */
export async function updateRefreshStatus(
  db: Queries,
  organizationId: OrganizationId,
  change: { from: readonly CustomerRefresh['status'][]; to: 'running' | 'stopped' },
): Promise<boolean> {
  const changed = await db
    .updateTable('customer_refreshes')
    .set({
      status: change.to,
      problem: null,
      claim: null,
      claimed_until: null,
      updated_at: sql`now()`,
    })
    .where(inOrganization(organizationId))
    .where('status', 'in', change.from)
    .returning('status')
    .executeTakeFirst()
  return changed !== undefined
}

export type LeasedRefresh = { organization_id: OrganizationId; claim: string }

/** Takes the runs that nobody works on, of all organizations; a worker that died is believed to live until its time is over. */
export async function claimRefreshes(
  db: Queries,
  now: Date,
  until: Date,
): Promise<LeasedRefresh[]> {
  const rows = await db
    .updateTable('customer_refreshes')
    .set({ claim: sql`gen_random_uuid()`, claimed_until: until })
    .where('status', '=', 'running')
    .where((eb) =>
      eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', now.toISOString())]),
    )
    .returning(['organization_id', 'claim'])
    .execute()
  return rows.flatMap(({ organization_id, claim }) => (claim ? [{ organization_id, claim }] : []))
}

export async function countRunningRefreshes(db: Queries): Promise<number> {
  const row = await db
    .selectFrom('customer_refreshes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  return row.count
}

/** The next applicant of a claimed run; undefined when all are done. Throws nothing when the run was taken away: see the save. */
export function findNextToRefresh(
  db: Queries,
  organizationId: OrganizationId,
): Promise<{ id: string; email: string } | undefined> {
  return db
    .selectFrom('applicants')
    .innerJoin('customer_refreshes as run', 'run.organization_id', 'applicants.organization_id')
    .select(['applicants.id', 'applicants.email'])
    .where(inOrganization(organizationId, 'applicants.organization_id'))
    .whereRef('applicants.created_at', '<=', 'run.begun_at')
    .where((eb) =>
      eb.or([
        eb('run.after_id', 'is', null),
        eb('applicants.id', '>', eb.ref('run.after_id').$castTo<string>()),
      ]),
    )
    .orderBy('applicants.id')
    .limit(1)
    .executeTakeFirst()
}

/** One applicant further. False when the run was stopped or taken over meanwhile: then nothing of it may be kept. */
export async function updateRefreshProgress(
  tx: Tx,
  { organization_id: organizationId, claim }: LeasedRefresh,
  step: { after_id: string; isCustomer: boolean; until: Date },
): Promise<boolean> {
  const saved = await tx
    .updateTable('customer_refreshes')
    .set({
      after_id: step.after_id,
      done: sql`done + 1`,
      customers: sql`customers + ${step.isCustomer ? 1 : 0}`,
      claimed_until: step.until,
      updated_at: sql`now()`,
    })
    .where(inOrganization(organizationId))
    .where('claim', '=', claim)
    .where('status', '=', 'running')
    .returning('done')
    .executeTakeFirst()
  return saved !== undefined
}

/** The run is over, or waits for somebody to go on with it. */
export async function endRefresh(
  tx: Tx,
  { organization_id: organizationId, claim }: LeasedRefresh,
  end: { status: 'finished' | 'failed'; problem: string | null },
): Promise<boolean> {
  const ended = await tx
    .updateTable('customer_refreshes')
    .set({ ...end, claim: null, claimed_until: null, updated_at: sql`now()` })
    .where(inOrganization(organizationId))
    .where('claim', '=', claim)
    .where('status', '=', 'running')
    .returning('status')
    .executeTakeFirst()
  return ended !== undefined
}

/** Gives a claim back: this process ends, and the next one goes on at once. */
export async function releaseRefresh(
  db: Queries,
  { organization_id: organizationId, claim }: LeasedRefresh,
): Promise<void> {
  await db
    .updateTable('customer_refreshes')
    .set({ claim: null, claimed_until: null })
    .where(inOrganization(organizationId))
    .where('claim', '=', claim)
    .execute()
}
