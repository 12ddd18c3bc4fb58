// What runs when, and which act it calls.
import { deleteClosedAccounts } from '#features/accounts/delete-closed-accounts.ts'
import type { Deps } from '#features/deps.ts'
import { sweepAuditLog } from '#features/audit/sweep-audit-log.ts'
import { queueBreachNotices } from '#features/incidents/send-breach-notices.ts'
import { sendDueMails } from '#features/mails/send-due-mails.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'
import { sweepInvitations } from '#features/retention/sweep-invitations.ts'
import { sweepInstalls } from '#features/store/sweep-installs.ts'
import type { Queue } from '#gateways/queue.ts'

export async function schedule(deps: Deps, queue: Queue): Promise<void> {
  await queue.every('send-due-mails', '* * * * *', async () => deps.wakeMails())
  await queue.every('extract-cv-texts', '* * * * *', async () => deps.wakeCvTexts())
  await queue.every('sweep-files', '*/15 * * * *', async () => {
    const removed = await sweepFiles(deps)
    if (removed > 0) deps.log.info({ removed }, 'files without an owner removed')
  })
  await queue.every('sweep-invitations', '20 3 * * *', async () => {
    await sweepInvitations(deps)
  })
  await queue.every('sweep-installs', '10 * * * *', () => sweepInstalls(deps))
  await queue.every('sweep-audit-log', '40 3 * * *', async () => {
    const removed = await sweepAuditLog(deps)
    if (removed > 0) deps.log.info({ removed }, 'audit events older than seven years removed')
  })
  await queue.every('delete-closed-accounts', '*/15 * * * *', async () => {
    const deleted = await deleteClosedAccounts(deps)
    if (deleted > 0) deps.log.info({ deleted }, 'closed accounts deleted')
  })
}

/** The mail worker's work. Notices of a breach come a few at a time, so that other mails are not kept waiting behind them. */
export async function sendMails(deps: Deps): Promise<number | undefined> {
  for (;;) {
    const handedOver = await queueBreachNotices(deps)
    const seconds = await sendDueMails(deps)
    if (handedOver === 0 || deps.closing.aborted) return seconds
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
): { wake: () => void; stop: () => Promise<void> } {
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
