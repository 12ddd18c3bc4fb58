// Work that runs by the clock, once however many server processes there are.
import { PgBoss } from 'pg-boss'
import type { Pool, QueryResult } from 'pg'

export type Queue = {
  /** Runs `work` whenever `cron` says (minutes are the finest), and never twice at a time. */
  every(name: string, cron: string, work: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Work may be this late: it is a schedule of minutes, and every look costs a query. */
const POLLING_SECONDS = 20

/** So often it is looked whether a process died in the middle of its work: until it is found out, nobody does that work. */
const SUPERVISE_SECONDS = 60

export async function startQueue(
  pool: Pool,
  onError: (error: unknown) => void,
  superviseSeconds = SUPERVISE_SECONDS,
): Promise<Queue> {
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        // Of several statements in one text the driver answers a list, and pg-boss wants the rows of them all.
        const answer = (await pool.query(text, values)) as QueryResult | QueryResult[]
        return { rows: Array.isArray(answer) ? answer.flatMap(({ rows }) => rows) : answer.rows }
      },
    },
    supervise: true,
    superviseIntervalSeconds: superviseSeconds,
    schedule: true,
  })
  boss.on('error', onError)
  // Of processes that start at once on a new database one makes its tables; the others find them when they look again.
  await boss.start().catch((error: unknown) => {
    if (!isMadeMeanwhile(error)) throw error
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

/** A schema, or something in one, that was not there a moment ago. */
const isMadeMeanwhile = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['23505', '42P06', '42P07'].includes(String(error.code))
