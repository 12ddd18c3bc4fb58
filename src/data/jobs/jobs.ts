// Job posts.
import { sql, type SelectQueryBuilder } from 'kysely'
import type {
  JobEditInput,
  JobFilter,
  JobInput,
  JobPost,
  JobPostRow,
  JobSort,
  JobTitle,
} from '#domain/jobs/jobs.ts'
import type { WithTexts } from '#domain/jobs/job-texts.ts'
import type { PublicPay, PublicPlace } from '#domain/jobs/facts-in-words.ts'
import type { PageJob } from '#domain/store/store-page-bodies.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import {
  idKey,
  inOrder,
  listPage,
  momentKey,
  textKey,
  type Order,
  type Page,
  type PageRequest,
} from '../paging.ts'
import type { Schema } from '../schema.ts'
import {
  closesOn,
  closingMoment,
  factColumns,
  isOpen,
  placeColumns,
  salaryColumns,
  weeklyHours,
} from './job-columns.ts'
import { chooseJobSlug } from './job-slugs.ts'
import { jobTexts, jobTitles } from './job-texts.ts'

/** All columns of a job. */
export const jobColumns = [
  'job_posts.id',
  'job_posts.title',
  'job_posts.description',
  'job_posts.requirements',
  'job_posts.benefits',
  'job_posts.employment_type',
  'job_posts.experience_level',
  'job_posts.is_active',
  'job_posts.organization_id',
  'job_posts.created_by',
  'job_posts.created_at',
  'job_posts.revision',
  'job_posts.slug',
  'job_posts.closes_at',
  'job_posts.language',
  ...factColumns,
] as const

function searched<Output>(
  query: SelectQueryBuilder<Schema, 'job_posts', Output>,
  organizationId: OrganizationId,
  q: string | undefined,
): SelectQueryBuilder<Schema, 'job_posts', Output> {
  const own = query.where(inOrganization(organizationId, 'job_posts.organization_id'))
  if (!q) return own
  const words = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return own.where((eb) =>
    eb.or([eb('job_posts.title', 'ilike', words), eb('job_posts.location', 'ilike', words)]),
  )
}

const jobOrder = (sort: JobSort): Order => ({
  name: sort,
  keys: [
    sort.endsWith('title')
      ? textKey(sql`lower(job_posts.title)`)
      : momentKey('job_posts.created_at'),
    idKey('job_posts.id'),
  ],
  isDown: sort.startsWith('-'),
})

/** One page, each job with the number of its applicants. */
export function listJobs(
  db: Queries,
  organizationId: OrganizationId,
  { q, sort }: JobFilter = { q: undefined, sort: '-created' },
  page: PageRequest = { cursor: undefined, size: 100 },
): Promise<Page<JobPostRow>> {
  const query = searched(db.selectFrom('job_posts').select(jobColumns), organizationId, q).select(
    (eb) =>
      eb
        .selectFrom('applicant_counts')
        .select(sql<number>`coalesce(sum(difference), 0)::int`.as('count'))
        .whereRef('applicant_counts.role_id', '=', 'job_posts.id')
        .where(inOrganization(organizationId, 'applicant_counts.organization_id'))
        .$asScalar()
        .$notNull()
        .as('applicants_count'),
  )
  return listPage(query, jobOrder(sort), page)
}

export async function countJobs(
  db: Queries,
  organizationId: OrganizationId,
  q: string | undefined,
): Promise<number> {
  const counted = db.selectFrom('job_posts').select(sql<number>`count(*)::int`.as('count'))
  return (await searched(counted, organizationId, q).executeTakeFirstOrThrow()).count
}

/** More than a person can choose from in a filter; newest first. */
const TITLES_MAX = 1000

export function listJobTitles(db: Queries, organizationId: OrganizationId): Promise<JobTitle[]> {
  return db
    .selectFrom('job_posts')
    .select(['id', 'title', 'is_active'])
    .where(inOrganization(organizationId))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(TITLES_MAX)
    .execute()
}

/** A shop with more open jobs than this needs a page, not a widget. */
const WIDGET_JOBS_MAX = 200

const publicColumns = [
  'job_posts.id',
  'job_posts.slug',
  'job_posts.title',
  'job_posts.description',
  'job_posts.employment_type',
  'job_posts.requirements',
  'job_posts.benefits',
  'job_posts.experience_level',
  'job_posts.organization_id',
  'job_posts.language',
  ...salaryColumns,
  ...placeColumns,
  weeklyHours,
  closesOn,
] as const

export type PublicJob = Pick<
  JobPost,
  | 'id'
  | 'slug'
  | 'title'
  | 'description'
  | 'employment_type'
  | 'requirements'
  | 'benefits'
  | 'experience_level'
  | 'organization_id'
  | 'weekly_hours'
  | 'closes_on'
> &
  PublicPay &
  PublicPlace

export type ListedJob = PublicJob &
  WithTexts & { organization_slug: string; organization_language: string | null }

/** The jobs that visitors see, newest first: of one organization, or of all. */
export function listActiveJobs(
  db: Queries,
  organizationId: OrganizationId | null,
): Promise<ListedJob[]> {
  const open = db
    .selectFrom('job_posts')
    .innerJoin('organizations', 'organizations.id', 'job_posts.organization_id')
    .select(publicColumns)
    .select([
      'organizations.slug as organization_slug',
      'organizations.language as organization_language',
      jobTexts,
    ])
    .where(isOpen)
    .where('is_unlisted', '=', false)
  return (
    organizationId === null ? open : open.where('job_posts.organization_id', '=', organizationId)
  )
    .orderBy('job_posts.created_at', 'desc')
    .orderBy('job_posts.id', 'desc')
    .limit(WIDGET_JOBS_MAX)
    .execute()
}

