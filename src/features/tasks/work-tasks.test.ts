// The guarantees of the queue for every kind of background work (docs/decisions/0091-one-queue.md).
import type { LeasedTask } from '#domain/tasks/tasks.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import {
  leaseTasks,
  listGivenUpTasks,
  updateGivenUpTasksDue,
  upsertTasks,
  type NewTask,
  updateTaskDueNow,
} from '#data/tasks/tasks.ts'
import type { Deps } from '#features/deps.ts'
import { countMails } from '#data/mails/mail-counts.ts'
import { countUses } from '#data/rate-limits.ts'
import { openApp } from '#test/app.ts'
import { enginesAbove } from '#test/databases/engines.ts'
import { withoutDatabase } from '#test/databases/failing-database.ts'
import { insertShop, type Shop } from '#test/rows.ts'
import { endLeases, makeTasksDue } from '#test/work.ts'
import { taskDefinitions } from '../../schedule.ts'
import { startTaskWorker, workDueTasks, type TaskWorker } from './work-tasks.ts'
import type { QueuedDefinition, StandingDefinition, TaskDefinitions } from './task-definitions.ts'

describe.each(enginesAbove)('on %s', async (engine) => {
  const workers: TaskWorker[] = []
  const app = await openApp({ engine, work: 'none' })
  const deps = app.deps
  beforeEach(() => deps.db.pool.query('delete from background_tasks'))
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    app.clock.reset()
  })

  /** The real kinds, of which some do what the test says. */
  function definitionsWith(
    changed: Partial<Record<TaskKind, Partial<QueuedDefinition> | Partial<StandingDefinition>>>,
  ): TaskDefinitions {
    const kinds = Object.keys(taskDefinitions) as TaskKind[]
    return Object.fromEntries(
      kinds.map((kind) => {
        const { pause: _pause, open: _open, ...own } = taskDefinitions[kind] as QueuedDefinition
        return [kind, { ...own, work: () => Promise.resolve(), ...changed[kind] }]
      }),
    ) as TaskDefinitions
  }
  const start = async (definitions: TaskDefinitions) => {
    const worker = await startTaskWorker(deps, definitions)
    workers.push(worker)
    return worker
  }
  const queue = (...tasks: Omit<NewTask, 'organization_id'>[]) =>
    deps.db.transaction((tx) =>
      upsertTasks(
        tx,
        tasks.map((task) => ({ organization_id: null, ...task })),
      ),
    )
  const mails = (...keys: string[]) =>
    queue(...keys.map((key) => ({ kind: 'send-mail' as const, key })))
  const left = async () =>
    (
      await deps.db.pool.query<{ key: string; attempts: number; seconds: number }>(
        `select key, attempts, round(extract(epoch from due_at - now()))::int as seconds
         from background_tasks where kind = 'send-mail' and given_up_at is null order by key`,
      )
    ).rows
  const take = (kind: TaskKind = 'send-mail', most = 5) =>
    leaseTasks(deps.db.queries, { kind, most, seconds: 60, moved: 0 })
  /** Works as a process that has nothing else to do. */
  const work = (
    changed: Parameters<typeof definitionsWith>[0],
    kinds: TaskKind[] = ['send-mail'],
    by = deps,
  ) => workDueTasks(by, definitionsWith(changed), kinds)

  test('what a transaction queued is worked on once it has committed, by one of two workers', async () => {
    const done: string[] = []
    const definitions = definitionsWith({
      'send-mail': {
        work: async (_deps, task: LeasedTask) => {
          done.push(task.key)
          await wait(5)
        },
      },
    })
    await start(definitions)
    await start(definitions)
    const keys = Array.from({ length: 40 }, (_, index) => `mail ${index}`)
    await Promise.all(keys.map((key) => mails(key)))
    await expect.poll(left).toEqual([])
    expect(done.toSorted()).toEqual(keys.toSorted())
  })

  test('what a transaction queued that did not commit never was', async () => {
    const failing = deps.db.transaction(async (tx) => {
      await upsertTasks(tx, [{ kind: 'send-mail', key: 'never', organization_id: null }])
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await left()).toEqual([])
  })

  test('workers at once never take the same task, nor more than they ask for', async () => {
    await mails(...Array.from({ length: 60 }, (_, index) => `mail ${index}`))
    const taken: string[] = []
    const taking = async () => {
      for (let tasks = await take(); tasks.length > 0; tasks = await take()) {
        expect(tasks.length).toBeLessThanOrEqual(5)
        taken.push(...tasks.map(({ key }) => key))
      }
    }
    await Promise.all([taking(), taking(), taking(), taking()])
    expect(taken).toHaveLength(60)
    expect(new Set(taken).size).toBe(60)
  })

  test('an attempt that failed is followed by others at their times, until it is given up; the operator asks for it again', async () => {
    await queue({ kind: 'work-store-notice', key: 'poisoned', lane: 'tea.myshopify.com' })
    await mails('healthy')
    let attempts = 0
    const failing = {
      'work-store-notice': {
        retrySeconds: [10, 60, 300],
        work: () => {
          attempts += 1
          return Promise.reject(new Error('Poisoned'))
        },
      },
    }
    const waits: number[] = []
    for (let round = 0; round < 10; round++) {
      await work(failing, ['work-store-notice', 'send-mail'])
      const { rows } = await deps.db.pool.query<{ seconds: number }>(
        `select round(extract(epoch from due_at - now()) / 5)::int * 5 as seconds from background_tasks
         where kind = 'work-store-notice' and given_up_at is null`,
      )
      if (!rows[0]) break
      waits.push(rows[0].seconds)
      await makeTasksDue(deps, 'work-store-notice')
    }
    expect(waits).toEqual([10, 60, 300])
    expect(attempts).toBe(4)
    // Nobody else was held up.
    expect(await left()).toEqual([])
    const [given] = await listGivenUpTasks(deps.db.queries)
    expect(given).toMatchObject({
      kind: 'work-store-notice',
      key: 'poisoned',
      last_error: 'Poisoned',
    })
    expect(await updateGivenUpTasksDue(deps.db.queries, { kind: 'send-mail', key: 'x' })).toBe(0)
    expect(await updateGivenUpTasksDue(deps.db.queries)).toBe(1)
    await work({}, ['work-store-notice'])
    const { rowCount } = await deps.db.pool.query(
      `select from background_tasks where kind = 'work-store-notice'`,
    )
    expect(rowCount).toBe(0)
  })

  // shows: interface-76
  test('many tasks of one organization delay no other one, also while they take for ever', async () => {
    const [noisy, other] = await Promise.all(
      ['Noisy Shop', 'Other Shop'].map((name) => insertShop(deps.db.queries, name)),
    )
    const of = (shop: Shop | undefined, name: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        kind: 'send-mail' as const,
        key: `${name} ${index}`,
        organization_id: shop?.organization.id ?? null,
      }))
    const tasks = [
      ...of(noisy, 'noisy', 30),
      ...of(other, 'other', 3),
      ...of(undefined, 'nobody', 2),
    ]
    const queueAll = () => deps.db.transaction((tx) => upsertTasks(tx, tasks))
    const order: string[] = []
    await queueAll()
    await work({
      'send-mail': {
        atOnce: 1,
        work: (_deps, { key }: LeasedTask) => {
          order.push(key.split(' ')[0] ?? '')
          if (order.length > 8) throw new Error('on purpose')
          return Promise.resolve()
        },
      },
    })
    expect(order.slice(0, 8).filter((name) => name === 'other')).toHaveLength(3)
    expect(order.slice(0, 8).filter((name) => name === 'nobody')).toHaveLength(2)

    await deps.db.pool.query('delete from background_tasks')
    const end = Promise.withResolvers<void>()
    const done: string[] = []
    await start(
      definitionsWith({
        'send-mail': {
          atOnce: 3,
          work: async (_deps, { key }: LeasedTask) => {
            if (key.startsWith('noisy')) await end.promise
            else done.push(key)
          },
        },
      }),
    )
    await queueAll()
    await expect.poll(() => done.length).toBe(5)
    end.resolve()
  })

  // shows: interface-44
  test('what a process had in hand that died is free after the lease, with its attempt counted', async () => {
    await mails('mail')
    const [dead] = await take()
    const done: LeasedTask[] = []
    const note = {
      'send-mail': {
        work: (_deps: Deps, task: LeasedTask) => Promise.resolve(void done.push(task)),
      },
    }
    await work(note)
    expect(done).toEqual([])
    expect(await left()).toMatchObject([{ attempts: 1, seconds: 60 }])
    await endLeases(deps, 'send-mail')
    await work(note)
    expect(done).toMatchObject([{ key: 'mail', attempts: 2 }])
    // The one that was believed dead says at last that it is done, or has failed: nothing comes of it.
    await mails('mail')
    expect(dead?.lease).not.toBe(done[0]?.lease)
    expect(await left()).toMatchObject([{ attempts: 0 }])
  })

  test('what ended while the database was away is written once it is back, not after the lease', async () => {
    const ends = Promise.withResolvers<void>()
    const attempts: string[] = []
    const definitions = definitionsWith({
      'send-mail': {
        work: async (_deps, { key }: LeasedTask) => {
          attempts.push(key)
          await ends.promise
          if (key === 'refused') throw new Error('on purpose')
        },
      },
    })
    await mails('sent', 'refused')
    await start(definitions)
    await expect.poll(() => attempts.length).toBe(2)
    await withoutDatabase(deps.db, async () => {
      ends.resolve()
      await wait(50)
    })
    await expect
      .poll(async () => (await left()).map(({ key, seconds }) => [key, seconds > 0]))
      .toEqual([['refused', true]])
    const { rows } = await deps.db.pool.query(
      "select lease from background_tasks where kind = 'send-mail'",
    )
    expect(rows).toEqual([{ lease: null }])
    expect(attempts.toSorted()).toEqual(['refused', 'sent'])
  })

  test('a task that every process dies of is given up without another attempt', async () => {
    await queue({ kind: 'work-store-notice', key: 'deadly', lane: 'tea.myshopify.com' })
    for (let death = 0; death < 3; death++) {
      expect(await take('work-store-notice')).toHaveLength(1)
      await endLeases(deps, 'work-store-notice')
    }
    let attempts = 0
    const counted = () => Promise.resolve(void (attempts += 1))
    await work({ 'work-store-notice': { retrySeconds: [1, 1], work: counted } }, [
      'work-store-notice',
    ])
    expect(attempts).toBe(0)
    expect(await listGivenUpTasks(deps.db.queries)).toMatchObject([
      { key: 'deadly', last_error: 'No attempt came to an end' },
    ])
  })

  test('work that asks to go on at once, again and again, is called once a second', async () => {
    await mails('stuck')
    let runs = 0
    const stuck = {
      work: () => {
        runs += 1
        return Promise.resolve(runs > 20 ? undefined : { seconds: 0 })
      },
    }
    await work({ 'send-mail': stuck })
    expect(runs).toBe(1)
    expect(await left()).toMatchObject([{ key: 'stuck', seconds: 1 }])
    await work({ 'queue-mails': stuck }, ['queue-mails'])
    const { rows } = await deps.db.pool.query(
      `select round(extract(epoch from due_at - now()))::int as seconds from background_tasks where kind = 'queue-mails'`,
    )
    expect(rows).toEqual([{ seconds: 1 }])
  })

  test('queued again while it is worked on, it is worked on once more', async () => {
    await mails('mail')
    let runs = 0
    await work({
      'send-mail': {
        work: async () => {
          runs += 1
          if (runs === 1) await mails('mail')
        },
      },
    })
    expect(runs).toBe(2)
    expect(await left()).toEqual([])
  })

  test('an obstacle that goes while a task meets it does not keep it waiting', async () => {
    await mails('mail')
    let runs = 0
    await work({
      'send-mail': {
        work: async () => {
          runs += 1
          if (runs > 1) return
          await deps.db.transaction((tx) => updateTaskDueNow(tx, 'send-mail', 'mail'))
          throw new Error('The obstacle was there when it looked.')
        },
      },
    })
    expect(runs).toBe(2)
    expect(await left()).toEqual([])
  })

  test('in a lane one task at a time, in order; lanes take turns; a higher rank comes last', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
    const tasks = ['A 0', 'A 1', 'A 2', 'A 3', 'B 0', 'C 0', 'C 1'].map((key, minute) => ({
      kind: 'read-cv' as const,
      key,
      lane: key.slice(0, 1),
      due_at: at(minute),
    }))
    await queue(...tasks.toReversed())
    await deps.db.pool.query(`update background_tasks set rank = 1 where key = 'A 0'`)
    const order: string[] = []
    const runningLanes = new Set<string>()
    const noting = {
      'read-cv': {
        work: async (_deps: Deps, { key, lane }: LeasedTask) => {
          expect(runningLanes).not.toContain(lane)
          runningLanes.add(lane)
          order.push(key)
          await wait(5)
          runningLanes.delete(lane)
        },
      },
    }
    await work(noting, ['read-cv'])
    expect(order).toEqual(['A 1', 'B 0', 'C 0', 'A 2', 'C 1', 'A 3', 'A 0'])

    order.length = 0
    await queue(...tasks)
    await Promise.all([1, 2, 3].map(() => work(noting, ['read-cv'])))
    for (const lane of ['A', 'B', 'C']) {
      const ofLane = order.filter((key) => key.startsWith(lane))
      expect(ofLane).toEqual(ofLane.toSorted())
    }
    expect(order).toHaveLength(7)
  })

  // shows: 9-27
  test('work by the clock is done once at its time, however many processes there are', async () => {
    const times: number[] = []
    const definitions = definitionsWith({
      'queue-mails': {
        period: 3600,
        after: 0,
        work: () => Promise.resolve(void times.push(deps.clock.now().getTime())),
      },
    })
    await Promise.all([start(definitions), start(definitions), start(definitions)])
    expect(times).toEqual([])
    app.clock.move(3600)
    // The processes look a few times a minute; here one more begins.
    await start(definitions)
    await expect.poll(() => times.length).toBe(1)
    const { rows } = await deps.db.pool.query<{ due_at: Date }>(
      `select due_at from background_tasks where kind = 'queue-mails' and lease is null`,
    )
    expect((rows[0]?.due_at.getTime() ?? 1) % 3_600_000).toBeLessThan(1000)
  })

  test('nothing waits for the times of a clock that was ahead, and what is in hand stays there', async () => {
    const done: string[] = []
    const definitions = definitionsWith({
      'queue-mails': {
        period: 3600,
        after: 0,
        work: () => Promise.resolve(void done.push('queue-mails')),
      },
      'send-mail': { work: (_deps, { key }) => Promise.resolve(void done.push(key)) },
    })
    app.clock.move(40 * 86_400)
    await mails('now')
    await workDueTasks(deps, definitions, ['queue-mails', 'send-mail'])
    expect(done).toContain('now')
    const nextRun = async () =>
      (
        await deps.db.pool.query<{ seconds: number }>(
          `select extract(epoch from due_at - now())::int as seconds from background_tasks where kind = 'queue-mails'`,
        )
      ).rows[0]?.seconds
    expect(await nextRun()).toBeGreaterThan(39 * 86_400)
    app.clock.reset()
    done.length = 0
    await mails('late', 'left', 'held', 'tomorrow')
    await deps.db.pool.query(
      `update background_tasks set lease = gen_random_uuid(),
         due_at = now() + case key when 'held' then interval '1 minute' else interval '40 days' end,
         leased_until = now() + case key when 'held' then interval '1 minute' when 'left' then interval '40 days' end
       where key in ('late', 'left', 'held')`,
    )
    await deps.db.pool.query(
      `update background_tasks set due_at = now() + interval '23 hours' where key = 'tomorrow'`,
    )
    await start(definitions)
    await expect.poll(() => [...new Set(done)].toSorted()).toEqual(['late', 'left', 'queue-mails'])
    await expect.poll(nextRun).toBeLessThanOrEqual(3600)
    expect((await left()).map(({ key }) => key)).toEqual(['held', 'tomorrow'])
  })

  test('limits and digests do not wait for the times of a clock that was ahead either', async () => {
    const { organization } = await app.owner()
    const use = { key: `test ${engine}`, seconds: 3600, most: 1 }
    await countUses(deps.db.queries, [use], new Date(Date.now() + 40 * 86_400_000))
    await deps.db.pool.query(
      `insert into mail_counts (organization_id, hour, sent) values ($1, date_trunc('hour', now()) + interval '40 days', 9)`,
      [organization.id],
    )
    expect(await countMails(deps.db.queries, organization.id)).toMatchObject({ day: 9 })
    await work({})
    expect(await countMails(deps.db.queries, organization.id)).toMatchObject({ day: 0 })
    const { full } = await countUses(deps.db.queries, [use])
    expect(full[0]?.until.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000 + 60_000)
  })

  test('a process that ends gives back what it has in hand, and the attempt does not count', async () => {
    await mails('mail')
    const closing = new AbortController()
    const ending = { ...deps, closing: closing.signal }
    await work(
      {
        'send-mail': {
          work: () => {
            closing.abort()
            return Promise.reject(new Error('closed'))
          },
        },
      },
      ['send-mail'],
      ending,
    )
    expect(await left()).toMatchObject([{ attempts: 0, seconds: 0 }])
  })
})
