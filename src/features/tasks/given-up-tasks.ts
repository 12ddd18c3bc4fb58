// Tasks that were given up and that no screen shows: the operator lists and retries them by `npm run tasks`.
import { GIVEN_UP_TASK_DAYS } from '#domain/tasks/task-kinds.ts'
import { deleteOldGivenUpTasks } from '#data/tasks/tasks.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'

export async function sweepGivenUpTasks(deps: Deps): Promise<void> {
  const time = await believedTime(deps)
  if (time) await deleteOldGivenUpTasks(deps.db.queries, time.ago(GIVEN_UP_TASK_DAYS * 86_400))
}
