// Connections of the pool: one organization never holds all of them (docs/decisions/0068-sliding-windows.md).
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { openTestDatabase } from '#test/databases/engines.ts'
import { insertShop } from '#test/rows.ts'
import type { Database } from './database.ts'
import type { Sharer } from './shares.ts'

let db: Database
let noisy: OrganizationId
let other: OrganizationId
beforeAll(async () => {
  // Its pool has five connections: two for the staff of one organization, two for its visitors.
  db = await openTestDatabase('postgres')
  noisy = (await insertShop(db.queries)).organization.id
  other = (await insertShop(db.queries, 'Other Shop')).organization.id
})
afterAll(() => db.close())

const request = <T>(sharer: Sharer | undefined, work: () => Promise<T>) =>
  db.sharing(() => {
    if (sharer) db.nameSharer(sharer)
    return work()
  })
const staff = (id: OrganizationId): Sharer => ({ who: 'staff', id })

// shows: interface-76
test('slow questions of one organization leave connections to its visitors and to others', async () => {
  const end = Promise.withResolvers<void>()
  let running = 0
  const slow = (sharer: Sharer | undefined) =>
    request(sharer, () =>
      db.forOrganization(noisy, async (tx) => {
        running += 1
        await end.promise
        await sql`select 1`.execute(tx)
      }),
    )
  const ofStaff = Array.from({ length: 6 }, () => slow(staff(noisy)))
  const ofVisitors = Array.from({ length: 6 }, () => slow(undefined))
  await expect.poll(() => running).toBe(4)
  const answer = await request(staff(other), () =>
    db.readForOrganization(other, async (tx) => (await sql`select 1 as one`.execute(tx)).rows),
  )
  expect(answer).toEqual([{ one: 1 }])
  expect(running).toBe(4)
  end.resolve()
  await Promise.all([...ofStaff, ...ofVisitors])
  expect(running).toBe(12)
})

test('a request never waits for itself, and what outlives it shares nothing', async () => {
  const both = () =>
    request(staff(noisy), () =>
      db.forOrganization(noisy, (tx) =>
        Promise.all([
          sql`select 1`.execute(tx),
          sql`select 1`.execute(db.queries),
          db.readForOrganization(noisy, (read) => sql`select 1`.execute(read)),
        ]),
      ),
    )
  await both()
  const end = Promise.withResolvers<void>()
  const outlived: Promise<unknown>[] = []
  await request(staff(noisy), () => {
    for (let each = 0; each < 3; each++) {
      outlived.push(end.promise.then(() => db.forOrganization(noisy, () => end.promise)))
    }
    return Promise.resolve()
  })
  end.resolve()
  await Promise.all(outlived)
  expect(db.pool.waitingCount).toBe(0)
})

test('a question that failed gives its place back', async () => {
  const failing = () =>
    request(staff(noisy), () => sql`select nothing`.execute(db.queries)).catch(
      (error: unknown) => error,
    )
  for (let each = 0; each < 5; each++) expect(await failing()).toBeInstanceOf(Error)
  await request(staff(noisy), () => sql`select 1`.execute(db.queries))
})
