// Leases the tasks of one kind, attempts them, and stores what came of it.
import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import { maskPersonalData } from '#domain/personal-data.ts'
import type { LeasedTask, TaskOutcome, TaskSession } from '#domain/tasks/tasks.ts'
import {
  deleteDoneTask,
  leaseTasks,
  updateTaskGivenUp,
  updateTaskLater,
  type LeaseRequest,
} from '#data/tasks/tasks.ts'
import { retryWhileLeased } from '#gateways/tasks/retry-while-leased.ts'
import type { Deps } from '../deps.ts'
import { takeByLanes, takeInTurn, type Taker } from './take-tasks.ts'
import { isStanding, movedBy, nextRun, type Definition } from './task-definitions.ts'

export type KindWorker = Pick<Taker, 'take'> & {
  /** Makes one attempt and stores its outcome. Throws when the database does not answer: the lease then expires. */
  work: (task: LeasedTask) => Promise<void>
  /** Called when nothing more is due. Closes the session, after its idle time unless this is the end. */
  rest: (isEnd: boolean) => Promise<void>
}

/** Leases and runs the tasks of one kind. */
export function createKindWorker(deps: Deps, kind: TaskKind, definition: Definition): KindWorker {
  let session: TaskSession | undefined
  let idle: NodeJS.Timeout | undefined
  const { open, work, failure, idleSeconds = 0 } = definition
  async function close(): Promise<void> {
    const opened = session
    session = undefined
    await opened?.close()
  }
  const attempt = (task: LeasedTask) => {
    clearTimeout(idle)
    if (open) return (session ??= open(deps)).work(task)
    return work?.(deps, task) ?? Promise.resolve()
  }
  const { take, settled } = createTaker(deps, kind, definition)
  return {
    take,
    async work(task) {
      try {
        await perform(deps, definition, task, attempt)
      } finally {
        settled(task)
      }
    },
    async rest(isEnd) {
      clearTimeout(idle)
      if (isEnd || idleSeconds === 0) return close()
      idle = setTimeout(() => {
        close().catch((error: unknown) => deps.log.error({ err: error, task: kind }, failure))
      }, idleSeconds * 1000).unref()
    },
  }
}

function createTaker(deps: Deps, kind: TaskKind, definition: Definition): Taker {
  const requestOf = (most: number, isEarly = false): LeaseRequest => {
    const moved = movedBy(deps)
    return { kind, most, moved, seconds: definition.leaseSeconds, isEarly }
  }
  if (isStanding(definition)) {
    const take: Taker['take'] = (isEarly, most) =>
      leaseTasks(deps.db.queries, requestOf(most, isEarly))
    return { take, settled: () => {} }
  }
  return definition.hasLanes
    ? { take: takeByLanes(deps, requestOf), settled: () => {} }
    : takeInTurn(deps, definition.atOnce, requestOf)
}

/**
 * The shortest delay that work can ask for. Work that finds something due which it cannot take, because it is locked or hidden from
 * it, would be called again at once and for ever.
 */
const LEAST_SECONDS = 1

const traced = <Answer>({ traces }: Deps, { kind }: LeasedTask, work: () => Promise<Answer>) =>
  traces ? traces.span(`task ${kind}`, { 'storehand.task': kind }, work) : work()

async function perform(
  deps: Deps,
  definition: Definition,
  task: LeasedTask,
  work: (task: LeasedTask) => Promise<TaskOutcome | void>,
): Promise<void> {
  const db = deps.db.queries
  const { attempts } = task
  const { leaseSeconds } = definition
  const settle = (write: () => Promise<void>) => retryWhileLeased(deps.closing, leaseSeconds, write)
  const done = () => settle(() => deleteDoneTask(db, task, movedBy(deps)))
  const later = (
    seconds: number,
    how: { attempts: number; rank?: number; error?: string; isDone?: true },
  ) => settle(() => updateTaskLater(db, task, { moved: movedBy(deps), seconds, ...how }))
  const withoutThis = { attempts: Math.max(0, attempts - 1) }
  const began = performance.now()
  const count = (outcome: 'done' | 'again' | 'given up') =>
    deps.metrics?.countTask({ kind: task.kind, outcome }, (performance.now() - began) / 1000)
  try {
    const isEndless = isStanding(definition) || definition.isNeverGivenUp
    if (!isEndless && attempts > definition.retrySeconds.length + 1) {
      // The last attempt was counted but never ended: its process crashed.
      throw new Error('No attempt came to an end')
    }
    const outcome = await traced(deps, task, () => work(task))
    count('done')
    if (isStanding(definition)) {
      const seconds = outcome?.seconds ?? nextRun(deps, definition)
      await later(Math.max(seconds, LEAST_SECONDS), { attempts: 0, isDone: true })
    } else if (outcome) {
      const { seconds, isPostponed, ...rank } = outcome
      await later(Math.max(seconds, LEAST_SECONDS), {
        ...(isPostponed ? withoutThis : { attempts }),
        ...rank,
        isDone: true,
      })
    } else await done()
  } catch (error) {
    // The process is ending: the next one starts with this task.
    if (deps.closing.aborted) return later(0, withoutThis)
    const retry = retryOf(definition, task, error)
    const details = { task: task.kind, key: task.key, attempt: attempts, retry }
    if (!deps.warnOfExternalFailure(error, definition.failure, details)) {
      deps.log.warn({ ...details, err: error }, definition.failure)
    }
    count(retry === null && !isStanding(definition) ? 'given up' : 'again')
    const reason =
      error instanceof Error ? maskPersonalData(error.message).slice(0, 500) : 'unknown'
    if (retry !== null) await later(retry, { attempts, error: reason })
    else if (isStanding(definition)) {
      await later(nextRun(deps, definition), { attempts: 0, error: reason })
    } else if (definition.giveUp) {
      await definition.giveUp(deps, task, error)
      await done()
    } else await settle(() => updateTaskGivenUp(db, task, reason))
  }
}

function retryOf(definition: Definition, { attempts }: LeasedTask, error: unknown): number | null {
  const { retrySeconds } = definition
  if (!isStanding(definition)) {
    if (definition.isFinal?.(error)) return null
    if (definition.isNeverGivenUp) return retrySeconds[attempts - 1] ?? retrySeconds.at(-1) ?? 0
  }
  return retrySeconds[attempts - 1] ?? null
}
