// Work that runs by the clock, once however many server processes there are.
import { PgBoss } from 'pg-boss'
import type { Pool } from 'pg'

export type Queue = {
  /** Runs `work` whenever `cron` says (minutes are the finest), and never twice at a time. */
  every(name: string, cron: string, work: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Work may be this late: it is a schedule of minutes, and every look costs a query. */
const POLLING_SECONDS = 20

export async function startQueue(pool: Pool, onError: (error: unknown) => void): Promise<Queue> {
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        const { rows } = await pool.query(text, values)
        return { rows }
      },
    },
    supervise: true,
    schedule: true,
  })
  boss.on('error', onError)
  await boss.start()
  return {
    async every(name, cron, work) {
      await boss.createQueue(name, { policy: 'singleton', retryLimit: 2 })
      await boss.schedule(name, cron)
      await boss.work(name, { pollingIntervalSeconds: POLLING_SECONDS }, work)
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
