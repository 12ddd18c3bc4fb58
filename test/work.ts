// Runs background work when a test needs it: everything due by the clock of the app, which the test can move.
import { setTimeout as wait } from 'node:timers/promises'
import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import type { Deps } from '#features/deps.ts'
import { workDueTasks } from '#features/tasks/work-tasks.ts'
import { taskDefinitions } from '../src/schedule.ts'

/** For SQL. Columns of moments hold milliseconds, rounded, and so does the clock of a test, cut off: `now()` could still be to come. */
export const JUST_NOW = "now() - interval '1 ms'"

/** Works on everything of these kinds that is due, like one worker. */
export const workAsOne = (deps: Deps, ...kinds: readonly TaskKind[]): Promise<void> =>
  workDueTasks(deps, taskDefinitions, kinds)

/**
 * Resolves when nothing of these kinds is due, and the app's own worker has none of it leased. Nor had it before: what it was
 * just working on may be older than what the test asks for, and be worked on once more.
 */
export async function workDue(deps: Deps, ...kinds: readonly TaskKind[]): Promise<void> {
  const isLeased = async () => {
    // Waits for the app's own worker, which may be leasing one.
    const { rows } = await deps.db.pool.query<{ is_leased: boolean }>(
      'select leased_until > now() as is_leased from background_tasks where kind = any($1) for share',
      [kinds],
    )
    return rows.some((row) => row.is_leased)
  }
  for (;;) {
    const wasFree = !(await isLeased())
    await workAsOne(deps, ...kinds)
    if (wasFree && !(await isLeased())) return
    await wait(10)
  }
}

/** Everything that leads to a mail, and the mails. */
export const sendMails = (deps: Deps): Promise<void> =>
  workDue(deps, 'answer-mail-requests', 'queue-mails', 'send-mail')

/** The notices from stores, and the pages to write into them. */
export const workStores = (deps: Deps): Promise<void> =>
  workDue(deps, 'work-store-notice', 'write-store-pages', 'write-theme-jobs', 'empty-store')

/**
 * Makes queued tasks that wait for their next attempt due now. Those that a worker has at the moment are waited for: a
 * lease taken away from a worker at its work lets two write the same thing, the older one last.
 */
export async function makeTasksDue({ db }: Deps, kind: TaskKind): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query<{ is_leased: boolean }>(
      `with due as (
        update background_tasks set due_at = ${JUST_NOW}, leased_until = null
        where kind = $1 and (leased_until is null or leased_until <= now()) returning 1
      )
      select exists (select from background_tasks where kind = $1 and leased_until > now()) as is_leased`,
      [kind],
    )
    if (!rows[0]?.is_leased) return
    await wait(10)
  }
}

/** As after the time of a lease: what a worker has in hand that died, or stands still, is free for another one. */
export async function endLeases({ db }: Deps, kind: TaskKind): Promise<void> {
  await db.pool.query(
    `update background_tasks set due_at = ${JUST_NOW}, leased_until = ${JUST_NOW}
     where kind = $1`,
    [kind],
  )
}
