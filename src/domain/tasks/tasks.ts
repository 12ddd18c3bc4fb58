// A task as those see it who work on it.
import type { OrganizationId } from '../organizations/organization-id.ts'
import type { TaskKind } from './task-kinds.ts'

export type LeasedTask = {
  kind: TaskKind
  /** The id of what it is about; empty for work that is always there. */
  key: string
  organization_id: OrganizationId | null
  lane: string
  rank: number
  attempts: number
  times_queued: number
  lease: string
}

/** When a task that is not done is to be tried again. */
export type TaskOutcome = {
  seconds: number
  /** When nothing of a lower rank is due. */
  rank?: number
  /** Nothing was tried: the attempt does not count. */
  isPostponed?: true
}

/** What is opened for the tasks of a kind, and closed when none is due any more. */
export type TaskSession = {
  work: (task: LeasedTask) => Promise<TaskOutcome | void>
  close: () => Promise<void>
}
