// The schema has the statuses of the domain: this test names what a new status needs there.
import { describe, expect, test } from 'vitest'
import {
  applicantStatuses,
  hiringSteps,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'
import { insertApplication, insertShop } from '#test/rows.ts'
import { stage } from './applicant-order.ts'
import { updateApplicantStatuses } from './applicants.ts'
import { insertStatusChanges } from './status-changes.ts'

describe.each(engines)('on %s', async (engine) => {
  const db = await openDatabase(engine)

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

  test('an applicant can have each of them, keeps the furthest step, and loses what is undone', async () => {
    const shop = await insertShop(db.queries)
    const { id } = await insertApplication(db.queries, shop, 'maya@example.com')
    const organizationId = shop.organization.id
    const progress = async () => {
      const { rows } = await db.pool.query<{ reached: number; has_reply: boolean }>(
        'select reached, first_reply_at is not null as has_reply from applicants where id = $1',
        [id],
      )
      return rows[0]
    }
    const move = (from: ApplicantStatus, to: ApplicantStatus, undoes?: string) =>
      db.transaction(async (tx) => {
        await updateApplicantStatuses(tx, organizationId, [id], to)
        const change = { applicantId: id, from, to, changedBy: null, ...(undoes && { undoes }) }
        return (await insertStatusChanges(tx, organizationId, [change])).get(id) ?? ''
      })
    expect(await progress()).toEqual({ reached: 0, has_reply: false })
    const last = hiringSteps.length - 1
    const moves: { from: ApplicantStatus; to: ApplicantStatus; change: string }[] = []
    for (const [place, to] of applicantStatuses.entries()) {
      const from = applicantStatuses[place - 1]
      if (!from) continue
      moves.push({ from, to, change: await move(from, to) })
      expect(await progress(), to).toEqual({ reached: Math.min(place, last), has_reply: true })
    }
    for (const { from, to, change } of moves.toReversed()) {
      await move(to, from, change)
      const reached = Math.max(
        0,
        hiringSteps.findIndex((step) => step === from),
      )
      expect(await progress(), `back to ${from}`).toEqual({ reached, has_reply: reached > 0 })
    }
  })

  test('the index sorts by the order of the steps to a hire', async () => {
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
