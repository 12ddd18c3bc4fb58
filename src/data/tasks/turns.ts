// Organizations take turns at the tasks of a kind.
import { sql } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { LeasedTask } from '#domain/tasks/tasks.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { dueBy, isFree, leased, type LeaseRequest } from './tasks.ts'

/** Tasks without an organization take turns as if they had one. Must match background_tasks_turns_idx. */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000'
const owner = sql<string>`coalesce(organization_id, '00000000-0000-0000-0000-000000000000')`
export const ownerOf = ({ organization_id }: Pick<LeasedTask, 'organization_id'>): string =>
  organization_id ?? NO_ORGANIZATION

export type Turns = {
  /** The organizations whose tasks were taken before, longest ago first: those that are not listed come first. */
  served: readonly string[]
  /** Organizations that may not get another one now. */
  busy: readonly string[]
  /** If only one organization has due tasks, it gets this many. */
  alone: number
}

/** Like leaseTasks, but one task of each organization, so that many tasks of one delay no other. */
export async function leaseTasksInTurn(
  db: Queries,
  { kind, most, seconds, moved }: LeaseRequest,
  { served, busy, alone }: Turns,
): Promise<LeasedTask[]> {
  const waiting = sql`kind = ${kind} and given_up_at is null`
  const { rows } = await sql<LeasedTask>`
    with recursive owners as (
      -- From one organization to the next by the index, however many tasks each of them has.
      (select ${owner} as id from background_tasks where ${waiting} order by ${owner} limit 1)
      union all
      select (select ${owner} from background_tasks where ${waiting} and ${owner} > owners.id order by ${owner} limit 1)
      from owners where owners.id is not null
    ), next as (
      select owners.id from owners cross join lateral (
        select due_at from background_tasks
        where ${waiting} and ${owner} = owners.id and ${isFree} and due_at <= ${dueBy(moved)}
        order by rank, due_at limit 1
      ) as first
      where owners.id <> all(${busy}::uuid[])
      order by array_position(${served}::uuid[], owners.id) nulls first, first.due_at
      limit ${most}
    ), taken as (
      select task.key from next cross join lateral (
        select key from background_tasks
        where ${waiting} and ${owner} = next.id and ${isFree} and due_at <= ${dueBy(moved)}
        order by rank, due_at
        limit case when (select count(*) from next) = 1 then least(${alone}::int, ${most}::int) else 1 end
        for update skip locked
      ) as task
    )
    update background_tasks set ${leased({ seconds, moved })}
    where kind = ${kind} and key = any(array(select key from taken))
    returning kind, key, organization_id, lane, rank, attempts, times_queued, lease`.execute(db)
  return rows
}

/** How many tasks of an organization wait, counted up to `most`. */
export async function countTasks(
  db: Queries,
  organizationId: OrganizationId,
  most: number,
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('background_tasks')
        .select('key')
        .where(inOrganization(organizationId))
        .where('given_up_at', 'is', null)
        .limit(most)
        .as('waiting'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
