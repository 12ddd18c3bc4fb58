// The database interface: guarantees of a transaction, and what a failed query must not affect.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createPostgresDatabase } from '#test/databases/database.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'
import { asOrganizationId, insertShop } from '#test/rows.ts'
import { insertLiveEvents } from './live/live-events.ts'
import { openPostgres } from './postgres.ts'
import { hasBegun, isDuplicate, ping, type Queries } from './database.ts'

describe.each(engines)('on %s', async (engine) => {
  const db = await openDatabase(engine)

  const names = async () =>
    (await db.queries.selectFrom('organizations').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    )

  test('a transaction is kept whole or not at all', async () => {
    await db.transaction((tx) => insertShop(tx, 'Kept'))
    const failed = db.transaction(async (tx) => {
      await insertShop(tx, 'Lost')
      throw new Error('on purpose')
    })
    await expect(failed).rejects.toThrow('on purpose')
    expect(await names()).toEqual(['Kept'])
  })

  test('what only reads asks at once, cannot write, and is over when it failed', async () => {
    const { organization } = await db.transaction((tx) => insertShop(tx, 'Read'))
    const ask = (tx: Queries, value: number) =>
      sql<{ value: number }>`select ${value}::int as value`.execute(tx)
    const answers = await db.readForOrganization(organization.id, (tx) =>
      Promise.all([1, 2, 3, 4].map((value) => ask(tx, value))),
    )
    expect(answers.map(({ rows }) => rows[0]?.value)).toEqual([1, 2, 3, 4])

    const writing = db.readForOrganization(organization.id, (tx) =>
      tx.updateTable('job_posts').set({ title: 'Other' }).execute(),
    )
    await expect(writing).rejects.toThrow('read-only')

    let end = () => {}
    let late: Promise<unknown> | undefined
    const failing = db.readForOrganization(organization.id, (tx) => {
      late = new Promise<void>((resolve) => (end = resolve)).then(() => ask(tx, 5))
      return sql`select 1 / 0`.execute(tx)
    })
    await expect(failing).rejects.toThrow('division by zero')
    end()
    await expect(late).rejects.toThrow('The transaction is over')
    const nameless = db.readForOrganization(asOrganizationId(`${organization.id}'`), (tx) =>
      ask(tx, 6),
    )
    await expect(nameless).rejects.toThrow('Not the id')
    expect(await names()).toContain('Read')
  })

  test
    .runIf(engine === 'postgres')
    .each(['forOrganization', 'forOrganizationAtOnce', 'includingRestricted'] as const)(
    '%s repeats a transaction that a deadlock ended, of which nothing is left',
    async (begin) => {
      const { organization } = await db.transaction((tx) => insertShop(tx, `Crossed ${begin}`))
      const { id } = organization
      const lock = (tx: Queries, which: number) =>
        sql`select pg_advisory_xact_lock(${which}::int, 0)`.execute(tx)
      const published: string[] = []
      const stop = db.listen({
        onCommit: (events) => published.push(...events.map(({ subject_id }) => subject_id)),
        onPlaced() {},
      })
      // The first attempts of both have their first lock before either asks for its second.
      let first = 0
      const bothBegan = Promise.withResolvers<void>()
      let attempts = 0
      const crossing = (about: string, one: number, other: number) =>
        db[begin](id, async (tx) => {
          attempts += 1
          await lock(tx, one)
          await insertLiveEvents(tx, id, 'jobs.changed', [about])
          if (++first === 2) bothBegan.resolve()
          await bothBegan.promise
          await lock(tx, other)
          return about
        })
      const ids = [randomUUID(), randomUUID()]
      const done = await Promise.all([crossing(ids[0]!, 1, 2), crossing(ids[1]!, 2, 1)])
      await stop()
      expect(done).toEqual(ids)
      expect(attempts).toBeGreaterThan(2)
      expect(published.toSorted()).toEqual(ids.toSorted())
    },
  )

  test('a transaction is not repeated for ever, nor after another error', async () => {
    const { organization } = await db.transaction((tx) => insertShop(tx, 'Repeated'))
    const failing = async (code: string) => {
      let attempts = 0
      const work = db.forOrganization(organization.id, async (tx) => {
        attempts += 1
        await sql`do $$ begin raise exception 'on purpose' using errcode = '${sql.raw(code)}'; end $$`.execute(
          tx,
        )
      })
      await expect(work).rejects.toThrow('on purpose')
      return attempts
    }
    expect([await failing('40P01'), await failing('40001')]).toEqual([3, 1])
  })

  test('what is sent with its beginning is kept whole or not at all, in a transaction of its organization', async () => {
    const { organization, job } = await db.transaction((tx) => insertShop(tx, 'At once'))
    const begun = async (tx: Queries) => {
      const query = sql<{ is: boolean }>`select ${hasBegun(organization.id)} is true as is`
      return (await query.execute(tx)).rows[0]?.is
    }
    const rename = (tx: Queries, title: string) =>
      tx.updateTable('job_posts').set({ title }).where('id', '=', job.id).execute()
    const title = async () =>
      (
        await db.queries.selectFrom('job_posts').select('title').where('id', '=', job.id).execute()
      )[0]

    const [isBegun] = await db.forOrganizationAtOnce(organization.id, (tx) =>
      Promise.all([begun(tx), rename(tx, 'Kept')]),
    )
    expect(isBegun).toBe(true)
    const failing = db.forOrganizationAtOnce(organization.id, async (tx) => {
      await rename(tx, 'Lost')
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(await title()).toEqual({ title: 'Kept' })
    // Neither without a transaction, nor on the connection that has just been in one.
    for (let count = 0; count < 3; count++) expect(await begun(db.queries)).toBe(false)
  })

  test('a transaction of one statement takes one alone', async () => {
    const rename = (tx: Queries, name: string) =>
      tx.updateTable('organizations').set({ name }).where('name', '=', 'At once').execute()
    const two = db.inOneStatement(async (tx) => {
      await rename(tx, 'First')
      await rename(tx, 'Second')
    })
    await expect(two).rejects.toThrow('Two statements need a transaction')
    expect(await names()).toContain('First')
  })

  test('moments are ISO text and a second row is told from other refusals', async () => {
    const row = await db.queries
      .insertInto('organizations')
      .values({ name: 'Dated', slug: 'dated', created_at: '2026-03-29T00:59:59.123+01:00' })
      .returning('created_at')
      .executeTakeFirst()
    expect(row?.created_at).toBe('2026-03-28T23:59:59.123Z')
    const insert = (values: { name: string; slug: string }) =>
      db.queries
        .insertInto('organizations')
        .values(values)
        .execute()
        .catch((error: unknown) => error)
    const second = await insert({ name: 'Dated', slug: 'dated' })
    expect(isDuplicate(second, 'organizations_slug_key')).toBe(true)
    expect(isDuplicate(second, 'organizations_pkey')).toBe(false)
    const nameless = await insert({ name: ' ', slug: 'other' })
    expect(isDuplicate(nameless, 'organizations_slug_key')).toBe(false)
    expect(isDuplicate({ code: '23505' }, 'organizations_slug_key')).toBe(false)
  })

  // Of a server each client has a session of its own; of the embedded engine all have the same.
  test.each<[what: string, statement: string, values: unknown[]]>([
    ['that cannot be read', 'select from from', []],
    ['whose value does not fit', 'select $1::int', ['x']],
    ['that fails while it runs', 'select 1 / $1::int', [0]],
    ['that breaks a rule', `insert into organizations (name, slug) values ($1, 'x')`, [' ']],
    ['in a transaction it began itself', 'begin; select 1 / 0; commit', []],
    ['that leaves a transaction open', 'begin; select set_config($$role$$, $$none$$, true); x', []],
  ])('a query %s harms no other', async (_, statement, values) => {
    for (let index = 0; index < 4; index++) {
      await expect(db.pool.query(statement, values)).rejects.toHaveProperty('code')
    }
    const ends = Array.from({ length: 12 }, async (__, index) => {
      if (index % 3 === 0) {
        await expect(db.pool.query(statement, values)).rejects.toHaveProperty('code')
        return index
      }
      const { rows } =
        index % 3 === 1
          ? await db.pool.query<{ index: number }>('select $1::int as index', [index])
          : await sql<{ index: number }>`select ${index}::int as index`.execute(db.queries)
      return rows[0]?.index
    })
    expect(await Promise.all(ends)).toEqual(ends.map((__, index) => index))
    await db.transaction((tx) => insertShop(tx, 'After'))
    expect(await names()).toContain('After')
    await expect(ping(db.queries)).resolves.toBeUndefined()
  })
})

// shows: interface-9
test('a statement that is asked often is prepared, and asked plainly once the server has lost it', async () => {
  const { url, drop } = await createPostgresDatabase()
  const db = await openPostgres(url, { connections: 1, prepares: true })
  try {
    const ask = async (value: number) => {
      const { rows } = await sql<{ value: number }>`select ${value}::int as value`.execute(
        db.queries,
      )
      return rows[0]?.value
    }
    const prepared = async () => {
      const { rows } = await db.pool.query<{ statement: string }>(
        'select statement from pg_prepared_statements',
      )
      return rows.map(({ statement }) => statement)
    }
    for (let value = 1; value < 5; value++) expect(await ask(value)).toBe(value)
    expect(await prepared()).toEqual([])
    expect([await ask(5), await ask(6)]).toEqual([5, 6])
    expect(await prepared()).toEqual(['select $1::int as value'])
    // As behind a pooler that lends another connection of the server.
    await db.pool.query('deallocate all')
    await expect(ask(7)).rejects.toThrow('does not exist')
    expect(await ask(8)).toBe(8)
  } finally {
    await db.close()
    await drop()
  }
})
