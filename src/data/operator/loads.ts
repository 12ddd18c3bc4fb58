// What each organization uses, from what is counted already.
import { sql } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'

export type CountedLoad = {
  id: OrganizationId
  name: string
  applications_day: number
  mails_hour: number
  mails_day: number
  tasks: number
  given_up: number
  cv_bytes: number
}

export async function listCountedLoads(db: Queries): Promise<CountedLoad[]> {
  const { rows } = await sql<CountedLoad>`
    with applied as (
      select organization_id, count(*)::int as of_day from applicants
      where created_at > now() - interval '1 day' group by 1
    ), mailed as (
      select organization_id, sum(sent)::int as of_day,
        coalesce(sum(sent) filter (where hour = date_trunc('hour', now())), 0)::int as of_hour
      from mail_counts where hour > date_trunc('hour', now()) - interval '24 hours' group by 1
    ), queued as (
      select organization_id, count(*) filter (where given_up_at is null)::int as waiting,
        count(given_up_at)::int as given_up
      from background_tasks group by 1
    ), stored as (
      select organization_id, sum(difference)::float8 as bytes from cv_space group by 1
    )
    select id, name, coalesce(applied.of_day, 0) as applications_day, coalesce(mailed.of_hour, 0) as mails_hour,
      coalesce(mailed.of_day, 0) as mails_day, coalesce(queued.waiting, 0) as tasks,
      coalesce(queued.given_up, 0) as given_up, coalesce(stored.bytes, 0) as cv_bytes
    from organizations
      left join applied on applied.organization_id = id
      left join mailed on mailed.organization_id = id
      left join queued on queued.organization_id = id
      left join stored on stored.organization_id = id`.execute(db)
  return rows
}
