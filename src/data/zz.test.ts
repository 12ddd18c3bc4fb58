import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/engines.ts'
import { insertCanaries } from '#test/canaries.ts'
test('x', async () => {
  const db = await openTestDatabase('embedded')
  const shop = await insertCanaries(db, 'a')
  void shop
  for (const [s, v] of [
    [`select 1/$1::int`, [0]],
    [`update applicants set status = $1`, ['zz']],
    [`update applicants set status = 'zz'`, []],
    [`update applicant_status_history set from_status = $1`, ['applied']],
    [`update applicant_status_history set from_status = $1`, ['nonsense']],
    [`update applicant_status_history set from_status = $1`, ['nonsense']],
    [`select 1`, []],
    ] as const) {
    const r = await db.pool.query(s, [...v]).then((r) => r.rowCount, (e) => `${e.code} ${e.message}`)
    console.log(s, v, r, db.pool.totalCount)
  }
  await db.pool.query('drop schema public cascade'); await db.pool.query('create schema public')
    const r = await db.pool.query(`select 1/$1::int`, [0]).then((r) => r.rowCount, (e) => `${e.code} ${e.message}`)
    console.log(r)
  await db.close()
})
