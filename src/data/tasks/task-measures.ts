// The metrics of the whole installation's queue.
import { sql } from 'kysely'
import type { Queries } from '../database.ts'

export type TaskMeasure = {
  kind: string
  due: number
  scheduled: number
  in_hand: number
  given_up: number
  oldest_seconds: number
}

export async function listTaskMeasures(db: Queries): Promise<TaskMeasure[]> {
  const { rows } = await sql<TaskMeasure>`
    select kind,
      count(*) filter (where given_up_at is null and not is_leased and due_at <= now())::int as due,
      count(*) filter (where given_up_at is null and not is_leased and due_at > now())::int as scheduled,
      count(*) filter (where is_leased)::int as in_hand,
      count(given_up_at)::int as given_up,
      coalesce(max(extract(epoch from now() - due_at))
        filter (where given_up_at is null and not is_leased and due_at <= now()), 0)::float8 as oldest_seconds
    from background_tasks cross join lateral (select coalesce(leased_until > now(), false) as is_leased) as lease
    group by kind`.execute(db)
  return rows
}
