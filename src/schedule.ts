// What runs when, and which act it calls.
import { answerMailRequests } from '#features/accounts/mail-requests.ts'
import { deleteClosedAccounts } from '#features/accounts/delete-closed-accounts.ts'
import type { Deps } from '#features/deps.ts'
import { hashOldOrigins } from '#features/audit/hash-old-origins.ts'
import { sweepAuditLog } from '#features/audit/sweep-audit-log.ts'
import { dispatchEvents } from '#features/live/dispatch-events.ts'
import { assignPositions, readNewestPosition } from '#features/live/assign-positions.ts'
import { queueBreachNotices } from '#features/incidents/send-breach-notices.ts'
import { queueApplicantMails } from '#features/mails/queue-applicant-mails.ts'
import { sendDueMails } from '#features/mails/send-due-mails.ts'
import { queueNotifications } from '#features/mails/queue-notifications.ts'
import { deleteExpired } from '#features/retention/delete-expired.ts'
import { foldApplicantCounts } from '#features/retention/fold-applicant-counts.ts'
import { sweepFiles, sweepUnclaimedCvs } from '#features/retention/sweep-files.ts'
import { sweepInvitations } from '#features/retention/sweep-invitations.ts'
import { sweepSentChanges } from '#features/retention/sweep-sent-changes.ts'
import { sweepNotices } from '#features/store/notices/sweep-notices.ts'
import { handOutRefreshes, refreshCustomers } from '#features/store/customers/refresh-customers.ts'
import { sweepInstalls } from '#features/store/sweep-installs.ts'
import { sweepLiveEvents } from '#features/retention/sweep-live-events.ts'
import type { Queue } from '#gateways/queue.ts'

export async function schedule(deps: Deps, queue: Queue): Promise<void> {
  await queue.every('send-due-mails', '* * * * *', async () => deps.wakeMails())
  await queue.every('extract-cv-texts', '* * * * *', async () => deps.wakeCvTexts())
  await queue.every('check-cvs', '* * * * *', async () => deps.wakeCvChecks())
  await queue.every('refresh-customers', '* * * * *', async () => deps.wakeRefreshes())
  await queue.every('sweep-unclaimed-cvs', '*/5 * * * *', () => sweepUnclaimedCvs(deps))
  await queue.every('sweep-files', '*/15 * * * *', async () => {
    const removed = await sweepFiles(deps)
    if (removed > 0) deps.log.info({ removed }, 'files without an owner removed')
  })
  // Every hour: a night in which the server was off is made up for. A second run of a day finds nothing.
  await queue.every('delete-expired', '10 * * * *', async () => {
    const deleted = await deleteExpired(deps)
    if (deleted > 0) deps.log.info({ deleted }, 'applications older than six months deleted')
  })
  await queue.every('sweep-invitations', '20 3 * * *', async () => {
    await sweepInvitations(deps)
  })
  await queue.every('sweep-sent-changes', '35 3 * * *', async () => {
    await sweepSentChanges(deps)
  })
  await queue.every('work-stores', '* * * * *', async () => deps.wakeStoreWork())
  await queue.every('sweep-store-notices', '30 3 * * *', () => sweepNotices(deps))
  await queue.every('sweep-installs', '10 * * * *', () => sweepInstalls(deps))
  await queue.every('sweep-audit-log', '40 3 * * *', async () => {
    const removed = await sweepAuditLog(deps)
    if (removed > 0) deps.log.info({ removed }, 'audit events older than seven years removed')
  })
  await queue.every('hash-old-origins', '50 3 * * *', async () => {
    await hashOldOrigins(deps)
  })
  await queue.every('fold-applicant-counts', '*/5 * * * *', () => foldApplicantCounts(deps))
  await queue.every('sweep-live-events', '*/15 * * * *', async () => {
    await sweepLiveEvents(deps)
  })
  await queue.every('delete-closed-accounts', '*/15 * * * *', async () => {
    const deleted = await deleteClosedAccounts(deps)
    if (deleted > 0) deps.log.info({ deleted }, 'closed accounts deleted')
  })
}

/** The next mail can be days away, and a timer cannot be. */
const LONGEST_REST_SECONDS = 3600

