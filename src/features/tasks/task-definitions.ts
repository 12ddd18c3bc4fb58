// What each kind of task says of its work: how long, how often, and what happens after a failure.
import type { QueuedKind, StandingKind } from '#domain/tasks/task-kinds.ts'
import type { LeasedTask, TaskOutcome, TaskSession } from '#domain/tasks/tasks.ts'
import type { Deps } from '../deps.ts'

type CommonDefinition = {
  /** The log message for a failed attempt. */
  failure: string
  /** Longer than one attempt takes. After a crash the task is free again after this time. */
  leaseSeconds: number
  /** How many run at the same time in one process. */
  atOnce: number
  /** Seconds before the second, third, … attempt. After the last one the task is given up. */
  retrySeconds: readonly number[]
  /** Waits until nothing was queued for a moment: it needs much CPU time, and it is not urgent. */
  isAfterRush?: true
  /** Called before tasks are leased. Returns how many seconds all of them must wait, or undefined. */
  pause?: (deps: Deps) => Promise<number | undefined>
  /** `work` handles one task. `open` starts a session for several tasks, which is closed when none was due for `idleSeconds`. */
  work?: (deps: Deps, task: LeasedTask) => Promise<TaskOutcome | void>
  open?: (deps: Deps) => TaskSession
  /** Default 0. For a session that is expensive to open: the next task may come soon. */
  idleSeconds?: number
}

export type QueuedDefinition = CommonDefinition & {
  hasLanes?: true
  /** Never given up: repeats the last delay. */
  isNeverGivenUp?: true
  /** Whether another attempt cannot succeed. */
  isFinal?: (error: unknown) => boolean
  /** Shows the failure to a person who can start it again. Without it the task stays listed for the operator. */
  giveUp?: (deps: Deps, task: LeasedTask, error: unknown) => Promise<void>
  /** Wakes this kind afterwards: its tasks may have waited for a free slot. */
  next?: StandingKind
}

export type StandingDefinition = CommonDefinition & {
  /** Seconds from one run to the next, when the work itself returns none; it returns no more. */
  period: number
  /** Runs by the clock (UTC), so many seconds after each period begins. When absent, first at the start of the first process. */
  after?: number
}

export type TaskDefinitions = Readonly<
  Record<QueuedKind, QueuedDefinition> & Partial<Record<StandingKind, StandingDefinition>>
>

export type Definition = QueuedDefinition | StandingDefinition
export const isStanding = (definition: Definition): definition is StandingDefinition =>
  'period' in definition

/** Seconds until the next run. */
export const nextRun = ({ clock }: Deps, { period, after }: StandingDefinition): number =>
  after === undefined ? period : period - ((clock.now().getTime() / 1000 - after) % period)

/** By how many seconds a test has moved the time; 0 in a program. */
export const movedBy = ({ clock }: Deps): number =>
  Math.max(0, clock.now().getTime() - clock.machine().getTime()) / 1000
