// The queue of all background work: due tasks, their leases and results. A task contains only the id of its subject:
// the data is in the subject's own table, and is deleted with it.
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import { sql } from 'kysely'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { QueuedKind, StandingKind, TaskKind } from '#domain/tasks/task-kinds.ts'
import type { LeasedTask } from '#domain/tasks/tasks.ts'
import { recordQueued } from '../commits.ts'
import type { Queries, Tx } from '../database.ts'

export type NewTask = {
  kind: QueuedKind
  /** The id of its subject. For one kind and key there is one task: queued again while it runs, it runs once more. */
  key: string
  organization_id: OrganizationId | null
  /** Tasks of one lane run one at a time, and lanes take turns. */
  lane?: string
  due_at?: string
}

/** Queues background work in the transaction of its cause. An existing task starts again from its first attempt. */
export async function upsertTasks(tx: Tx, tasks: readonly NewTask[]): Promise<void> {
  if (tasks.length === 0) return
  await tx
    .insertInto('background_tasks')
    .values([...tasks])
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key']).doUpdateSet({
        times_queued: sql`background_tasks.times_queued + 1`,
        attempts: 0,
        rank: 0,
        waiting_since: sql`case when background_tasks.given_up_at is null then background_tasks.waiting_since end`,
        given_up_at: null,
        due_at: sql`case when background_tasks.leased_until > now() then background_tasks.due_at else excluded.due_at end`,
      }),
    )
    .execute()
  for (const { kind } of tasks) recordQueued(tx, kind)
}

