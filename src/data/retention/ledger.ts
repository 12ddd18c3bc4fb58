// The ledger of erasures: a row for each erased application, and the audit event that proves it.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import {
  erasureActions,
  type Erasure,
  type ErasureReason,
  type ErasureReceipt,
} from '#domain/retention/erasures.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvents } from '../audit/audit.ts'
import type { Queries, Tx } from '../database.ts'
import { upsertTasks } from '../tasks/tasks.ts'
import { inOrganization } from '../organization-filter.ts'
import { listPage, momentKey, textKey, type Order, type Page, type PageRequest } from '../paging.ts'
import type { ChainId } from '../audit/audit-tables.ts'

/** Why these applications are erased, and by which member. */
export type ErasureCause = {
  reason: ErasureReason
  /** Null when no member did it: the schedule, a store or the applicant. */
  actorId?: string | null
  /** When a restore erases an application again: its first entry in the ledger. */
  again?: { receipt: string; erased_at: string }
}

/** Receipt numbers by the erased application's id. */
export type Receipts = ReadonlyMap<string, string>

/** Fewer than the parameters of one statement allow. */
const AT_ONCE = 1000

/** Writes the ledger and the audit log; to be called last in the transaction that erases. */
export async function insertErasures(
  tx: Tx,
  organizationId: OrganizationId,
  applicationIds: readonly string[],
  { reason, actorId = null, again }: ErasureCause,
): Promise<Receipts> {
  const receipts = new Map<string, string>()
  for (let from = 0; from < applicationIds.length; from += AT_ONCE) {
    const { rows } = await sql<{ receipt: string; application_id: string }>`
      insert into erasures (organization_id, application_id, reason${again ? sql`, receipt, erased_at` : sql``})
      select ${organizationId}::uuid, id, ${reason}${again ? sql`, ${again.receipt}, ${again.erased_at}::timestamptz` : sql``}
      from unnest(${applicationIds.slice(from, from + AT_ONCE)}::uuid[]) as id
      returning receipt, application_id`.execute(tx)
    for (const { application_id, receipt } of rows) receipts.set(application_id, receipt)
    await insertAuditEvents(
      tx,
      organizationId,
      rows.map(({ application_id, receipt }) => ({
        actor_id: actorId,
        action: erasureActions[reason],
        resource_type: 'applicant',
        resource_id: application_id,
        details: { receipt, reason, ...(again && { erased_at: again.erased_at }) },
      })),
    )
  }
  if (receipts.size > 0) {
    // A deleted organization takes its tasks with it.
    const owner = reason === 'organization' ? null : organizationId
    await upsertTasks(tx, [{ kind: 'copy-erasures', key: organizationId, organization_id: owner }])
  }
  return receipts
}

/** Rows that are not in the copy beside the backups yet. */
export function listUncopiedErasures(db: Queries, most: number) {
  return db
    .selectFrom('erasures')
    .select(['receipt', 'organization_id', 'application_id', 'reason', 'erased_at'])
    .where('copied_at', 'is', null)
    .orderBy('erased_at')
    .limit(most)
    .execute()
}

/** Rows of erasures since then that are in the copy already. */
export function listErasuresCopiedSince(db: Queries, since: Date) {
  return db
    .selectFrom('erasures')
    .select(['receipt', 'organization_id', 'application_id', 'reason', 'erased_at'])
    .where('copied_at', 'is not', null)
    .where('erased_at', '>=', since.toISOString())
    .execute()
}

export async function updateErasuresCopied(
  db: Queries,
  receipts: readonly string[],
): Promise<void> {
  if (receipts.length === 0) return
  await db
    .updateTable('erasures')
    .set({ copied_at: sql<string>`now()` })
    .where('receipt', 'in', receipts)
    .execute()
}

/** The rows with these receipt numbers, of whatever organization: who knows a number may read its row. */
export function listErasuresByReceipt(
  db: Queries,
  receipts: readonly string[],
): Promise<ErasureReceipt[]> {
  return db
    .selectFrom('erasures')
    .leftJoin('organizations', 'organizations.id', 'erasures.organization_id')
    .select([
      'erasures.receipt',
      'erasures.reason',
      'erasures.erased_at',
      'organizations.name as organization',
    ])
    .where('erasures.receipt', 'in', receipts)
    .execute()
}

const newestFirst: Order = {
  name: '-erased_at',
  keys: [momentKey('erased_at'), textKey(sql.ref('receipt'))],
  isDown: true,
}

/** One page of an organization's ledger, newest first. */
export const listErasures = (
  db: Queries,
  organizationId: OrganizationId,
  request: PageRequest,
): Promise<Page<Erasure>> =>
  listPage(
    db
      .selectFrom('erasures')
      .select(['receipt', 'application_id', 'reason', 'erased_at'])
      .where(inOrganization(organizationId)),
    newestFirst,
    request,
  )

/**
 * Receipt numbers on which the ledger and a chain of the audit log do not agree: a row without its event, an event without its row,
 * or another application, reason or time. Rows in the last month of their seven years are not compared.
 */
export async function listUnprovenReceipts(
  db: Queries,
  chainId: ChainId,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ receipt: string }>`
    with proofs as (
      select details ->> 'receipt' as receipt, resource_id, details ->> 'reason' as reason,
        -- A restored row keeps the time at which it was erased first.
        coalesce((details ->> 'erased_at')::timestamptz, created_at) as erased_at
      from audit_events
      where chain_id = ${chainId} and resource_type = 'applicant' and details ? 'receipt'
        and action not like 'client.%'
    ), entries as (
      select receipt, application_id::text as resource_id, reason, erased_at
      from erasures where organization_id = ${chainId}
    )
    select distinct coalesce(proofs.receipt, entries.receipt) as receipt
    from proofs full join entries using (receipt, resource_id, reason, erased_at)
    where (proofs.receipt is null or entries.receipt is null)
      and erased_at > now() - interval '6 years 11 months'
    order by 1
    limit ${most}`.execute(db)
  return rows.map(({ receipt }) => receipt)
}

/** Deletes rows from before `before`, which must be seven years ago. */
export async function deleteOldErasures(db: Queries, before: Cutoff): Promise<void> {
  await db.deleteFrom('erasures').where('erased_at', '<', before.toISOString()).execute()
}

/** Of the whole installation, for its metrics. */
export async function countErasures(db: Queries): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    select reason, count(*)::int as count from erasures group by reason`.execute(db)
  return rows
}
