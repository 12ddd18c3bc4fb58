// Scheduled work starts and stops on both database engines.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { engines, openTestDatabase } from '#test/engines.ts'
import { startQueue } from './queue.ts'

describe.each(engines)('on %s', (engine) => {
  let db: Awaited<ReturnType<typeof openTestDatabase>>
  beforeAll(async () => {
    db = await openTestDatabase(engine)
  })
  afterAll(() => db.close())

  test('a schedule is kept once, over starts and stops', async () => {
    const errors: unknown[] = []
    for (let start = 0; start < 2; start++) {
      const queue = await startQueue(db.pool, (error) => errors.push(error))
      await queue.every('sweep-files', '*/15 * * * *', async () => {})
      await queue.every('send-due-mails', '* * * * *', async () => {})
      const { rows } = await db.pool.query('select name, cron from pgboss.schedule order by name')
      expect(rows).toEqual([
        { name: 'send-due-mails', cron: '* * * * *' },
        { name: 'sweep-files', cron: '*/15 * * * *' },
      ])
      const began = performance.now()
      await queue.stop()
      expect(performance.now() - began).toBeLessThan(4000)
    }
    expect(errors).toEqual([])
    expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  // shows: 9-27
  test('work that a dead process had begun is given out again', async () => {
    const errors: unknown[] = []
    const note = (error: unknown) => errors.push(error)
    const first = await startQueue(db.pool, note)
    await first.every('delete-expired', '0 0 1 1 *', async () => {})
    await first.stop()
    await db.pool.query(
      `insert into pgboss.job (name, state, policy, retry_limit, started_on, expire_seconds)
       values ('delete-expired', 'active', 'singleton', 2, now() - interval '1 hour', 900)`,
    )
    const second = await startQueue(db.pool, note, 1)
    await vi.waitFor(
      async () => {
        const { rows } = await db.pool.query(
          "select state from pgboss.job where name = 'delete-expired'",
        )
        expect(rows).toEqual([{ state: 'retry' }])
      },
      { timeout: 50_000, interval: 200 },
    )
    await second.stop()
    expect(errors).toEqual([])
  }, 60_000)
})
