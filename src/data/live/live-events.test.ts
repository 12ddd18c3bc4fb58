// The order that every reader follows: nothing below a position that was read appears later, on both engines.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cutoff } from '#test/cutoff.ts'
import { createPostgresDatabase } from '#test/databases/database.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'
import { insertShop, type Shop } from '#test/rows.ts'
import type { CommitListener } from '../commits.ts'
import type { Database, Tx } from '../database.ts'
import {
  deleteLiveEventsBefore,
  findLiveWindow,
  insertLiveEvents,
  listLiveEvents,
  listOrganizationEvents,
  updateLivePositions,
} from './live-events.ts'
import { openPostgres } from '../postgres.ts'

describe.each(engines)('on %s', async (engine) => {
  const db = await openDatabase(engine)
  const shop = await insertShop(db.queries)
  beforeEach(() => db.pool.query('delete from live_events'))

  const publish = (subjects: string[], organizationId = shop.organization.id) =>
    db.forOrganization(organizationId, (tx) =>
      insertLiveEvents(tx, organizationId, 'applicant.updated', subjects),
    )
  const readAll = async () => {
    await updateLivePositions(db)
    return listLiveEvents(db.queries, 0, 2000)
  }

  test('an event exists if and only if its act was committed', async () => {
    const [kept, lost] = [randomUUID(), randomUUID()]
    await publish([kept])
    const failing = db.forOrganization(shop.organization.id, async (tx) => {
      await insertLiveEvents(tx, shop.organization.id, 'applicant.updated', [lost])
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect((await readAll()).map((event) => event.subject_id)).toEqual([kept])
  })

  test('500 of one act stand in the order they were given in, once', async () => {
    const subjects = Array.from({ length: 500 }, () => randomUUID())
    await publish(subjects)
    const events = await readAll()
    expect(events.map((event) => event.subject_id)).toEqual(subjects)
    const places = events.map(({ position }) => position)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(new Set(places).size).toBe(500)
    // Given once, a place stays.
    expect(await readAll()).toEqual(events)
  })

  test('a reader of one organization gets nothing of another', async () => {
    const other = await insertShop(db.queries, `Other ${randomUUID()}`)
    const [ours, theirs] = [randomUUID(), randomUUID()]
    await publish([theirs], other.organization.id)
    await publish([ours])
    await updateLivePositions(db)
    const events = await listOrganizationEvents(db.queries, shop.organization.id, 0, 10)
    expect(events.map((event) => event.subject_id)).toEqual([ours])
  })

  test('what was told is said after the commit, and nothing after a rollback', async () => {
    const dispatched: string[] = []
    const stop = db.listen({
      onCommit: (events) => dispatched.push(...events.map((event) => event.subject_id)),
      onPlaced: () => {},
    })
    const [one, two, never] = [randomUUID(), randomUUID(), randomUUID()]
    await db.transaction(async (tx) => {
      await insertLiveEvents(tx, shop.organization.id, 'jobs.changed', [one])
      await insertLiveEvents(tx, shop.organization.id, 'jobs.changed', [two])
      expect(dispatched).toEqual([])
    })
    expect(dispatched).toEqual([one, two])
    const failing = db.transaction(async (tx) => {
      await insertLiveEvents(tx, shop.organization.id, 'jobs.changed', [never])
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    await stop()
    await publish([randomUUID()])
    expect(dispatched).toEqual([one, two])
  })

  test('the sweep leaves a mark where the window begins, and takes nothing that is younger', async () => {
    const [old, older, young] = [randomUUID(), randomUUID(), randomUUID()]
    await publish([older])
    await publish([old])
    await updateLivePositions(db)
    await db.pool.query(`update live_events set created_at = now() - interval '2 hours'`)
    await publish([young])
    const before = await readAll()
    expect(await deleteLiveEventsBefore(db.queries, cutoff(Date.now() - 3_600_000))).toBe(1)
    expect(await readAll()).toEqual(before.slice(1))
    expect(await findLiveWindow(db.queries)).toEqual({
      oldest: before[1]!.position,
      newest: before[2]!.position,
    })
    expect(await deleteLiveEventsBefore(db.queries, cutoff(Date.now() - 3_600_000))).toBe(0)
  })
})

describe('with several connections', () => {
  let server: Awaited<ReturnType<typeof createPostgresDatabase>>
  let one: Database
  let two: Database
  let shop: Shop
  beforeAll(async () => {
    server = await createPostgresDatabase()
    ;[one, two] = await Promise.all([
      openPostgres(server.url, { connections: 20 }),
      openPostgres(server.url, { connections: 20 }),
    ])
    shop = await insertShop(one.queries)
  })
  afterAll(async () => {
    await Promise.all([one.close(), two.close()])
    await server.drop()
  })

  const publish = (tx: Tx, subject: string) =>
    insertLiveEvents(tx, shop.organization.id, 'applicant.updated', [subject])

  // shows: interface-39
  test('an act that began first and committed last is read last, not missed', async () => {
    const [slow, quick] = [randomUUID(), randomUUID()]
    const { newest: start } = await findLiveWindow(one.queries)
    const begun = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const waiting = one.forOrganization(shop.organization.id, async (tx) => {
      await publish(tx, slow)
      begun.resolve()
      await release.promise
    })
    await begun.promise
    await one.forOrganization(shop.organization.id, (tx) => publish(tx, quick))
    await updateLivePositions(two)
    const [first] = await listLiveEvents(two.queries, start, 10)
    expect(first?.subject_id).toBe(quick)
    release.resolve()
    await waiting
    await updateLivePositions(two)
    const rest = await listLiveEvents(two.queries, first!.position, 10)
    expect(rest.map((event) => event.subject_id)).toEqual([slow])
    // Its id is the lower one: anyone who reads by id alone has passed it by.
    expect(rest[0]!.id).toBeLessThan(first!.id)
  })

  test('a reader that follows 600 commits of two processes, placed by both, reads each once', async () => {
    let { newest: position } = await findLiveWindow(one.queries)
    const subjects = Array.from({ length: 600 }, () => randomUUID())
    const read: string[] = []
    let isDone = false
    const reading = (async () => {
      for (let last = false; !last;) {
        last = isDone
        await updateLivePositions(two)
        const events = await listLiveEvents(two.queries, position, 2000)
        read.push(...events.map((event) => event.subject_id))
        position = events.at(-1)?.position ?? position
      }
    })()
    const queue = [...subjects.entries()]
    const write = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [index, subject] = next
        await (index % 2 ? one : two).forOrganization(shop.organization.id, async (tx) => {
          await publish(tx, subject)
          // Some take longer than others, so that ids become visible out of order.
          if (index % 5 === 0) await wait(3)
        })
        if (index % 7 === 0) await updateLivePositions(one)
      }
    }
    await Promise.all(Array.from({ length: 8 }, write))
    isDone = true
    await reading
    expect(read).toHaveLength(600)
    expect(new Set(read)).toEqual(new Set(subjects))
  })

  test('places given by one process are heard of by the other, also after its line was cut', async () => {
    const heard: number[] = []
    const listener: CommitListener = {
      onCommit: () => expect.unreachable('nothing was committed here'),
      onPlaced: (position) => heard.push(position),
    }
    const stop = two.listen(listener)
    const news = async () => {
      heard.length = 0
      await one.forOrganization(shop.organization.id, (tx) => publish(tx, randomUUID()))
      await updateLivePositions(one)
      const { newest } = await findLiveWindow(one.queries)
      await expect.poll(() => heard).toContain(newest)
    }
    const begins = () => expect.poll(() => heard).toContain(Infinity)
    await begins()
    await news()
    await one.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'storehand live'`,
    )
    heard.length = 0
    // Once it is back it says that anything may have happened.
    await begins()
    await news()
    await stop()
    const { rows } = await one.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and application_name = 'storehand live'`,
    )
    expect(rows).toEqual([])
  })
})
