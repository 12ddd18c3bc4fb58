// When the tasks of one kind are looked for: at once, after a rush, or after a pause.
import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import type { LeasedTask } from '#domain/tasks/tasks.ts'
import type { Deps } from '../deps.ts'
import { createKindWorker } from './task-attempts.ts'
import { isStanding, type Definition } from './task-definitions.ts'

/** Tasks that wait for the end of a rush start when none was queued for this long. */
const QUIET_MS = 1000
/** In a rush that does not end they start after this time. */
const RUSH_MS = 10_000
/** The delay until the next look when another process has leased the task or its lane. */
export const BUSY_MS = 1000

export type Loop = {
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

export function createLoop(
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
