// The bytes of stored CVs: triggers on cv_files insert differences; their sum is the total.
import { sql } from 'kysely'
import type { CvSpace } from '#domain/cvs/cv-space.ts'
import { longestWait, type FullUse, type Use } from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { countOf, readCount, type CountRow } from '../rate-limits.ts'

const spaceOf = (organizationId: OrganizationId) => sql<CvSpace>`
  select coalesce(sum(difference) filter (where organization_id = ${organizationId}), 0)::float8 as organization,
    coalesce(sum(difference), 0)::float8 as "all"
  from cv_space`

/** Not inside an organization's transaction, which sees only its own rows. */
export async function findCvSpace(db: Queries, organizationId: OrganizationId): Promise<CvSpace> {
  const { rows } = await spaceOf(organizationId).execute(db)
  return spaceIn(rows)
}

/** The bytes of all CVs. */
export async function findUsedCvSpace(db: Queries): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(difference), 0)::float8 as bytes from cv_space`.execute(db)
  return rows[0]?.bytes ?? 0
}

/**
 * The same in the statement that counts the uses of an upload; `over`: the full limit with the longest wait, if any.
 */
export async function countUpload(
  db: Queries,
  organizationId: OrganizationId,
  uses: readonly Use[],
): Promise<{ over: FullUse | undefined; space: CvSpace }> {
  const { rows } = await sql<CountRow & CvSpace>`
    select counted.is_counted, counted.waits, space.*
    from ${countOf(uses)} as counted cross join (${spaceOf(organizationId)}) as space`.execute(db)
  const [row] = rows
  const space = spaceIn(rows)
  if (!row || row.is_counted) return { over: undefined, space }
  return { over: longestWait(readCount(uses, row).full), space }
}

function spaceIn([row]: readonly CvSpace[]): CvSpace {
  if (!row) throw new Error('A sum is always one row')
  return { organization: row.organization, all: row.all }
}

const DIFFERENCES_KEPT = 8

/**
 * Sums up the differences, like updateApplicantCounts: the inserted sum includes only rows that this statement deleted.
 */
export async function updateCvSpace(db: Queries): Promise<void> {
  await sql`
    with many as (
      select organization_id from cv_space group by 1 having count(*) > ${DIFFERENCES_KEPT}
    ), taken as (
      delete from cv_space using many where cv_space.organization_id = many.organization_id
      returning cv_space.*
    )
    insert into cv_space
    select organization_id, sum(difference) from taken group by 1 having sum(difference) <> 0`.execute(
    db,
  )
}
