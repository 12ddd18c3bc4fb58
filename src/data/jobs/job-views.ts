// Views of job pages by day.
import { sql } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** Views of one job on one day. `job`: its slug. */
export type CountedViews = { job: string; day: string; views: number }

/** Adds to the stored counts, in the order of the rows' ids, so that two processes never deadlock. */
export async function upsertJobViews(
  db: Queries,
  organizationId: OrganizationId,
  counted: readonly CountedViews[],
): Promise<void> {
  await sql`
    insert into job_views (organization_id, job_post_id, day, views)
    select job_posts.organization_id, job_posts.id, seen.day::date, seen.views
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as seen (job text, day text, views int)
    join job_posts on job_posts.slug = seen.job
    where ${inOrganization(organizationId, 'job_posts.organization_id')}
    order by job_posts.id, seen.day
    on conflict (organization_id, job_post_id, day)
    do update set views = job_views.views + excluded.views`.execute(db)
}

export async function countJobViews(
  db: Queries,
  organizationId: OrganizationId,
  { since, position }: { since: Date | null; position: string | undefined },
): Promise<number> {
  let query = db
    .selectFrom('job_views')
    .select(sql<number>`coalesce(sum(views), 0)::int`.as('views'))
    .where(inOrganization(organizationId))
  if (since) query = query.where('day', '>=', since.toISOString().slice(0, 10))
  if (position) query = query.where('job_post_id', '=', position)
  return (await query.executeTakeFirstOrThrow()).views
}
