// The lease of a task that asks a store many times, each of which may take as long as the store likes.
import type { LeasedTask } from '#domain/tasks/tasks.ts'
import { updateTaskLease } from '#data/tasks/tasks.ts'
import type { Deps } from '../../deps.ts'

/** Another worker has the task and does what is right by now: this one stops where it is. */
export class LeaseLost extends Error {}

/** Call before each request. Throws LeaseLost. */
export async function keepLease(deps: Deps, task: LeasedTask, seconds: number): Promise<void> {
  if (!(await updateTaskLease(deps.db.queries, task, seconds))) throw new LeaseLost()
}
