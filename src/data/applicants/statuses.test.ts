// The schema has the statuses of the domain: this test names what a new status needs there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applicantStatuses, hiringSteps } from '#domain/applicants/applicants.ts'
import { engines, openTestDatabase } from '#test/engines.ts'
import { insertApplication, insertShop } from '#test/rows.ts'
import type { Database } from '../database.ts'
import { stage } from './applicant-order.ts'

describe.each(engines)('on %s', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await openTestDatabase(engine)
  })
  afterAll(() => db.close())

  test('every check of a status allows all of them', async () => {
    const { rows } = await db.pool.query<{ name: string; check: string }>(
      `select conname as name, pg_get_constraintdef(oid) as check from pg_constraint
       where contype = 'c' and pg_get_constraintdef(oid) like '%''reviewing''%' order by conname`,
    )
    expect(rows).toHaveLength(5)
    const missing = rows.flatMap(({ name, check }) =>
      applicantStatuses
        // No mail is sent about it: that somebody has applied is said by 'received'.
        .filter((status) => status !== 'applied' || !name.includes('mail'))
        .filter((status) => !check.includes(`'${status}'`))
        .map((status) => `${name} does not allow ${status}`),
    )
    expect(missing).toEqual([])
  })

  test('an applicant can have each of them, and keeps the furthest step', async () => {
    const shop = await insertShop(db.queries)
    const { id } = await insertApplication(db.queries, shop, 'maya@example.com')
    const moved: [string, number][] = []
    for (const status of applicantStatuses) {
      const { rows } = await db.pool.query<{ status: string; reached: number }>(
        'update applicants set status = $2 where id = $1 returning status, reached',
        [id, status],
      )
      for (const row of rows) moved.push([row.status, row.reached])
    }
    const last = hiringSteps.length - 1
    expect(moved).toEqual(applicantStatuses.map((status, place) => [status, Math.min(place, last)]))
  })

  test('the steps to a hire are counted in their order, and the index sorts by it', async () => {
    const { rows } = await db.pool.query<{ step: number }>(
      'select step_of(status)::int as step from unnest($1::text[]) as status',
      [hiringSteps],
    )
    expect(rows.map(({ step }) => step)).toEqual(hiringSteps.map((_, place) => place))
    const { rows: indexes } = await db.pool.query<{ definition: string }>(
      "select pg_get_indexdef('applicants_stage_idx'::regclass) as definition",
    )
    const casesOf = (expression = '') => expression.match(/(?<=when '|then |else )\w+/gi)
    expect(casesOf(indexes[0]?.definition)).toEqual([
      ...hiringSteps.flatMap((status, place) => [status, String(place)]),
      String(hiringSteps.length),
    ])
    expect(casesOf(stage.compile(db.queries).sql)).toEqual(casesOf(indexes[0]?.definition))
  })
})
