// The progress of each organization's customer refresh.
import { sql } from 'kysely'
import type { CustomerRefresh } from '#domain/store/customer-refresh.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { upsertTasks } from '../tasks/tasks.ts'

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

/** Starts from the beginning. A run in progress is not changed. */
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
  await queueRefresh(tx, organizationId)
}

const queueRefresh = (tx: Tx, organizationId: OrganizationId) =>
  upsertTasks(tx, [
    { kind: 'refresh-customers', key: organizationId, organization_id: organizationId },
  ])

/** False when the run is in none of these states. Its worker notices at the next applicant. */
export async function updateRefreshStatus(
  tx: Tx,
  organizationId: OrganizationId,
  change: { from: readonly CustomerRefresh['status'][]; to: 'running' | 'stopped' },
): Promise<boolean> {
  const changed = await tx
    .updateTable('customer_refreshes')
    .set({ status: change.to, problem: null, updated_at: sql`now()` })
    .where(inOrganization(organizationId))
    .where('status', 'in', change.from)
    .returning('status')
    .executeTakeFirst()
  if (changed && change.to === 'running') await queueRefresh(tx, organizationId)
  return changed !== undefined
}

export type NextToRefresh = { id: string; email: string; begun_at: string }

/** 'over' when the run must stop; 'done' when it is complete. */
export async function findNextToRefresh(
  db: Queries,
  organizationId: OrganizationId,
): Promise<NextToRefresh | 'done' | 'over'> {
  const { rows } = await sql<{ begun_at: string; id: string | null; email: string }>`
    select run.begun_at, next.id, next.email
    from customer_refreshes as run left join lateral (
      select id, email from applicants
      where ${inOrganization(organizationId, 'applicants.organization_id')} and created_at <= run.begun_at
        and (run.after_id is null or id > run.after_id)
      order by id limit 1
    ) as next on true
    where ${inOrganization(organizationId, 'run.organization_id')} and run.status = 'running'`.execute(
    db,
  )
  const [row] = rows
  if (!row) return 'over'
  return row.id === null ? 'done' : { ...row, id: row.id }
}

/**
 * Advances by one applicant. False when the run was stopped or restarted meanwhile: then the result must not be stored.
 */
export async function updateRefreshProgress(
  tx: Tx,
  organizationId: OrganizationId,
  step: { begun_at: string; after_id: string; isCustomer: boolean },
): Promise<boolean> {
  const saved = await tx
    .updateTable('customer_refreshes')
    .set({
      after_id: step.after_id,
      done: sql`done + 1`,
      customers: sql`customers + ${step.isCustomer ? 1 : 0}`,
      updated_at: sql`now()`,
    })
    .where(inOrganization(organizationId))
    .where('begun_at', '=', step.begun_at)
    .where('status', '=', 'running')
    .returning('done')
    .executeTakeFirst()
  return saved !== undefined
}

/** The run has ended, or waits until a person resumes it. */
export async function endRefresh(
  tx: Tx,
  organizationId: OrganizationId,
  end: { status: 'finished' | 'failed'; problem: string | null },
): Promise<boolean> {
  const ended = await tx
    .updateTable('customer_refreshes')
    .set({ ...end, updated_at: sql`now()` })
    .where(inOrganization(organizationId))
    .where('status', '=', 'running')
    .returning('status')
    .executeTakeFirst()
  return ended !== undefined
}