/** The jobs from which pages in the store are written; open jobs newest first. */
export function listPageJobs(db: Queries, organizationId: OrganizationId): Promise<PageJob[]> {
  return db
    .selectFrom('job_posts')
    .select([
      'job_posts.id',
      'job_posts.slug',
      'job_posts.title',
      'job_posts.description',
      'job_posts.requirements',
      'job_posts.benefits',
      'job_posts.employment_type',
      'job_posts.experience_level',
      'job_posts.is_unlisted',
      'job_posts.language',
      isOpen.as('is_active'),
      ...salaryColumns,
      ...placeColumns,
    ])
    .where(inOrganization(organizationId))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export type PublicJobOfShop = PublicJob &
  WithTexts & {
    organization_id: OrganizationId
    organization_name: string
    organization_slug: string
    organization_language: string | null
  }

/** An open job as visitors see it, with its organization; undefined when closed or deleted. */
export function findActiveJob(db: Queries, id: string): Promise<PublicJobOfShop | undefined> {
  return db
    .selectFrom('job_posts')
    .innerJoin('organizations', 'organizations.id', 'job_posts.organization_id')
    .select(publicColumns)
    .select([
      'organizations.name as organization_name',
      'organizations.slug as organization_slug',
      'organizations.language as organization_language',
      jobTexts,
    ])
    .where('job_posts.id', '=', id)
    .where(isOpen)
    .executeTakeFirst()
}

const lineColumns = [
  'job_posts.id',
  'job_posts.title',
  'job_posts.slug',
  'job_posts.employment_type',
  'job_posts.created_at',
  'job_posts.revision',
  'job_posts.language',
  ...salaryColumns,
  ...placeColumns,
  weeklyHours,
  closesOn,
] as const
export type JobLineRow = Pick<
  JobPost,
  | 'id'
  | 'title'
  | 'slug'
  | 'employment_type'
  | 'created_at'
  | 'revision'
  | 'weekly_hours'
  | 'closes_on'
> &
  PublicPay &
  PublicPlace &
  Pick<WithTexts, 'language'> & {
    texts: readonly { language: string; title: string; version: string }[]
  }

/** Open and listed jobs of one organization, newest first, starting after `after`. */
export function listOpenJobs(
  db: Queries,
  organizationId: OrganizationId,
  { after, limit }: { after?: Pick<JobPost, 'created_at' | 'id'> | undefined; limit: number },
): Promise<JobLineRow[]> {
  const query = db
    .selectFrom('job_posts')
    .select(lineColumns)
    .select(jobTitles)
    .where(inOrganization(organizationId))
    .where(isOpen)
    .where('is_unlisted', '=', false)
  const place = after && [String(Date.parse(after.created_at)), after.id]
  return inOrder(query, jobOrder('-created'), { after: place, limit }).execute()
}

export type FoundJob = JobPost & WithTexts & { is_open: boolean }

/** By the slug in its public address, open or closed. */
export function findJobBySlug(
  db: Queries,
  organizationId: OrganizationId,
  slug: string,
): Promise<FoundJob | undefined> {
  return (
    db
      .selectFrom('job_posts')
      .select(jobColumns)
      .select([isOpen.as('is_open'), jobTexts])
      .where(inOrganization(organizationId))
      // Visitors may type capitals; a slug may contain some that the database cannot convert to lower case.
      .where('slug', 'in', [slug, slug.toLowerCase()])
      .orderBy(sql`slug = ${slug}`, 'desc')
      .executeTakeFirst()
  )
}

/** With what follows from the values. An array of objects is one JSON value of the database. */
const stored = <Values extends Partial<Pick<JobInput, 'further_places' | 'closes_on'>>>(
  organizationId: OrganizationId,
  { further_places: places, ...values }: Values,
) => ({
  ...values,
  ...(places && { further_places: JSON.stringify(places) }),
  ...(values.closes_on !== undefined && {
    closes_at: closingMoment(organizationId, sql`${values.closes_on}`),
  }),
})

/** Two jobs of one title get different slugs. */
export async function insertJob(
  tx: Tx,
  organizationId: OrganizationId,
  createdBy: string | null,
  values: JobInput & { created_at?: Date },
): Promise<JobPost> {
  const slug = await chooseJobSlug(tx, organizationId, values.title)
  const job = { ...stored(organizationId, values), slug, created_by: createdBy }
  return tx
    .insertInto('job_posts')
    .values({ ...job, organization_id: organizationId })
    .returning(jobColumns)
    .executeTakeFirstOrThrow()
}

/** Undefined when the job was deleted or no longer has the given revision. */
export function updateJob(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
  values: Omit<JobEditInput, 'revision'>,
  revision?: number,
): Promise<JobPost | undefined> {
  let query = db
    .updateTable('job_posts')
    .set({ ...stored(organizationId, values), revision: sql`revision + 1` })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
  if (revision !== undefined) query = query.where('revision', '=', revision)
  return query.returning(jobColumns).executeTakeFirst()
}

export function findJob(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<JobPost | undefined> {
  return db
    .selectFrom('job_posts')
    .select(jobColumns)
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function deleteJob(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<boolean> {
  const gone = await db
    .deleteFrom('job_posts')
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}
