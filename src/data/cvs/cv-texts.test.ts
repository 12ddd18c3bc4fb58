// Files that took too long to read, and a text that came too late.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase } from '#test/engines.ts'
import { insertApplication, insertShop } from '#test/rows.ts'
import type { Database } from '../database.ts'
import { findCvToRead, updateCvTextDone, updateHeavyTries } from './cv-texts.ts'
import { insertCv } from './cvs.ts'

describe.each(engines)('on %s', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openTestDatabase(engine)
  })
  afterAll(() => db.close())

  test('heavy tries are counted for an hour, and a file is read once', async () => {
    const shop = await insertShop(db.queries)
    const { id } = await insertApplication(db.queries, shop, `${randomUUID()}@example.com`)
    await insertCv(db.queries, shop.organization.id, {
      storage_key: 'cvs/1.pdf',
      original_name: 'CV.pdf',
      kind: 'pdf',
      byte_size: 1,
      applicant_id: id,
    })
    const { rows } = await db.pool.query<{ key: string; lane: string }>(
      `select key, lane from background_tasks where kind = 'read-cv'`,
    )
    expect(rows).toEqual([{ key: expect.any(String), lane: shop.organization.id }])
    const cvId = rows[0]?.key ?? ''
    const triesOf = async () => (await findCvToRead(db.queries, cvId))?.heavy_tries
    expect(await triesOf()).toBe(0)
    for (let count = 0; count < 3; count++) await updateHeavyTries(db.queries, shop.organization.id)
    expect(await triesOf()).toBe(3)
    await db.pool.query(`update heavy_cvs set heavy_since = now() - interval '61 minutes'`)
    expect(await triesOf()).toBe(0)
    await updateHeavyTries(db.queries, shop.organization.id)
    expect(await triesOf()).toBe(1)
    await updateCvTextDone(db.queries, cvId, { text: 'Forklift', isCut: false })
    expect(await findCvToRead(db.queries, cvId)).toBeUndefined()
  })
})
