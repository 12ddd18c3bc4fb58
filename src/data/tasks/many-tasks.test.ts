// The next task is found by reading a few rows, however many tasks wait.
import { beforeAll, describe, expect, test } from 'vitest'
import { enginesAbove, openDatabase } from '#test/databases/engines.ts'
import { insertShop } from '#test/rows.ts'
import { tablesReadWidely } from '#test/rows-read.ts'
import { leaseTasks, listLanesLocked, type LeaseRequest } from './tasks.ts'
import { leaseTasksInTurn } from './turns.ts'

const MANY = 3000
const FEW = 30

describe.each(enginesAbove)('on %s', async (engine) => {
  const db = await openDatabase(engine)
  beforeAll(async () => {
    const { organization } = await insertShop(db.queries)
    for (const kind of ['read-cv', 'send-mail']) {
      await db.pool.query(
        `insert into background_tasks (kind, key, organization_id, lane, due_at)
        select $1, gen_random_uuid()::text, $2, case when $1 = 'read-cv' then 'one' else '' end, now() - n * interval '1 second'
        from generate_series(1, $3::int) as n`,
        [kind, organization.id, MANY],
      )
    }
    await db.pool.query('vacuum analyze')
  })

  const request: LeaseRequest = { kind: 'send-mail', most: 3, seconds: 60, moved: 0 }

  test('in the order of their time', async () => {
    const wide = await db.transaction((tx) =>
      tablesReadWidely(
        tx,
        async () => expect(await leaseTasks(tx, request)).toHaveLength(request.most),
        FEW,
      ),
    )
    expect(wide).toEqual([])
  })

  test('of the organization whose turn it is', async () => {
    const turns = { served: [], busy: [], alone: 2 }
    const wide = await db.transaction((tx) =>
      tablesReadWidely(
        tx,
        async () => expect(await leaseTasksInTurn(tx, request, turns)).toHaveLength(turns.alone),
        FEW,
      ),
    )
    expect(wide).toEqual([])
  })

  test('of a lane, and whether one of it is leased', async () => {
    const inLane: LeaseRequest = { ...request, kind: 'read-cv', lane: 'one', most: 1 }
    const lanes = (tx: Parameters<typeof listLanesLocked>[0]) =>
      listLanesLocked(tx, 'read-cv', request.moved)
    const wide = await db.transaction((tx) =>
      tablesReadWidely(
        tx,
        async () => {
          expect(await lanes(tx)).toMatchObject([{ lane: 'one' }])
          expect(await leaseTasks(tx, inLane)).toHaveLength(1)
          expect(await lanes(tx)).toEqual([])
        },
        FEW,
      ),
    )
    expect(wide).toEqual([])
  })
})
