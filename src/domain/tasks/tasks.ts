// A task as its workers see it.
import type { OrganizationId } from '../organizations/organization-id.ts'
import type { TaskKind } from './task-kinds.ts'

export type LeasedTask = {
  kind: TaskKind
  /** The id of its subject; empty for standing work. */
  key: string
  organization_id: OrganizationId | null
  lane: string
  rank: number
  attempts: number
  times_queued: number
  lease: string
}

/** When a task that is not done is retried. */
export type TaskOutcome = {
  seconds: number
  /** When no task of a lower rank is due. */
  rank?: number
  /** Nothing was attempted, so it does not count as an attempt. */
  isPostponed?: true
}

/** A session for the tasks of a kind, closed when none is due any more. */
export type TaskSession = {
  work: (task: LeasedTask) => Promise<TaskOutcome | void>
  close: () => Promise<void>
}
