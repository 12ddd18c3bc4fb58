// Job posts.
import { sql } from 'kysely'
import type { JobEditInput, JobInput, JobPost, JobPostRow } from '#domain/jobs.ts'
import type { Queries } from './database.ts'
import { inOrganization } from './organization-filter.ts'

const columns = [
  'job_posts.id',
  'job_posts.title',
  'job_posts.description',
  'job_posts.requirements',
  'job_posts.benefits',
  'job_posts.location',
  'job_posts.employment_type',
  'job_posts.salary_range',
  'job_posts.experience_level',
  'job_posts.is_active',
  'job_posts.organization_id',
  'job_posts.created_by',
  'job_posts.created_at',
] as const

/** Newest first, each with the number of its applicants. */
export function listJobs(db: Queries, organizationId: string): Promise<JobPostRow[]> {
  return db
    .selectFrom('job_posts')
    .select(columns)
    .select((eb) =>
      eb
        .selectFrom('applicants')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('applicants.job_post_id', '=', 'job_posts.id')
        .where(inOrganization(organizationId, 'applicants.organization_id'))
        .$asScalar()
        .$notNull()
        .as('applicants_count'),
    )
    .where(inOrganization(organizationId, 'job_posts.organization_id'))
    .orderBy('job_posts.created_at', 'desc')
    .orderBy('job_posts.id', 'desc')
    .execute()
}

/** A shop with more open jobs than this needs a page of its own, not a widget. */
const WIDGET_JOBS_MAX = 200

export type PublicJob = Pick<
  JobPost,
  | 'id'
  | 'title'
  | 'description'
  | 'location'
  | 'employment_type'
  | 'requirements'
  | 'organization_id'
>

const publicColumns = [
  'id',
  'title',
  'description',
  'location',
  'employment_type',
  'requirements',
  'organization_id',
] as const

/** What visitors may see, newest first: of one organization, or of all where none is named. */
export function listActiveJobs(db: Queries, organizationId: string | null): Promise<PublicJob[]> {
  const open = db.selectFrom('job_posts').select(publicColumns).where('is_active', '=', true)
  return (organizationId === null ? open : open.where('organization_id', '=', organizationId))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(WIDGET_JOBS_MAX)
    .execute()
}

/** An open job as visitors see it, with its organization's name; undefined when closed or gone. */
export function findActiveJob(
  db: Queries,
  id: string,
): Promise<(PublicJob & { organization_name: string }) | undefined> {
  return db
    .selectFrom('job_posts')
    .innerJoin('organizations', 'organizations.id', 'job_posts.organization_id')
    .select([
      'job_posts.id',
      'job_posts.title',
      'job_posts.description',
      'job_posts.location',
      'job_posts.employment_type',
      'job_posts.requirements',
      'job_posts.organization_id',
      'organizations.name as organization_name',
    ])
    .where('job_posts.id', '=', id)
    .where('job_posts.is_active', '=', true)
    .executeTakeFirst()
}

export function insertJob(
  db: Queries,
  organizationId: string,
  createdBy: string | null,
  values: JobInput & { created_at?: Date },
): Promise<JobPost> {
  return db
    .insertInto('job_posts')
    .values({ ...values, organization_id: organizationId, created_by: createdBy })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export function updateJob(
  db: Queries,
  organizationId: string,
  id: string,
  values: JobEditInput,
): Promise<JobPost | undefined> {
  return db
    .updateTable('job_posts')
    .set(values)
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

export function findJob(
  db: Queries,
  organizationId: string,
  id: string,
): Promise<JobPost | undefined> {
  return db
    .selectFrom('job_posts')
    .select(columns)
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function deleteJob(db: Queries, organizationId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('job_posts')
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}
