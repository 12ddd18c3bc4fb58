// The open jobs in feeds and the sitemap: never an unlisted one.
import type { FeedKind } from '#domain/jobs/feeds.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { WithTexts } from '#domain/jobs/job-texts.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { sql } from 'kysely'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { closingMoment, isOpen } from './job-columns.ts'
import { jobTexts } from './job-texts.ts'
import { jobColumns } from './jobs.ts'

/** Of a job that nobody has changed, when it was posted. */
const changedAt = sql<string>`coalesce(job_posts.changed_at, job_posts.created_at)`.as('changed_at')

export function listPublishedJobs(
  db: Queries,
  organizationId: OrganizationId,
  limit: number,
): Promise<(JobPost & WithTexts & { changed_at: string })[]> {
  return db
    .selectFrom('job_posts')
    .select(jobColumns)
    .select([jobTexts, changedAt])
    .where(inOrganization(organizationId))
    .where(isOpen)
    .where('is_unlisted', '=', false)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

type SitemapJob = {
  organization: string
  slug: string
  changed_at: string
  jobs_changed_at: string | null
}

/** Of every shop, the newest first: the slugs of the shop and of the job, and when visitors last saw either change. */
export function listSitemapJobs(db: Queries, limit: number): Promise<SitemapJob[]> {
  return db
    .selectFrom('job_posts')
    .innerJoin('organizations', 'organizations.id', 'job_posts.organization_id')
    .select([
      'organizations.slug as organization',
      'organizations.jobs_changed_at',
      'job_posts.slug',
      changedAt,
    ])
    .where(isOpen)
    .where('job_posts.is_unlisted', '=', false)
    .orderBy('job_posts.created_at', 'desc')
    .orderBy('job_posts.id', 'desc')
    .limit(limit)
    .execute()
}

export async function findFeedSettings(
  db: Queries,
  organizationId: OrganizationId,
): Promise<{ feeds_off: FeedKind[]; time_zone: string | null }> {
  const { feeds_off, time_zone } = await db
    .selectFrom('organizations')
    .select(['feeds_off', 'time_zone'])
    .where(inOrganization(organizationId, 'id'))
    .executeTakeFirstOrThrow()
  return { feeds_off: feeds_off as FeedKind[], time_zone }
}

/** When visitors last saw the list of jobs change; null: not since this is known. */
export async function findJobsChangedAt(
  db: Queries,
  organizationId: OrganizationId,
): Promise<string | null> {
  const { jobs_changed_at } = await db
    .selectFrom('organizations')
    .select('jobs_changed_at')
    .where(inOrganization(organizationId, 'id'))
    .executeTakeFirstOrThrow()
  return jobs_changed_at
}

/** Whether the database knows this time zone: it has its own list. */
export async function isKnownTimeZone(db: Queries, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_timezone_names where name = ${name}`.execute(db)
  return rows.length > 0
}

export async function updateFeedSettings(
  tx: Tx,
  organizationId: OrganizationId,
  values: { feeds_off?: FeedKind[] | undefined; time_zone?: string | null | undefined },
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set(values)
    .where(inOrganization(organizationId, 'id'))
    .execute()
  if (values.time_zone === undefined) return
  const closes_at = closingMoment(organizationId, sql.ref('closes_on'))
  await tx
    .updateTable('job_posts')
    .set({ closes_at })
    .where(inOrganization(organizationId))
    .where('closes_at', 'is distinct from', closes_at)
    .execute()
}
