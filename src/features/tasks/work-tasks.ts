// Works on the tasks of the queue: immediately after a transaction of this process queued some, and by a timer for scheduled
// ones and those of other processes. Its guarantees: docs/decisions/0091-one-queue.md.
import {
  standingKinds,
  type QueuedKind,
  type StandingKind,
  type TaskKind,
} from '#domain/tasks/task-kinds.ts'
import { maskPersonalData } from '#domain/personal-data.ts'
import type { LeasedTask, TaskOutcome, TaskSession } from '#domain/tasks/tasks.ts'
import {
  deleteDoneTask,
  insertStandingTasks,
  leaseTasks,
  listTaskDelays,
  updateTaskGivenUp,
  updateTaskLater,
  updateTasksOfTheFuture,
  type LeaseRequest,
} from '#data/tasks/tasks.ts'
import { updateTimesOfTheFuture } from '#data/tasks/times.ts'
import { retryWhileLeased } from '#gateways/tasks/retry-while-leased.ts'
import type { Deps } from '../deps.ts'
import { takeByLanes, takeInTurn, type Taker } from './take-tasks.ts'

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

type Definition = QueuedDefinition | StandingDefinition
const isStanding = (definition: Definition): definition is StandingDefinition =>
  'period' in definition

/** Seconds until the next run. */
const nextRun = ({ clock }: Deps, { period, after }: StandingDefinition): number =>
  after === undefined ? period : period - ((clock.now().getTime() / 1000 - after) % period)

/** By how many seconds a test has moved the time; 0 in a program. */
const movedBy = ({ clock }: Deps): number =>
  Math.max(0, clock.now().getTime() - clock.machine().getTime()) / 1000

const kindsOf = (definitions: TaskDefinitions) => Object.keys(definitions) as TaskKind[]

function definitionOf(definitions: TaskDefinitions, kind: TaskKind): Definition {
  const definition = definitions[kind]
  if (!definition) throw new Error(`Nobody works on ${kind}`)
  return definition
}

type KindWorker = Pick<Taker, 'take'> & {
  /** Makes one attempt and stores its outcome. Throws when the database does not answer: the lease then expires. */
  work: (task: LeasedTask) => Promise<void>
  /** Called when nothing more is due. Closes the session, after its idle time unless this is the end. */
  rest: (isEnd: boolean) => Promise<void>
}

/** Leases and runs the tasks of one kind. */
function createKindWorker(deps: Deps, kind: TaskKind, definition: Definition): KindWorker {
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

const standingIn = (definitions: TaskDefinitions) =>
  standingKinds.flatMap((kind) => {
    const definition = definitions[kind]
    return definition ? [{ kind, definition }] : []
  })

async function prepare(deps: Deps, definitions: TaskDefinitions): Promise<void> {
  const standing = standingIn(definitions).map(({ kind, definition }) => ({
    kind,
    seconds: definition.after === undefined ? 0 : nextRun(deps, definition),
  }))
  await insertStandingTasks(deps.db.queries, standing, movedBy(deps))
  await pullBack(deps, definitions)
}

/** After a clock that was ahead is right again, nothing waits for the times that it made up. */
async function pullBack(deps: Deps, definitions: TaskDefinitions): Promise<void> {
  const { queries } = deps.db
  const standing = standingIn(definitions).map(({ kind, definition: { period } }) => ({
    kind,
    period,
  }))
  const tasks = await updateTasksOfTheFuture(queries, standing, movedBy(deps))
  await updateTimesOfTheFuture(queries, movedBy(deps))
  if (tasks > 0) deps.log.warn({ tasks }, 'tasks waited for a time that a wrong clock had made up')
}

/**
 * Works on everything that is due now, of these kinds or of all, and on tasks queued by that work. For tests, whose clock can
 * be moved. Does not wait for tasks leased by a worker of this process.
 */
export async function workDueTasks(
  deps: Deps,
  definitions: TaskDefinitions,
  kinds: readonly TaskKind[] = kindsOf(definitions),
): Promise<void> {
  await prepare(deps, definitions)
  const works = kinds.map((kind) => {
    const definition = definitionOf(definitions, kind)
    return { definition, worker: createKindWorker(deps, kind, definition) }
  })
  for (let worked = 1; worked > 0 && !deps.closing.aborted;) {
    worked = 0
    for (const { definition, worker } of works) {
      if ((await definition.pause?.(deps)) !== undefined) continue
      const isOnce = isStanding(definition)
      for (;;) {
        const tasks = await worker.take(isOnce, definition.atOnce)
        await Promise.all(tasks.map(worker.work))
        if (tasks.length === 0 || isOnce || deps.closing.aborted) break
        worked += tasks.length
      }
      await worker.rest(true)
    }
  }
}

/** Tasks that wait for the end of a rush start when none was queued for this long. */
const QUIET_MS = 1000
/** In a rush that does not end they start after this time. */
const RUSH_MS = 10_000
/** The longest wait of a task whose process crashed right after queueing it. */
const LOOK_MS = 20_000
/** How often what a wrong clock made up is looked for. */
const PULL_MS = 3_600_000
/** The delay until the next look when another process has leased the task or its lane. */
const BUSY_MS = 1000

type Loop = {
  /** A transaction of this process has queued tasks of this kind. */
  queued: () => void
  /** Starts at once, even when a standing task is not due: another kind has freed a slot. */
  wake: () => void
  /** A task is due. */
  look: () => void
  /** Milliseconds until the next look, given the seconds until the next task is due; undefined while it is running anyway. */
  waitFor: (seconds: number) => number | undefined
  stop: () => Promise<void>
}

export type TaskWorker = { stop: () => Promise<void> }

/** The worker of this process, for all kinds. */
export async function startTaskWorker(
  deps: Deps,
  definitions: TaskDefinitions,
): Promise<TaskWorker> {
  await prepare(deps, definitions)
  const kinds = kindsOf(definitions)
  for (const kind of kinds) {
    const definition = definitionOf(definitions, kind)
    if (isStanding(definition)) deps.metrics?.expectTask(kind, definition.period)
  }
  const loops = new Map<TaskKind, Loop>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let looking: Promise<void> | undefined
  let pullsAt = performance.now() + PULL_MS

  function lookIn(milliseconds: number): void {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => {
      looking = look()
        .catch((error: unknown) => {
          deps.log.error({ err: error }, 'background tasks are late')
          lookIn(BUSY_MS)
        })
        .finally(() => (looking = undefined))
    }, milliseconds).unref()
  }

  async function look(): Promise<void> {
    // Not a task: it would wait for such a time itself.
    if (performance.now() >= pullsAt) {
      pullsAt = performance.now() + PULL_MS
      await pullBack(deps, definitions)
    }
    const delays = await listTaskDelays(deps.db.queries, kinds, movedBy(deps))
    let next = LOOK_MS
    for (const [kind, seconds] of delays) {
      const wait = loops.get(kind)?.waitFor(seconds)
      if (wait === undefined) continue
      if (wait <= 0) loops.get(kind)?.look()
      else next = Math.min(next, wait + 1)
    }
    lookIn(next)
  }

  for (const kind of kinds) {
    const definition = definitionOf(definitions, kind)
    const onIdle = (hasWorked: boolean) => {
      if (hasWorked && 'next' in definition && definition.next) loops.get(definition.next)?.wake()
      lookIn(0)
    }
    loops.set(kind, createLoop(deps, kind, definition, onIdle))
  }
  const stopListening = deps.db.listenForTasks((queued) => {
    for (const kind of queued) loops.get(kind)?.queued()
  })
  lookIn(0)
  return {
    async stop() {
      isStopped = true
      stopListening()
      clearTimeout(timer)
      await looking
      await Promise.all([...loops.values()].map((loop) => loop.stop()))
    },
  }
}

