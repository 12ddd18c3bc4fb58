// The audit log cannot be changed; if it is changed anyway, the verification of the chain reports it.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { AuditAction } from '#domain/audit/audit-actions.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent, updateAuditOriginsEmptied } from '#data/audit/audit.ts'
import { insertErasures, listErasures, listErasuresByReceipt } from '#data/retention/ledger.ts'
import { RECEIPT } from '#domain/retention/erasures.ts'
import { hashOldOrigins } from './hash-old-origins.ts'
import { sweepAuditLog } from './sweep-audit-log.ts'
import { openApp } from '#test/app.ts'
import { enginesAbove } from '#test/databases/engines.ts'
import { insertPerson, insertShop } from '#test/rows.ts'
import { checkAllChains } from './check-chain.ts'

describe.each(enginesAbove)('on %s', async (engine) => {
  const app = await openApp({ engine })
  const db = app.deps.db

  const write = (
    organizationId: OrganizationId | null,
    action: AuditAction = 'job.created',
    more = {},
  ) =>
    insertAuditEvent(db.queries, organizationId, {
      actor_id: null,
      action,
      resource_type: 'thing',
      resource_id: '1',
      details: { b: 1, a: 'x', é: null },
      ...more,
    })
  async function shop(rows = 5): Promise<OrganizationId> {
    const { organization } = await insertShop(db.queries)
    for (let row = 0; row < rows; row++) await write(organization.id)
    return organization.id
  }
  const check = async (chain: string) =>
    (await checkAllChains(db.queries)).find(({ chain_id }) => chain_id === chain)
  /** What somebody with the database's own rights could do, who switches its guards off first. */
  async function tamper(statement: string, ...values: unknown[]) {
    const tables = ['audit_events', 'audit_chains', 'erasures']
    const client = await db.pool.connect()
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    await client.query(statement, values)
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    client.release()
  }

  test('rows follow each other without a gap, each organization by itself', async () => {
    const [one, other] = [await shop(3), await shop(0)]
    await write(null)
    for (let row = 0; row < 4; row++) await write(row % 2 ? one : other)
    const { rows } = await db.pool.query(
      'select place::int from audit_events where chain_id = $1 order by id',
      [one],
    )
    expect(rows.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5])
    expect(await check(one)).toMatchObject({ rows: 5, broken_at: null, begins_after: 0 })
    expect(await check(other)).toMatchObject({ rows: 2, broken_at: null })
    expect((await checkAllChains(db.queries)).every(({ broken_at }) => broken_at === null)).toBe(
      true,
    )
  })

  test('many at once still make one chain', async () => {
    const chain = await shop(0)
    await Promise.all(Array.from({ length: 40 }, () => write(chain)))
    expect(await check(chain)).toMatchObject({ rows: 40, broken_at: null })
  })

  // shows: V14.2.4, privacy-42
  test('where an act came from is readable for 30 days, then only alike or not alike', async () => {
    const chain = await shop(0)
    const home = { ip_address: '198.51.100.7', user_agent: 'Firefox' }
    for (const from of [home, home, { ...home, ip_address: '203.0.113.9' }]) {
      await write(chain, 'session.started', from)
    }
    const read = async () =>
      (
        await db.pool.query<Record<'ip_address' | 'user_agent' | 'network_hash', string | null>>(
          'select ip_address, user_agent, network_hash from audit_events where chain_id = $1 order by place',
          [chain],
        )
      ).rows
    app.clock.move(29 * 86_400)
    await hashOldOrigins(app.deps)
    expect((await read())[0]).toEqual({ ...home, network_hash: null })
    app.clock.move(2 * 86_400)
    expect(await hashOldOrigins(app.deps)).toBeGreaterThanOrEqual(3)
    const [first, second, third] = await read()
    expect(first).toMatchObject({ ip_address: null, user_agent: null })
    expect(first?.network_hash).toMatch(/^[\w-]{43}$/)
    expect(second?.network_hash).toBe(first?.network_hash)
    expect(third?.network_hash).not.toBe(first?.network_hash)
    expect(await check(chain)).toMatchObject({ rows: 3, broken_at: null })
    expect(await hashOldOrigins(app.deps)).toBe(0)
    app.clock.move(-31 * 86_400)
  })

  // shows: 7-101, privacy-20, V11.4.3, V16.4.2
  test('nothing is changed, removed or emptied at once', async () => {
    const chain = await shop()
    const attempts = [
      `update audit_events set action = 'other'`,
      `update audit_events set details = '{}'`,
      `update audit_events set hash = sha256('x')`,
      `update audit_events set place = place + 100`,
      `update audit_events set ip_address = '198.51.100.7'`,
      `update audit_events set network_hash = 'other'`,
      `update audit_events set chain_id = gen_random_uuid()`,
      'delete from audit_events',
      'truncate audit_events',
      'delete from audit_chains',
      'truncate audit_chains',
      'update audit_chains set place = place - 1',
      `update audit_chains set hash = sha256('x')`,
      'update audit_chains set anchor_place = place + 1',
    ]
    for (const attempt of attempts) {
      await expect(db.pool.query(attempt), attempt).rejects.toThrow(/append-only|only move on/)
      const asTenant = db.forOrganization(chain, (tx) => sql.raw(attempt).execute(tx))
      await expect(asTenant, attempt).rejects.toThrow(/permission denied/)
    }
    expect(await check(chain)).toMatchObject({ rows: 5, broken_at: null })
  })

  // shows: 7-101
  test.each([
    [
      'a changed word',
      `update audit_events set action = 'other' where place = 3 and chain_id = $1`,
      3,
    ],
    [
      'a changed time',
      `update audit_events set created_at = created_at + interval '1 second' where place = 2 and chain_id = $1`,
      2,
    ],
    [
      'another person',
      `update audit_events set actor_id = gen_random_uuid() where place = 5 and chain_id = $1`,
      5,
    ],
    [
      'a changed address',
      `update audit_events set ip_address = '203.0.113.9' where place = 4 and chain_id = $1`,
      4,
    ],
    [
      'a flipped byte of a hash',
      `update audit_events set hash = set_byte(hash, 7, get_byte(hash, 7) # 1) where place = 1 and chain_id = $1`,
      1,
    ],
    ['a missing row', `delete from audit_events where place = 4 and chain_id = $1`, 4],
    ['a missing end', `delete from audit_events where place = 5 and chain_id = $1`, 5],
    ['everything gone', `delete from audit_events where chain_id = $1`, 1],
    ['a head that says less', `update audit_chains set place = 3 where chain_id = $1`, 3],
  ])('%s is found', async (_what, statement, place) => {
    const chain = await shop()
    await tamper(statement, chain)
    expect((await check(chain))?.broken_at).toBe(place)
  })

  describe('the ledger of erasures', () => {
    /** Three erased applications of a new organization, and their receipts. */
    async function erased() {
      const chain = await shop(1)
      const cause = { reason: 'staff' as const }
      const receipts = await db.forOrganization(chain, (tx) =>
        insertErasures(tx, chain, [randomUUID(), randomUUID(), randomUUID()], cause),
      )
      return { chain, receipts: [...receipts.values()].toSorted() }
    }

    // shows: V16.4.2, interface-83
    test('agrees with its chain, is read by number, and cannot be changed', async () => {
      const { chain, receipts } = await erased()
      const other = await erased()
      expect(receipts.every((receipt) => RECEIPT.test(receipt))).toBe(true)
      expect(await check(chain)).toMatchObject({ rows: 4, broken_at: null, unproven_receipt: null })
      const [receipt = ''] = receipts
      expect(await listErasuresByReceipt(db.queries, [receipt])).toEqual([
        {
          receipt,
          reason: 'staff',
          erased_at: expect.any(String),
          organization: expect.any(String),
        },
      ])
      expect(await listErasuresByReceipt(db.queries, ['0000-0000-0000-0000-0000'])).toEqual([])
      const first = await db.forOrganization(chain, (tx) =>
        listErasures(tx, chain, { cursor: undefined, size: 2 }),
      )
      const rest = await db.forOrganization(chain, (tx) =>
        listErasures(tx, chain, { cursor: first.next_cursor ?? undefined, size: 2 }),
      )
      expect([...first.rows, ...rest.rows].map((row) => row.receipt).toSorted()).toEqual(receipts)
      for (const attempt of [
        `update erasures set reason = 'expired'`,
        `update erasures set erased_at = now()`,
        'delete from erasures',
        'truncate erasures',
      ]) {
        await expect(db.pool.query(attempt), attempt).rejects.toThrow(/append-only/)
      }
      // It outlives its organization, of which the receipt then does not tell.
      await db.pool.query('delete from organizations where id = $1', [chain])
      expect(await check(chain)).toMatchObject({ broken_at: null, unproven_receipt: null })
      expect(await listErasuresByReceipt(db.queries, [receipt])).toMatchObject([
        { organization: null },
      ])
      expect(await check(other.chain)).toMatchObject({ unproven_receipt: null })
    })

    test.each([
      ['a missing row', 'delete from erasures where receipt = $1'],
      ['another reason', `update erasures set reason = 'expired' where receipt = $1`],
      [
        'another time',
        `update erasures set erased_at = erased_at - interval '1 s' where receipt = $1`,
      ],
      [
        'another application',
        'update erasures set application_id = gen_random_uuid() where receipt = $1',
      ],
      [
        'a row that was slipped in',
        `insert into erasures (receipt, organization_id, application_id, reason)
         select '0' || substr(receipt, 2), organization_id, gen_random_uuid(), 'staff'
         from erasures where receipt = $1`,
      ],
    ])('%s is found', async (_what, statement) => {
      const { chain, receipts } = await erased()
      await tamper(statement, receipts.at(-1))
      expect((await check(chain))?.unproven_receipt).toMatch(RECEIPT)
    })
  })

  test('two rows that change places are found', async () => {
    const chain = await shop()
    await tamper(
      'update audit_events set place = -place where place in (2, 3) and chain_id = $1',
      chain,
    )
    await tamper(
      'update audit_events set place = 5 + place where place < 0 and chain_id = $1',
      chain,
    )
    expect((await check(chain))?.broken_at).toBe(2)
  })

  test('where acts came from can be emptied, and the chain holds', async () => {
    const chain = await shop(1)
    const actor_id = await insertPerson(db.queries, `${chain}@staff.example`, chain)
    const from = { ip_address: '198.51.100.7', user_agent: 'A browser' }
    await write(chain, 'session.started', { actor_id, ...from })
    await write(chain, 'session.refused', from)
    await updateAuditOriginsEmptied(db.queries, actor_id)
    const { rows } = await db.pool.query(
      `select action, ip_address, user_agent, origin_salt is null as is_salt_gone
       from audit_events where chain_id = $1 and place > 1 order by place`,
      [chain],
    )
    expect(rows).toEqual([
      { action: 'session.started', ip_address: null, user_agent: null, is_salt_gone: true },
      { action: 'session.refused', ...from, is_salt_gone: false },
    ])
    expect(await check(chain)).toMatchObject({ rows: 3, broken_at: null })
  })

  test('it outlives its organization', async () => {
    const chain = await shop()
    await db.pool.query('delete from organizations where id = $1', [chain])
    expect(await check(chain)).toMatchObject({ rows: 5, broken_at: null })
  })

  // shows: privacy-26
  test('what is older than seven years leaves from the front, and the rest can still be followed', async () => {
    const chain = await shop(0)
    const { organization } = await insertShop(db.queries, 'Young')
    await write(organization.id)
    // The fourth is old too, and stays until the young ones before it may go.
    for (const years of [9, 8, 1, 8, 0]) {
      await db.pool.query(
        `insert into audit_events (organization_id, action, resource_type, created_at)
         values ($1, 'old.thing', 'thing', now() - make_interval(years => $2))`,
        [chain, years],
      )
    }
    expect(await sweepAuditLog(app.deps)).toBe(2)
    expect(await check(chain)).toMatchObject({ rows: 3, broken_at: null, begins_after: 2 })
    expect(await sweepAuditLog(app.deps)).toBe(0)
    await write(chain)
    expect(await check(chain)).toMatchObject({ rows: 4, broken_at: null, begins_after: 2 })
    await tamper('delete from audit_events where place = 3 and chain_id = $1', chain)
    expect((await check(chain))?.broken_at).toBe(3)
  })
})
