// Counts of applicants by status, with and without a filter.
import { sql, type SelectQueryBuilder } from 'kysely'
import {
  applicantStatuses,
  type ApplicantCounts,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import type { Schema } from '../schema.ts'
import { type Filter, isMarked, narrowed, marked } from './applicant-filter.ts'
import { listSomeHits, withAllHits } from './applicant-search.ts'

/** Exact counts, with or without a text. */
export async function countApplicants(
  db: Queries,
  organizationId: OrganizationId,
  filter: Filter,
): Promise<ApplicantCounts> {
  if (!filter.q && !isMarked(filter)) return asCounts(await keptCounts(db, organizationId, filter))
  const rows = marked(db.selectFrom('applicants'), organizationId, filter)
  return asCounts(await byStatus(filter.q ? withAllHits(rows, filter.q) : rows))
}

/** Counts as many hits as `findHits` finds. */
export async function countHits(
  db: Queries,
  organizationId: OrganizationId,
  filter: Filter,
): Promise<ApplicantCounts> {
  const { ids, at_least } = await listSomeHits(db, filter.q ?? '')
  const rows = marked(db.selectFrom('applicants'), organizationId, filter)
  const counts = asCounts(await byStatus(rows.where('id', '=', sql<string>`any(${ids}::uuid[])`)))
  return at_least ? { ...counts, at_least } : counts
}

type StatusCount = { status: ApplicantStatus; count: number }

const byStatus = (rows: SelectQueryBuilder<Schema, 'applicants', object>): Promise<StatusCount[]> =>
  rows
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .groupBy('status')
    .execute()

function asCounts(rows: readonly StatusCount[]): ApplicantCounts {
  const found = new Map(rows.map((row) => [row.status, row.count]))
  const counts = { all: 0 } as ApplicantCounts
  for (const status of applicantStatuses) {
    counts[status] = found.get(status) ?? 0
    counts.all += counts[status]
  }
  return counts
}

/**
 * From counts that triggers on applicants maintain, without reading the applicants; exact in every transaction's own
 * view.
 */
function keptCounts(
  db: Queries,
  organizationId: OrganizationId,
  filter: Filter,
): Promise<StatusCount[]> {
  const counts = db
    .selectFrom('applicant_counts')
    .select(['status', sql<number>`sum(difference)::int`.as('count')])
  return narrowed(counts, organizationId, filter).groupBy('status').execute()
}

/** All counts of an organization, without a filter: for `select`. */
export const countOfAll = (organizationId: OrganizationId) => sql<number>`(
  select coalesce(sum(difference), 0)::int from applicant_counts where ${inOrganization(organizationId)}
)`

export async function countAllApplicants(
  db: Queries,
  organizationId: OrganizationId,
): Promise<number> {
  const all = countOfAll(organizationId).as('all')
  return (await db.selectNoFrom(all).executeTakeFirstOrThrow()).all
}

/**
 * Sums up the differences of one kind when there are more than a few. Readers see exact counts meanwhile, also when two
 * processes do it at once: the sum that this statement inserts includes only rows that it deleted.
 */
export async function updateApplicantCounts(db: Queries): Promise<void> {
  await sql`
    with kinds as (
      select organization_id, role_id, is_existing_customer, contacted, status from applicant_counts
      group by 1, 2, 3, 4, 5 having count(*) > ${DIFFERENCES_KEPT}
    ), taken as (
      delete from applicant_counts using kinds
      where (applicant_counts.organization_id, applicant_counts.role_id, applicant_counts.is_existing_customer,
          applicant_counts.contacted, applicant_counts.status)
        = (kinds.organization_id, kinds.role_id, kinds.is_existing_customer, kinds.contacted, kinds.status)
      returning applicant_counts.*
    )
    insert into applicant_counts
    select organization_id, role_id, is_existing_customer, contacted, status, sum(difference) from taken
    group by 1, 2, 3, 4, 5 having sum(difference) <> 0`.execute(db)
}

/** With more rows of one kind than this they are summed up. */
export const DIFFERENCES_KEPT = 8
