// Files that took too long to read, and a text that came too late.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CV_READER } from '#domain/cvs/cvs.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'
import { insertApplication, insertShop } from '#test/rows.ts'
import {
  findCvToRead,
  insertReadingsAgain,
  updateCvTextDone,
  updateCvTextUnreadable,
  updateHeavyTries,
} from './cv-texts.ts'
import { insertCv } from './cvs.ts'

describe.each(engines)('on %s', async (engine) => {
  const db = await openDatabase(engine)

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

  test('what an older reader has read is queued once, later than all that is new, and read once', async () => {
    const { queries, pool } = db
    await pool.query('delete from background_tasks')
    const shop = await insertShop(queries)
    const cvOf = async (change: string) => {
      const { id } = await insertApplication(queries, shop, `${randomUUID()}@example.com`)
      const storage_key = `cvs/${randomUUID()}.pdf`
      const file = { storage_key, original_name: 'CV.pdf', kind: 'pdf', byte_size: 1 } as const
      await insertCv(queries, shop.organization.id, { ...file, applicant_id: id })
      const { rows } = await pool.query<{ cv_id: string }>(
        `update cv_texts set ${change} where applicant_id = $1 returning cv_id`,
        [id],
      )
      return rows[0]!.cv_id
    }
    const text = await cvOf(`text = 'Forklift'`)
    const none = await cvOf(`reason = 'damaged'`)
    const infected = await cvOf(`reason = 'gone'`)
    await pool.query(`update cv_files set scan_state = 'infected' where id = $1`, [infected])
    const read = await cvOf(`text = 'Barista', reader = ${CV_READER}`)
    await pool.query('delete from background_tasks')
    const unread = await cvOf('reader = 0')

    const queued = async () => {
      await db.transaction((tx) => insertReadingsAgain(tx, { most: 9, seconds: 60 }))
      const { rows } = await pool.query<{ key: string; rank: number; minutes: number }>(
        `select key, rank, ceil(extract(epoch from due_at - now()) / 60 - 0.9)::int as minutes
         from background_tasks where kind = 'read-cv' order by rank, due_at`,
      )
      return rows
    }
    const before = await queued()
    expect(before.map(({ rank, minutes }) => [rank, minutes])).toEqual([
      [0, 0],
      [2, 1],
      [2, 2],
    ])
    expect(before[0]?.key).toBe(unread)
    expect(new Set(before.slice(1).map(({ key }) => key))).toEqual(new Set([text, none]))
    expect(await queued()).toHaveLength(3)

    expect(await findCvToRead(queries, text)).toMatchObject({ was_read: true })
    expect(await findCvToRead(queries, unread)).toMatchObject({ was_read: false })
    expect(await findCvToRead(queries, infected)).toBeUndefined()
    expect(await findCvToRead(queries, read)).toBeUndefined()
    // What the new reader cannot read keeps the text that there was.
    await updateCvTextUnreadable(queries, text, 'gone')
    await updateCvTextUnreadable(queries, none, 'no-text')
    const { rows } = await pool.query(
      'select text, reason, reader from cv_texts where cv_id = any($1) order by text',
      [[text, none]],
    )
    expect(rows).toEqual([
      { text: 'Forklift', reason: null, reader: CV_READER },
      { text: null, reason: 'no-text', reader: CV_READER },
    ])
    await pool.query('delete from background_tasks')
    expect(await queued()).toEqual([])
  })
})
