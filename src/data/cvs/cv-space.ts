// How many bytes of CVs lie here: kept by triggers on cv_files as differences, whose sum counts.
import { sql } from 'kysely'
import type { CvSpace } from '#domain/cvs/cv-space.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'

/** Not inside an organization's transaction, which shows only its own. */
export function findCvSpace(db: Queries, organizationId: OrganizationId): Promise<CvSpace> {
  return db
    .selectFrom('cv_space')
    .select([
      sql<number>`coalesce(sum(difference) filter (where organization_id = ${organizationId}), 0)::float8`.as(
        'organization',
      ),
      sql<number>`coalesce(sum(difference), 0)::float8`.as('all'),
    ])
    .executeTakeFirstOrThrow()
}

const DIFFERENCES_KEPT = 8

/** Puts differences together, as updateApplicantCounts does: only what this statement took out is in the sum that it puts in. */
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