/** Ensures that each of these has its row, however many processes start at once. An existing one keeps its time. */
export async function insertStandingTasks(
  db: Queries,
  tasks: readonly { kind: StandingKind; seconds: number }[],
  moved: number,
): Promise<void> {
  if (tasks.length === 0) return
  await db
    .insertInto('background_tasks')
    .values(
      tasks.map(({ kind, seconds }) => ({
        kind,
        key: '',
        due_at: sql<string>`${moment(moved)} + make_interval(secs => ${seconds})`,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** No delay of queued work is longer, and no lease. */
const LONGEST_DELAY = 86_400
const LONGEST_LEASE = 3600
/** Clocks that agree differ by less. */
const SLACK = 600

/**
 * Makes due what would wait for a time that a wrong clock made up: standing tasks later than now and their period, queued ones later than
 * now and the longest delay, and leases that would not end. Returns how many.
 */
export async function updateTasksOfTheFuture(
  db: Queries,
  standing: readonly { kind: StandingKind; period: number }[],
  moved: number,
): Promise<number> {
  const now = moment(moved)
  const { numAffectedRows } = await sql`
    update background_tasks as task set due_at = ${now}, lease = null, leased_until = null
    from background_tasks as found
      left join unnest(${standing.map(({ kind }) => kind)}::text[], ${standing.map(({ period }) => period)}::integer[])
        as standing (kind, period) using (kind)
    where task.kind = found.kind and task.key = found.key and (
      found.leased_until > ${now} + make_interval(secs => ${LONGEST_LEASE + SLACK})
      or (found.leased_until is null or found.leased_until <= now())
        and found.due_at > ${now} + make_interval(secs => coalesce(standing.period, ${LONGEST_DELAY}) + ${SLACK})
    )`.execute(db)
  return Number(numAffectedRows)
}

export type LeaseRequest = {
  kind: TaskKind
  most: number
  seconds: number
  moved: number
  /** Even before it is due. */
  isEarly?: boolean
  lane?: string
}

// By the database's clock, which is the same for all processes: one whose own clock is wrong changes nothing for the others. `moved`: by how many
// seconds a test has moved the time.
export const moment = (moved: number) => sql`now() + make_interval(secs => ${moved})`
// The column has whole milliseconds: a task that became due just now may be in the next one.
export const dueBy = (moved: number) => sql`${moment(moved)} + interval '1 millisecond'`
export const isFree = sql<boolean>`(leased_until is null or leased_until <= now())`

/** When it was first due: a task that is put before others has an earlier time than it was queued at. */
export const firstDue = sql<string>`coalesce(waiting_since, greatest(due_at, created_at))`

/** What leasing a task for so many seconds changes. */
export const leased = ({ seconds, moved }: Pick<LeaseRequest, 'seconds' | 'moved'>) => sql`
  attempts = attempts + 1, lease = gen_random_uuid(), leased_until = now() + make_interval(secs => ${seconds}),
  waiting_since = least(${firstDue}, now()), due_at = ${moment(moved)} + make_interval(secs => ${seconds})`

// Tasks of a process that died come before those behind them. Must match background_tasks_lanes_idx.
const inLane = sql`rank, (lease is null), due_at`

/**
 * Leases due tasks for `seconds`: when a process dies, the next one takes them over. The attempt is counted now, so
 * that a task that kills its process is not retried forever.
 */
export async function leaseTasks(db: Queries, request: LeaseRequest): Promise<LeasedTask[]> {
  const { rows } = await sql<LeasedTask>`
    update background_tasks set ${leased(request)}
    where kind = ${request.kind} and key = any(array(
      -- As a list and not with 'in': a plan that is kept knows no limit, and would read all tasks to find these.
      select key from background_tasks
      where kind = ${request.kind} and given_up_at is null and ${isFree}
        and ${request.isEarly ? sql`true` : sql`due_at <= ${dueBy(request.moved)}`}
        and ${request.lane === undefined ? sql`true` : sql`lane = ${request.lane} and lane <> ''`}
      order by ${request.lane === undefined ? sql`due_at` : inLane}
      limit ${request.most}
      for update skip locked
    ))
    returning kind, key, organization_id, lane, rank, attempts, times_queued, lease`.execute(db)
  return rows
}

export type WaitingLane = { lane: string; rank: number; due_at: string }

/**
 * The lanes with a due task and no leased one, each with its first task, locked until the transaction ends: a task of
 * such a lane is leased in the same transaction.
 */
export async function listLanesLocked(
  tx: Tx,
  kind: TaskKind,
  moved: number,
): Promise<WaitingLane[]> {
  await sql`select pg_advisory_xact_lock(hashtext(${`background_tasks ${kind}`}))`.execute(tx)
  const { rows } = await sql<WaitingLane>`
    with recursive lanes as (
      -- From one lane to the next by the index, however many tasks each of them has.
      (select lane from background_tasks where kind = ${kind} and lane <> '' and given_up_at is null
       order by lane limit 1)
      union all
      select (select later.lane from background_tasks as later
              where later.kind = ${kind} and later.lane <> '' and later.given_up_at is null and later.lane > lanes.lane
              order by later.lane limit 1)
      from lanes where lanes.lane is not null
    )
    select lanes.lane, first.rank, first.due_at
    from lanes cross join lateral (
      select rank, due_at from background_tasks as task
      where task.kind = ${kind} and task.lane = lanes.lane and task.lane <> '' and given_up_at is null
        and due_at <= ${dueBy(moved)}
      order by ${inLane} limit 1
    ) as first
    where not exists (
      select from background_tasks as task
      where task.kind = ${kind} and task.lane = lanes.lane and task.lane <> '' and given_up_at is null
        and task.lease is not null and task.leased_until > now()
    )`.execute(tx)
  return rows
}

/** Seconds until the next task of each of these kinds is due; kinds without a waiting task are missing. */
export async function listTaskDelays(
  db: Queries,
  kinds: readonly TaskKind[],
  moved: number,
): Promise<Map<TaskKind, number>> {
  const { rows } = await sql<{ kind: TaskKind; seconds: string }>`
    select kinds.kind, extract(epoch from next.due_at - (${moment(moved)})) as seconds
    from unnest(${kinds}::text[]) as kinds (kind) cross join lateral (
      select due_at from background_tasks as task
      where task.kind = kinds.kind and given_up_at is null
      order by due_at limit 1
    ) as next`.execute(db)
  return new Map(rows.map(({ kind, seconds }) => [kind, Math.max(0, Number(seconds))]))
}

/** Only the holder of the lease may change it: after the lease has expired, another worker may have it. */
const isLeaseHolder = (task: Pick<LeasedTask, 'kind' | 'key' | 'lease'>) =>
  sql<boolean>`kind = ${task.kind} and key = ${task.key} and lease = ${task.lease}`

/** Completes it. If it was queued again meanwhile, it is due immediately. */
export async function deleteDoneTask(db: Queries, task: LeasedTask, moved: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('background_tasks')
    .where(isLeaseHolder(task))
    .where('times_queued', '=', task.times_queued)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) {
    await updateTaskLater(db, task, { moved, seconds: 0, attempts: 0, isDone: true })
  }
}

/** Not complete: due again after `seconds`, or immediately if it was queued again meanwhile. */
export async function updateTaskLater(
  db: Queries,
  task: LeasedTask,
  how: {
    moved: number
    seconds: number
    attempts: number
    rank?: number
    error?: string
    /** What was due is done, so that it begins to wait again; absent for a failed attempt. */
    isDone?: true
  },
): Promise<void> {
  const isSame = sql<boolean>`times_queued = ${task.times_queued}`
  await db
    .updateTable('background_tasks')
    .set({
      lease: null,
      leased_until: null,
      last_error: how.error ?? null,
      attempts: sql<number>`case when ${isSame} then ${how.attempts}::int else 0 end`,
      due_at: sql<string>`case when ${isSame} then ${moment(how.moved)} + make_interval(secs => ${how.seconds}) else now() end`,
      ...(how.isDone && { waiting_since: null, succeeded_at: sql<string>`now()` }),
      ...(how.rank !== undefined && { rank: how.rank }),
    })
    .where(isLeaseHolder(task))
    .execute()
}

/** Kept as given up, for a person to look at and to retry. */
export async function updateTaskGivenUp(
  db: Queries,
  task: LeasedTask,
  error: string,
): Promise<void> {
  await db
    .updateTable('background_tasks')
    .set({ lease: null, leased_until: null, given_up_at: sql`now()`, last_error: error })
    .where(isLeaseHolder(task))
    .execute()
}

/** Extends the lease of a long task and resets its attempts. False when another worker has it. */
export async function updateTaskLease(
  db: Queries,
  task: LeasedTask,
  seconds: number,
): Promise<boolean> {
  const until = sql<string>`now() + make_interval(secs => ${seconds})`
  const { numUpdatedRows } = await db
    .updateTable('background_tasks')
    .set({ leased_until: until, due_at: until, attempts: 1, waiting_since: sql<string>`now()` })
    .where(isLeaseHolder(task))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Puts it before all others of its kind, unless it is leased or waits for a retry. */
export async function updateTaskFirst(tx: Tx, kind: QueuedKind, key: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('background_tasks')
    .set({ due_at: sql<string>`'epoch'` })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('attempts', '=', 0)
    .where('due_at', '>', sql<string>`'epoch'`)
    .executeTakeFirstOrThrow()
  // Only when a row changed: repeated calls would otherwise prolong the rush whose end the worker waits for.
  if (numUpdatedRows > 0n) recordQueued(tx, kind)
}

/**
 * Makes a waiting task due now, from its first attempt, because its obstacle is gone. One that is worked on meets the
 * obstacle still: it is worked on once more.
 */
export async function updateTaskDueNow(tx: Tx, kind: QueuedKind, key: string): Promise<void> {
  await tx
    .updateTable('background_tasks')
    .set({
      due_at: sql<string>`case when ${isFree} then now() else due_at end`,
      attempts: sql<number>`case when ${isFree} then 0 else attempts end`,
      waiting_since: sql<string>`case when ${isFree} then null else waiting_since end`,
      times_queued: sql<number>`case when ${isFree} then times_queued else times_queued + 1 end`,
    })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute()
  recordQueued(tx, kind)
}

/** How often it was queued; undefined when it is not queued. */
export async function findTimesQueued(
  db: Queries,
  kind: QueuedKind,
  key: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('background_tasks')
    .select('times_queued')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.times_queued
}

/** Whether a worker has leased it now. */
export async function isTaskLeased(db: Queries, kind: QueuedKind, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('background_tasks')
    .select('key')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('leased_until', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Cancels it; with `timesQueued` only when it was not queued again since. */
export async function deleteTask(
  db: Queries,
  kind: QueuedKind,
  key: string,
  timesQueued?: number,
): Promise<void> {
  const query = db.deleteFrom('background_tasks').where('kind', '=', kind).where('key', '=', key)
  await (
    timesQueued === undefined ? query : query.where('times_queued', '=', timesQueued)
  ).execute()
}

export type GivenUpTask = {
  kind: TaskKind
  key: string
  organization_id: OrganizationId | null
  last_error: string | null
  given_up_at: string | null
}

/** Newest first. */
export function listGivenUpTasks(db: Queries): Promise<GivenUpTask[]> {
  return db
    .selectFrom('background_tasks')
    .select(['kind', 'key', 'organization_id', 'last_error', 'given_up_at'])
    .where('given_up_at', 'is not', null)
    .orderBy('given_up_at', 'desc')
    .execute()
}

/** Retries given up tasks from their first attempt: all of them, or one. Returns how many. */
export async function updateGivenUpTasksDue(
  db: Queries,
  one?: { kind: string; key: string },
): Promise<number> {
  const query = db
    .updateTable('background_tasks')
    .set({ given_up_at: null, attempts: 0, waiting_since: null, due_at: sql<string>`now()` })
    .where('given_up_at', 'is not', null)
  const { numUpdatedRows } = await (
    one ? query.where(sql<boolean>`kind = ${one.kind} and key = ${one.key}`) : query
  ).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function deleteOldGivenUpTasks(db: Queries, before: Cutoff): Promise<void> {
  await db.deleteFrom('background_tasks').where('given_up_at', '<', before.toISOString()).execute()
}
