// Who was erased since an archive was made, erased again in what was restored.
import { expect, test } from 'vitest'
import { engines, openTestDatabase } from '#test/databases/engines.ts'
import { insertApplication, insertShop } from '#test/rows.ts'
import { eraseAgain } from './erase-again.ts'

test.each(engines)(
  'also who was restricted or had objected in the archive (%s)',
  async (engine) => {
    const db = await openTestDatabase(engine)
    try {
      const shop = await insertShop(db.queries)
      const ids: string[] = []
      for (const state of ['', 'restricted_at = now()', 'objected_at = now()']) {
        const { id } = await insertApplication(db.queries, shop, `person-${ids.length}@example.com`)
        if (state) await db.pool.query(`update applicants set ${state} where id = $1`, [id])
        ids.push(id)
      }
      const client = await db.pool.connect()
      await client.query('begin')
      const done = await eraseAgain(
        client,
        ids.map((application_id, place) => ({
          receipt: `AAAA-BBBB-CCCC-DDDD-000${place}`,
          organization_id: shop.organization.id,
          application_id,
          reason: 'applicant',
          erased_at: '2026-11-01T12:00:00.000Z',
        })),
      )
      await client.query('commit')
      client.release()
      expect(done).toMatchObject({ erased: 3, entered: 0 })
      expect((await db.pool.query('select from applicants')).rowCount).toBe(0)
      expect((await db.pool.query('select from erasures')).rowCount).toBe(3)
    } finally {
      await db.close()
    }
  },
)
