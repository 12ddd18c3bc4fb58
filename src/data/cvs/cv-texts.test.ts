// Whose CV is read next: organizations take turns, and second tries come last.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestDatabase } from '#test/engines.ts'
import { insertApplication, insertShop } from '#test/rows.ts'
import {
  updateCvTextDone,
  updateCvTextLater,
  updateDueCvText,
  updateHeavyTries,
  type DueCv,
} from './cv-texts.ts'
import { insertCv } from './cvs.ts'
import type { Database } from '../database.ts'

describe.each(engines)('on %s', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openTestDatabase(engine)
  })
  afterAll(() => db.close())

  /** A shop with so many CVs that are due, the first for the longest. */
  async function shopWith(name: string, files: number) {
    const shop = await insertShop(db.queries, name)
    for (let count = 0; count < files; count++) {
      const { id } = await insertApplication(db.queries, shop, `${randomUUID()}@example.com`)
      await insertCv(db.queries, shop.organization.id, {
        storage_key: `cvs/${name} ${count}.pdf`,
        original_name: 'CV.pdf',
        kind: 'pdf',
        byte_size: 1,
        applicant_id: id,
      })
      await db.pool.query(
        `update cv_texts set next_attempt_at = now() - make_interval(secs => $2) where applicant_id = $1`,
        [id, 1000 - count],
      )
    }
    return shop.organization.id
  }
  const take = () => updateDueCvText(db.queries, 90)
  const nameOf = (cv: DueCv | undefined) => cv?.storage_key.replace(/cvs\/|\.pdf/g, '')
  async function takeAll(): Promise<(string | undefined)[]> {
    const names = []
    for (let cv = await take(); cv; cv = await take()) {
      names.push(nameOf(cv))
      await updateCvTextDone(db.queries, cv.cv_id, 'read', false)
    }
    return names
  }

  test('each organization’s in turn, each the one that waits longest', async () => {
    await shopWith('A', 4)
    await shopWith('B', 1)
    await shopWith('C', 2)
    expect(await takeAll()).toEqual(['A 0', 'B 0', 'C 0', 'A 1', 'C 1', 'A 2', 'A 3'])
    // Whoever had no turn yet is first, and the turns of before are not forgotten.
    await shopWith('D', 2)
    await db.pool.query(`update cv_texts set text = null, next_attempt_at = now() where cv_id in
      (select id from cv_files where storage_key in ('cvs/A 0.pdf', 'cvs/B 0.pdf'))`)
    expect(await takeAll()).toEqual(['D 0', 'B 0', 'A 0', 'D 1'])
  })

  test('a second try of a heavy file comes when nothing else is due', async () => {
    const flooded = await shopWith('heavy', 1)
    const first = await take()
    expect(first).toMatchObject({ is_heavy: false, heavy_tries: 0, attempts: 1 })
    await updateHeavyTries(db.queries, flooded)
    await updateCvTextLater(db.queries, first!.cv_id, -2000, { isHeavy: true })
    await shopWith('other', 2)
    const taken = [await take(), await take(), await take(), await take()]
    expect(taken.map(nameOf)).toEqual(['other 0', 'other 1', 'heavy 0', undefined])
    expect(taken[2]).toMatchObject({ is_heavy: true, heavy_tries: 1, attempts: 2 })
  })

  test('heavy tries are counted for an hour', async () => {
    const flooded = await shopWith('counted', 3)
    const first = await take()
    expect(first).toMatchObject({ organization_id: flooded })
    for (let count = 0; count < 3; count++) await updateHeavyTries(db.queries, flooded)
    expect(await take()).toMatchObject({ organization_id: flooded, heavy_tries: 3 })
    await db.pool.query(`update cv_text_turns set heavy_since = now() - interval '61 minutes'`)
    expect(await take()).toMatchObject({ organization_id: flooded, heavy_tries: 0 })
    await updateHeavyTries(db.queries, flooded)
    const { rows } = await db.pool.query(
      'select heavy_tries from cv_text_turns where organization_id = $1',
      [flooded],
    )
    expect(rows).toEqual([{ heavy_tries: 1 }])
  })

  test('of many who take at once nobody takes another’s', async () => {
    await shopWith('raced', 12)
    await shopWith('raced too', 12)
    const seen: string[] = []
    while (seen.length < 24) {
      const taken = await Promise.all(Array.from({ length: 6 }, take))
      seen.push(...taken.flatMap((cv) => (cv ? [cv.cv_id] : [])))
    }
    expect(new Set(seen).size).toBe(24)
  })
})
