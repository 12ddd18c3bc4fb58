// The second layer: inside an organization's transaction the database itself denies access to other organizations.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insertCanaries, listTenantTables } from '#test/canaries.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'
import type { Tx } from './database.ts'

const refusal = /row-level security|permission denied/

describe.each(engines)('on %s', async (engine) => {
  const db = await openDatabase(engine)
  const ours = await insertCanaries(db, 'robin')
  const theirs = await insertCanaries(db, 'magpie')
  const tables = await listTenantTables(db)

  const asUs = <T>(work: (tx: Tx) => Promise<T>) => db.forOrganization(ours.organization.id, work)

  /** Undefined where the organization's role may not do this at all. */
  async function tryAsUs(statement: string, ...values: unknown[]) {
    try {
      return await asUs(async (tx) => {
        const pieces = statement.split('?')
        const query = sql.join(
          pieces.flatMap((piece, index) =>
            index < values.length ? [sql.raw(piece), sql`${values[index]}`] : [sql.raw(piece)],
          ),
          sql``,
        )
        return await sql<{ row: string }>`${query}`.execute(tx)
      })
    } catch (error) {
      expect(String(error), statement).toMatch(refusal)
      return undefined
    }
  }

  // shows: 6-7, V13.2.2, V15.3.1
  test('a select without any condition shows our rows and no other', async () => {
    const seen: string[] = []
    for (const table of [...tables, 'organizations']) {
      const result = await tryAsUs(`select to_jsonb(t)::text as row from ${table} t`)
      if (!result) continue
      seen.push(table)
      expect(result.rows.length, table).toBeGreaterThan(0)
      for (const { row } of result.rows) {
        expect(row, table).not.toContain(theirs.organization.id)
        expect(row.toLowerCase(), table).not.toContain('magpie')
      }
    }
    expect(seen).toEqual([...tables.filter((table) => table !== 'mail_outbox'), 'organizations'])
  })

  // The latest time that was seen says nothing of anybody; the overview tells owners while nothing is deleted.
  const forAll = ['organizations', 'time_marks']
  const ofOwnMails = ['local_mailbox']
  test('what belongs to no organization cannot be read at all', async () => {
    const { rows } = await db.pool.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)`,
      [[...tables, ...forAll, ...ofOwnMails]],
    )
    const names = rows.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['users', 'credentials', 'sessions']))
    for (const name of names) expect(await tryAsUs(`select from ${name}`), name).toBeUndefined()
  })

  test('of the local mailbox an organization reaches the copies of its own mails, and not what they say', async () => {
    await db.pool.query(
      `insert into local_mailbox (id, recipient, subject, text, html) select id, '', '', '', '' from mail_outbox`,
    )
    const copies = async (shop: typeof ours) =>
      (
        await db.pool.query<{ id: string }>(
          'select id from local_mailbox where id in (select id from mail_outbox where organization_id = $1)',
          [shop.organization.id],
        )
      ).rows
    const [own, others] = [await copies(ours), await copies(theirs)]
    expect((await tryAsUs('select id from local_mailbox'))?.rows).toEqual(own)
    expect(await tryAsUs('select text from local_mailbox')).toBeUndefined()
    await tryAsUs('delete from local_mailbox')
    expect([await copies(ours), await copies(theirs)]).toEqual([[], others])
    await db.pool.query('delete from local_mailbox')
  })

  // shows: safer-13
  test('rows of another organization cannot be changed, removed, made or given away', async () => {
    const { rows: before } = await snapshot()
    for (const table of tables) {
      const updated = await tryAsUs(
        `update ${table} set organization_id = organization_id where organization_id = ?`,
        theirs.organization.id,
      )
      expect(Number(updated?.numAffectedRows ?? 0), table).toBe(0)
      const deleted = await tryAsUs(
        `delete from ${table} where organization_id = ?`,
        theirs.organization.id,
      )
      expect(Number(deleted?.numAffectedRows ?? 0), table).toBe(0)
      const given = await tryAsUs(`update ${table} set organization_id = ?`, theirs.organization.id)
      expect(given, table).toBeUndefined()
      const { rows } = await db.pool.query<{ row: object }>(
        `select to_jsonb(t) as row from ${table} t where organization_id = $1`,
        [theirs.organization.id],
      )
      // What the database computes itself cannot be given.
      const {
        rows: [columns],
      } = await db.pool.query<{ names: string }>(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      const made = await tryAsUs(
        `insert into ${table} (${columns?.names}) overriding user value
         select ${columns?.names} from jsonb_populate_record(null::${table}, ?::jsonb)`,
        JSON.stringify(rows[0]?.row),
      )
      expect(made, table).toBeUndefined()
    }
    expect((await snapshot()).rows).toEqual(before)
  })

  test('an applicant cannot be tied to a job of another organization', async () => {
    const tied = asUs((tx) =>
      tx.updateTable('applicants').set({ job_post_id: theirs.job.id }).execute(),
    )
    await expect(tied).rejects.toMatchObject({ code: '23503' })
  })

  /** Everything of the other organization. */
  function snapshot() {
    const selects = tables.map(
      (table) => `select '${table}' as name, to_jsonb(t) as row from ${table} t
        where organization_id = $1`,
    )
    return db.pool.query(`${selects.join(' union all ')} order by 1, 2`, [theirs.organization.id])
  }

  const whoAmI = sql<{ role: string; organization: string }>`select current_user as role,
    coalesce(current_setting('storehand.organization_id', true), '') as organization`

  test('the role and the organization end with the transaction, however it ends', async () => {
    const [owner] = (await whoAmI.execute(db.queries)).rows
    expect(owner?.role).not.toBe('storehand_tenant')
    const wrong: unknown[] = []
    const shops = [ours, theirs]
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const { id } = shops[index % 2]!.organization
        const work = db.forOrganization(id, async (tx) => {
          const [me] = (await whoAmI.execute(tx)).rows
          if (me?.role !== 'storehand_tenant' || me.organization !== id) wrong.push(me)
          if (index % 3 === 0) throw new Error('on purpose')
          if (index % 7 === 0) await sql`select 1 / 0`.execute(tx)
        })
        await work.catch(() => {})
        const after = index % 5 === 0 ? db.transaction((tx) => whoAmI.execute(tx)) : undefined
        const [me] = (await (after ?? whoAmI.execute(db.queries))).rows
        if (me?.role !== owner?.role || me?.organization) wrong.push(me)
      }),
    )
    expect(wrong).toEqual([])
  })

  test('nobody changes or removes an audit event', async () => {
    const attempts = [
      `update audit_events set action = 'other'`,
      'update audit_events set created_at = now()',
      'update audit_events set organization_id = null, actor_id = null, action = null',
      `update audit_events set organization_id = '${theirs.organization.id}'`,
      'delete from audit_events',
    ]
    for (const attempt of attempts) {
      await expect(db.pool.query(attempt), attempt).rejects.toThrow(/append-only|not-null/)
      expect(await tryAsUs(attempt), attempt).toBeUndefined()
    }
    expect((await db.pool.query('select from audit_events')).rowCount).toBe(2)
  })
})
