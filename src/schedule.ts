// What runs when, and which act it calls.
import { deleteClosedAccounts } from '#features/accounts/delete-closed-accounts.ts'
import type { Deps } from '#features/deps.ts'
import { passOnEvents } from '#features/live/pass-on-events.ts'
import { placeEvents, readNewestPlace } from '#features/live/place-events.ts'
import { sendDueMails } from '#features/mails/send-due-mails.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'
import { sweepInvitations } from '#features/retention/sweep-invitations.ts'
import { sweepLiveEvents } from '#features/retention/sweep-live-events.ts'
import type { Queue } from '#gateways/queue.ts'

export async function schedule(deps: Deps, queue: Queue): Promise<void> {
  await queue.every('send-due-mails', '* * * * *', async () => deps.wakeMails())
  await queue.every('sweep-files', '*/15 * * * *', async () => {
    const removed = await sweepFiles(deps)
    if (removed > 0) deps.log.info({ removed }, 'files without an owner removed')
  })
  await queue.every('sweep-invitations', '20 3 * * *', async () => {
    await sweepInvitations(deps)
  })
  await queue.every('sweep-live-events', '*/15 * * * *', async () => {
    await sweepLiveEvents(deps)
  })
  await queue.every('delete-closed-accounts', '*/15 * * * *', async () => {
    const deleted = await deleteClosedAccounts(deps)
    if (deleted > 0) deps.log.info({ deleted }, 'closed accounts deleted')
  })
}

/**
 * The mail worker of this process: sends at once when woken, and again when the next retry is due.
 * `deps` is asked for when it runs, because the acts need the worker's wake before the worker can have the acts' doors.
 */
export function createMailWorker(deps: () => Deps): Worker {
  return createWorker(
    async () => {
      const seconds = await sendDueMails(deps())
      return seconds === undefined ? undefined : seconds * 1000 + 50
    },
    (error) => deps().log.error({ err: error }, 'mail worker'),
  )
}

/** Events of one moment are placed and passed on together. */
const GATHER_MS = 10
/** So long an event waits at most whose process died right after the commit, or of which a lost line told nobody. */
const LOOK_MS = 4000

/** The event worker of this process: gives events of its commits their places, and passes on what all processes committed. */
export async function startEventWorker(deps: Deps): Promise<Worker> {
  let position = await readNewestPlace(deps)
  let placed = position
  let hasCommitted = false
  let looked = Date.now()
  const worker = createWorker(
    async () => {
      const isLook = Date.now() - looked >= LOOK_MS
      if (isLook) looked = Date.now()
      if (hasCommitted || isLook) {
        hasCommitted = false
        await placeEvents(deps)
        placed = Number.POSITIVE_INFINITY
      }
      if (placed > position) {
        placed = 0
        position = await passOnEvents(deps, position)
      }
      return LOOK_MS
    },
    (error) => {
      deps.log.warn({ err: error }, 'live events are late')
      placed = Number.POSITIVE_INFINITY
    },
    LOOK_MS,
  )
  let gathering: NodeJS.Timeout | undefined
  const stopListening = deps.db.listen({
    onCommit(events) {
      deps.events.committed(events)
      hasCommitted = true
      gathering ??= setTimeout(() => {
        gathering = undefined
        worker.wake()
      }, GATHER_MS).unref()
    },
    onPlaced(upTo) {
      placed = Math.max(placed, upTo)
      if (placed > position) worker.wake()
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

type Worker = { wake: () => void; stop: () => Promise<void> }

/** Runs `work` when woken, never twice at a time, and again after the milliseconds that it answers, or after a failure. */
function createWorker(
  work: () => Promise<number | undefined>,
  onError: (error: unknown) => void,
  retryMs?: number,
): Worker {
  let running: Promise<void> | undefined
  let isWoken = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    clearTimeout(timer)
    while (isWoken && !isStopped) {
      isWoken = false
      wakeAfter(await work())
    }
  }
  function wakeAfter(ms: number | undefined): void {
    clearTimeout(timer)
    if (ms !== undefined && !isStopped) timer = setTimeout(wake, ms).unref()
  }
  function wake(): void {
    isWoken = true
    if (isStopped || running) return
    running = run()
      .catch((error: unknown) => {
        onError(error)
        wakeAfter(retryMs)
      })
      .finally(() => {
        running = undefined
        // Woken between the last look and here.
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
