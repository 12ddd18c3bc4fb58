// The metrics of the whole installation's queue.
import { sql } from 'kysely'
import { standingKinds } from '#domain/tasks/task-kinds.ts'
import type { Queries } from '../database.ts'
import { firstDue } from './tasks.ts'

export type TaskMeasure = {
  kind: string
  due: number
  scheduled: number
  in_hand: number
  given_up: number
  /** Since the oldest was first due, also while it is in hand or waits for another attempt. */
  oldest_seconds: number
  /** Since the last success of a standing task; null for others. */
  success_seconds: number | null
}

export async function listTaskMeasures(db: Queries): Promise<TaskMeasure[]> {
  const { rows } = await sql<TaskMeasure>`
    select kind,
      count(*) filter (where given_up_at is null and not is_leased and due_at <= now())::int as due,
      count(*) filter (where given_up_at is null and not is_leased and due_at > now())::int as scheduled,
      count(*) filter (where is_leased)::int as in_hand,
      count(given_up_at)::int as given_up,
      greatest(max(extract(epoch from now() - ${firstDue})) filter (where given_up_at is null), 0)::float8
        as oldest_seconds,
      max(extract(epoch from now() - succeeded_at)) filter (where kind = any(${[...standingKinds]}::text[]))::float8
        as success_seconds
    from background_tasks cross join lateral (select coalesce(leased_until > now(), false) as is_leased) as lease
    group by kind`.execute(db)
  return rows
}

export type OrganizationTasks = { hash: string; tasks: number }

/** The organizations with the most waiting tasks, by a hash that the operator can compute from an id, and nobody else an id from. */
export async function listLongestQueues(db: Queries, most: number): Promise<OrganizationTasks[]> {
  const { rows } = await sql<OrganizationTasks>`
    select left(encode(sha256(organization_id::text::bytea), 'hex'), 12) as hash, count(*)::int as tasks
    from background_tasks where organization_id is not null and given_up_at is null
    group by organization_id order by tasks desc, hash limit ${most}`.execute(db)
  return rows
}
