// Scheduled work: runs once, in whichever of the server processes gets it.
import { PgBoss } from 'pg-boss'
import type { Pool, QueryResult } from 'pg'

export type Queue = {
  /** Runs `work` on the `cron` schedule (minute resolution), never twice at the same time. */
  every(name: string, cron: string, work: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** How late work may start. Schedules are in minutes, and each poll costs a query. */
const POLLING_SECONDS = 20

/** How often the queue looks for jobs of crashed processes; until then nothing else runs these jobs. */
const SUPERVISE_SECONDS = 60

export async function startQueue(
  pool: Pool,
  onError: (error: unknown) => void,
  superviseSeconds = SUPERVISE_SECONDS,
): Promise<Queue> {
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        // For several statements in one text the driver returns an array of results; pg-boss expects the rows of all of them.
        const answer = (await pool.query(text, values)) as QueryResult | QueryResult[]
        return { rows: Array.isArray(answer) ? answer.flatMap(({ rows }) => rows) : answer.rows }
      },
    },
    supervise: true,
    superviseIntervalSeconds: superviseSeconds,
    schedule: true,
  })
  boss.on('error', onError)
  // When several processes start on a new database, one creates the tables; the others fail once and find them on a retry.
  await boss.start().catch((error: unknown) => {
    if (!isCreatedConcurrently(error)) throw error
    return boss.start()
  })
  return {
    async every(name, cron, work) {
      await boss.createQueue(name, { policy: 'singleton', retryLimit: 2 })
      await boss.schedule(name, cron)
      await boss.work(name, { pollingIntervalSeconds: POLLING_SECONDS }, work)
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}

/** Duplicate key, schema or table: another process created it at the same moment. */
const isCreatedConcurrently = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['23505', '42P06', '42P07'].includes(String(error.code))
