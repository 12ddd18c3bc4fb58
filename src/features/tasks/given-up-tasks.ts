// Tasks that were given up and that no screen shows: the operator lists and retries them by `npm run tasks`.
import { GIVEN_UP_TASK_DAYS } from '#domain/tasks/task-kinds.ts'
import { deleteOldGivenUpTasks } from '#data/tasks/tasks.ts'
import type { Deps } from '../deps.ts'

const DAY_MS = 86_400_000

export async function sweepGivenUpTasks({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - GIVEN_UP_TASK_DAYS * DAY_MS)
  await deleteOldGivenUpTasks(db.queries, before)
}
