// The worker that sends the events of all processes to the open screens of this one.
import type { Deps } from '#features/deps.ts'
import { assignPositions, readNewestPosition } from '#features/live/assign-positions.ts'
import { dispatchEvents } from '#features/live/dispatch-events.ts'

type Worker = { wake: () => void; stop: () => Promise<void> }

/** Runs `work` at once when woken, and again after the seconds that it returns. */
function createWorker(name: string, deps: Deps, work: () => Promise<number>): Worker {
  let running: Promise<void> | undefined
  let isWoken = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    clearTimeout(timer)
    while (isWoken && !isStopped) {
      isWoken = false
      const seconds = await work()
      timer = setTimeout(wake, seconds * 1000 + 50).unref()
    }
  }
  function wake(): void {
    isWoken = true
    if (isStopped || running) return
    running = run()
      .catch((error: unknown) => deps.log.error({ err: error }, name))
      .finally(() => {
        running = undefined
        // More events came after the last look.
        if (isWoken && !isStopped) wake()
      })
  }
  return {
    wake,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Events within this time get their positions and are dispatched together: the delay is not noticeable, and it saves queries. */
const GATHER_MS = 50
/** The longest wait of an event whose process died after the commit, or whose notification was lost with the connection. */
const LOOK_SECONDS = 4

/** The event worker of this process: assigns positions to the events it committed, and dispatches the events of all processes. */
export async function startEventWorker(deps: Deps): Promise<Worker> {
  let position = await readNewestPosition(deps)
  let hasCommitted = false
  /** The newest position that this process was notified of. */
  let heard = position
  let looked = 0
  const worker = createWorker('event worker', deps, async () => {
    const isLook = Date.now() - looked >= LOOK_SECONDS * 1000
    try {
      if (hasCommitted || isLook) {
        looked = Date.now()
        hasCommitted = false
        await assignPositions(deps)
        heard = Number.POSITIVE_INFINITY
      }
      if (heard > position) {
        // A notification that comes from here on is read in the next run.
        heard = 0
        position = await dispatchEvents(deps, position)
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'live events are late')
      hasCommitted = true
    }
    return LOOK_SECONDS
  })
  let gathering: NodeJS.Timeout | undefined
  const stopListening = deps.db.listen({
    onCommit(events) {
      deps.events.dispatchCommitted(events)
      hasCommitted = true
      gathering ??= setTimeout(() => {
        gathering = undefined
        worker.wake()
      }, GATHER_MS).unref()
    },
    onPlaced(upTo) {
      heard = Math.max(heard, upTo)
      if (heard > position) worker.wake()
    },
  })
  worker.wake()
  return {
    wake: worker.wake,
    async stop() {
      clearTimeout(gathering)
      await stopListening()
      await worker.stop()
    },
  }
}