type Worker = { wake: () => void; stop: () => Promise<void> }
/** The mail worker's work. Mails of one act come a few at a time, so that those of others are not kept waiting behind them. */
export async function sendMails(deps: Deps): Promise<number | undefined> {
  for (;;) {
    // First: somebody sits waiting for them.
    await answerMailRequests(deps)
    const notices = await queueBreachNotices(deps)
    const { handled, seconds } = await queueApplicantMails(deps)
    const staff = await queueNotifications(deps)
    const waiting = [await sendDueMails(deps), seconds, staff.seconds].filter(
      (each) => each !== undefined,
    )
    if (notices + handled + staff.handled === 0 || deps.closing.aborted) {
      return waiting.length > 0 ? Math.min(...waiting, LONGEST_REST_SECONDS) : undefined
    }
  }
}

/**
 * A worker of this process: does `work` at once when woken, and again after the seconds that it answers.
 * `deps` is asked for when it runs, because the acts need the worker's wake before the worker can have the acts' doors.
 */
export function createWorker(
  name: string,
  deps: () => Deps,
  work: (deps: Deps) => Promise<number | undefined>,
): Worker {
  let running: Promise<void> | undefined
  let isWoken = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    clearTimeout(timer)
    while (isWoken && !isStopped) {
      isWoken = false
      const seconds = await work(deps())
      if (seconds !== undefined) timer = setTimeout(wake, seconds * 1000 + 50).unref()
    }
  }
  function wake(): void {
    isWoken = true
    if (isStopped || running) return
    running = run()
      .catch((error: unknown) => deps().log.error({ err: error }, name))
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

/** No application has come for so long; then what they left to do is done. */
const QUIET_MS = 1000
/** In a rush that does not end it is done all the same. */
const RUSH_MS = 10_000

/**
 * `wake`, once nobody has asked for it for a moment: reading a CV and drawing the confirmation take more of the processor than
 * taking the application in, and whoever sends one waits. Those of one rush are then worked through together.
 */
export function whenQuiet(wake: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let latest = 0
  return () => {
    const now = Date.now()
    if (!timer) latest = now + RUSH_MS
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        timer = undefined
        wake()
      },
      Math.min(QUIET_MS, Math.max(latest - now, 0)),
    ).unref()
  }
}

/** The refresh worker of this process: runs of many organizations go on side by side, so that a slow store holds up its own alone. */
export function createRefreshWorker(deps: () => Deps): Worker {
  const running = new Set<Promise<void>>()
  const { wake, stop } = createWorker('refresh worker', deps, (open) =>
    handOutRefreshes(open, (run) => {
      const going = refreshCustomers(open, run)
        .catch((error: unknown) => open.log.error({ err: error }, 'refresh worker'))
        .finally(() => running.delete(going))
      running.add(going)
    }),
  )
  return {
    wake,
    async stop() {
      await stop()
      await Promise.all(running)
    },
  }
}

/** Events of one moment are placed and passed on together: nobody sees the delay, and a busy shop pays for it once. */
const GATHER_MS = 50
/** So long an event waits at most whose process died right after the commit, or of which a lost line told nobody. */
const LOOK_SECONDS = 4

/** The event worker of this process: gives events of its commits their places, and passes on what all processes committed. */
export async function startEventWorker(deps: Deps): Promise<Worker> {
  let position = await readNewestPosition(deps)
  let hasCommitted = false
  /** How far there is something to read, as far as this process has heard. */
  let heard = position
  let looked = 0
  const worker = createWorker(
    'event worker',
    () => deps,
    async () => {
      const isLook = Date.now() - looked >= LOOK_SECONDS * 1000
      try {
        if (hasCommitted || isLook) {
          looked = Date.now()
          hasCommitted = false
          await assignPositions(deps)
          heard = Number.POSITIVE_INFINITY
        }
        if (heard > position) {
          // Whatever is heard of from here on is read next.
          heard = 0
          position = await dispatchEvents(deps, position)
        }
      } catch (error) {
        deps.log.warn({ err: error }, 'live events are late')
        hasCommitted = true
      }
      return LOOK_SECONDS
    },
  )
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
