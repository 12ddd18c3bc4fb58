// Work by the clock starts and stops on both engines, and disturbs nobody.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
})
