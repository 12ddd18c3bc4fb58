// Works on the tasks of the queue: immediately after a transaction of this process queued some, and by a timer for scheduled
// ones and those of other processes. Its guarantees: docs/decisions/0091-one-queue.md.
import { standingKinds, type TaskKind } from '#domain/tasks/task-kinds.ts'
import { insertStandingTasks, listTaskDelays, updateTasksOfTheFuture } from '#data/tasks/tasks.ts'
import { updateTimesOfTheFuture } from '#data/tasks/times.ts'
import type { Deps } from '../deps.ts'
import { createKindWorker } from './task-attempts.ts'
import {
  isStanding,
  movedBy,
  nextRun,
  type Definition,
  type TaskDefinitions,
} from './task-definitions.ts'
import { BUSY_MS, createLoop, type Loop } from './task-loop.ts'

const kindsOf = (definitions: TaskDefinitions) => Object.keys(definitions) as TaskKind[]

function definitionOf(definitions: TaskDefinitions, kind: TaskKind): Definition {
  const definition = definitions[kind]
  if (!definition) throw new Error(`Nobody works on ${kind}`)
  return definition
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

/** The longest wait of a task whose process crashed right after queueing it. */
const LOOK_MS = 20_000
/** How often what a wrong clock made up is looked for. */
const PULL_MS = 3_600_000
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