function createLoop(
  deps: Deps,
  kind: TaskKind,
  definition: Definition,
  onIdle: (hasWorked: boolean) => void,
): Loop {
  const worker = createKindWorker(deps, kind, definition)
  const underway = new Set<Promise<void>>()
  let running: Promise<void> | undefined
  let isWoken = false
  let isEarly = false
  let hasWorked = false
  let isStopped = false
  let restsUntil = 0
  /** A process that is ending leases nothing more: it would have to release it. */
  const isOver = () => isStopped || deps.closing.aborted

  function start(task: LeasedTask): void {
    hasWorked = true
    const going = worker
      .work(task)
      .catch((error: unknown) => deps.log.error({ err: error, task: kind }, definition.failure))
      .finally(() => {
        underway.delete(going)
        look()
      })
    underway.add(going)
  }
  async function run(): Promise<void> {
    while (isWoken && !isOver()) {
      isWoken = false
      const pause = await definition.pause?.(deps)
      if (pause !== undefined) {
        restsUntil = performance.now() + pause * 1000
        break
      }
      let room = definition.atOnce - underway.size
      while (room > 0 && !isOver()) {
        const tasks = await worker.take(isEarly && isStanding(definition), room)
        if (tasks.length > 0) isEarly = false
        for (const task of tasks) start(task)
        room = tasks.length === 0 ? 0 : definition.atOnce - underway.size
      }
      restsUntil = performance.now() + BUSY_MS
    }
    if (underway.size === 0 && !isWoken) await worker.rest(false)
  }
  function look(): void {
    isWoken = true
    if (isOver() || running) return
    running = run()
      .catch((error: unknown) => {
        restsUntil = performance.now() + BUSY_MS
        deps.log.error({ err: error, task: kind }, definition.failure)
      })
      .finally(() => {
        running = undefined
        // Another transaction queued tasks after the last check.
        if (isWoken && !isOver()) return look()
        if (underway.size > 0) return
        onIdle(hasWorked)
        hasWorked = false
      })
  }
  function wake(): void {
    isEarly = true
    look()
  }
  let rush: NodeJS.Timeout | undefined
  let rushEnds = 0
  function wakeAfterRush(): void {
    const now = performance.now()
    if (!rush) rushEnds = now + RUSH_MS
    clearTimeout(rush)
    rush = setTimeout(
      () => {
        rush = undefined
        wake()
      },
      Math.min(QUIET_MS, Math.max(rushEnds - now, 0)),
    ).unref()
  }
  return {
    look,
    wake,
    queued: definition.isAfterRush ? wakeAfterRush : wake,
    waitFor(seconds) {
      if (running || underway.size > 0 || rush) return undefined
      const due = isEarly && isStanding(definition) ? 0 : seconds * 1000
      return Math.max(due, restsUntil - performance.now())
    },
    async stop() {
      isStopped = true
      clearTimeout(rush)
      await running
      await Promise.all(underway)
      await worker.rest(true)
    },
  }
}
