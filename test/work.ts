// Background work when a test says so: everything that is due by the clock of the app, which the test can move.
import { setTimeout as wait } from 'node:timers/promises'
import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import type { Deps } from '#features/deps.ts'
import { workDueTasks } from '#features/tasks/work-tasks.ts'
import { taskDefinitions } from '../src/schedule.ts'

/** One worker works through everything of these kinds that is due. */
export const workAsOne = (deps: Deps, ...kinds: readonly TaskKind[]): Promise<void> =>
  workDueTasks(deps, taskDefinitions, kinds)

/** Comes back when nothing of these kinds is due any more, and nothing is in the hands of the app's own worker. */
export async function workDue(deps: Deps, ...kinds: readonly TaskKind[]): Promise<void> {
  for (;;) {
    await workAsOne(deps, ...kinds)
    // Waits for the app's own worker, which may be about to take one.
    const { rows } = await deps.db.pool.query<{ is_in_hand: boolean }>(
      'select leased_until > now() as is_in_hand from background_tasks where kind = any($1) for share',
      [kinds],
    )
    if (!rows.some((row) => row.is_in_hand)) return
    await wait(10)
  }
}

/** All that leads to a mail, and the mails. */
export const sendMails = (deps: Deps): Promise<void> =>
  workDue(deps, 'answer-mail-requests', 'queue-mails', 'send-mail')

/** What stores told, and the pages to be written into them. */
export const workStores = (deps: Deps): Promise<void> =>
  workDue(deps, 'work-store-notice', 'write-store-pages')

/** What was queued and waits for its next attempt is due now. */
export async function makeTasksDue({ db }: Deps, kind: TaskKind): Promise<void> {
  await db.pool.query(
    'update background_tasks set due_at = now(), leased_until = null where kind = $1',
    [kind],
  )
}
