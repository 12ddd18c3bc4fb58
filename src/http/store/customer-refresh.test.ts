// Customer Data Refresh over HTTP: its progress, stop and resume, a failing store, and access.
import { beforeEach, describe, expect, test } from 'vitest'
import { REFRESH_PAUSE_MS, type CustomerRefreshView } from '#domain/store/customer-refresh.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { createTestApp, type Member } from '#test/app.ts'
import { insertApplication } from '#test/rows.ts'
import { makeTasksDue, workDue } from '#test/work.ts'
import { customerOf } from '#test/servers/shop-people.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import { connectTestStore, setStandinFault, type Shop } from '#test/servers/stores.ts'

const { stand, app, connectedShop } = await openStoreApp({ work: 'queued' })
let owner: Member
let job: JobPost
let shop: Shop

beforeEach(async () => {
  ;({ owner, shop } = await connectedShop())
  job = await app.job(owner)
})

/** Applicants, every second of whom bought at the store. */
async function people(number: number) {
  const emails = Array.from(
    { length: number },
    (_, place) => `p${place}-${shop.handle}@mail.example`,
  )
  for (const [place, email] of emails.entries()) {
    await insertApplication(app.deps.db.queries, { organization: owner.organization, job }, email)
    if (place % 2) continue
    shop.customers.push(customerOf({ id: String(place + 1), email }))
  }
}

const at = '/api/customers/refresh'
const read = async () => (await owner.call<CustomerRefreshView>(at)).body
const act = (path = '', who = owner) =>
  who.call<CustomerRefreshView & { error?: { message: string } }>(`${at}${path}`, {
    method: 'POST',
  })
const until = (status: string) =>
  expect.poll(async () => (await read()).refresh?.status, { timeout: 20_000 }).toBe(status)
const flags = async () => {
  const { rows } = await app.deps.db.pool.query<{ is_existing_customer: boolean }>(
    'select is_existing_customer from applicants where organization_id = $1 order by email',
    [owner.organization.id],
  )
  return rows.map(({ is_existing_customer: flag }) => flag)
}
/** Whether each applicant was read at least the pause after the one before, by the times that the product stores. */
const pausesBetweenReads = async () => {
  const { rows } = await app.deps.db.pool.query<{ is_paused: boolean }>(
    `select read_at - lag(read_at) over (order by read_at) >= $2 * interval '1 millisecond' as is_paused
     from applicant_customers where organization_id = $1 order by read_at offset 1`,
    [owner.organization.id, REFRESH_PAUSE_MS],
  )
  return rows.map(({ is_paused }) => is_paused)
}
const doneSoFar = async () => (await read()).refresh?.done ?? 0

describe('works', () => {
  // shows: 2-103, 9-6
  test('everyone is looked up, and the flags are brought up to date', async () => {
    await people(3)
    expect(await read()).toMatchObject({ is_connected: true, refresh: null, applicants: 3 })
    expect((await act()).status).toBe(202)
    await until('finished')
    expect(REFRESH_PAUSE_MS).toBe(200)
    expect(await pausesBetweenReads()).toEqual([true, true])
    expect((await read()).refresh).toMatchObject({ total: 3, done: 3, customers: 2, problem: null })
    expect(await flags()).toEqual([true, false, true])
  })

  test('who is no customer any more loses the flag', async () => {
    await people(1)
    await act()
    await until('finished')
    shop.customers = []
    await act()
    await until('finished')
    expect(await flags()).toEqual([false])
  })

  // shows: 2-104
  test('it is stopped, and goes on where it was; a second beginning meanwhile is the same run', async () => {
    await people(6)
    await act()
    await expect.poll(doneSoFar, { interval: 20 }).toBeGreaterThanOrEqual(2)
    const again = await act('', await app.staff(owner))
    expect(again.body.refresh?.done).toBeGreaterThanOrEqual(2)
    const stopped = await act('/stop')
    expect(stopped.body.refresh?.status).toBe('stopped')
    const place = stopped.body.refresh?.done ?? 0
    expect(place).toBeLessThan(6)
    expect((await act('/resume')).body.refresh?.done).toBe(place)
    await until('finished')
    expect((await read()).refresh).toMatchObject({ done: 6, customers: 3 })
  })

  // shows: 2-103
  test('another process goes on after this one has ended', async () => {
    await people(6)
    const first = await createTestApp({ env: stand.env, database: app.deps.db })
    const visitor = Object.assign(first.visitor(), { cookie: owner.cookie })
    await visitor.call(at, { method: 'POST' })
    await expect.poll(doneSoFar, { interval: 20 }).toBeGreaterThanOrEqual(2)
    await first.close()
    expect((await read()).refresh?.status).toBe('running')
    const place = await doneSoFar()
    expect(place).toBeLessThan(6)
    await makeTasksDue(app.deps, 'refresh-customers')
    // The worker of `app` looks for tasks of other processes only every 20 seconds.
    await workDue(app.deps, 'refresh-customers')
    expect((await read()).refresh?.status).toBe('finished')
    expect((await read()).refresh).toMatchObject({ done: 6, customers: 3 })
  })

  test('a busy store is waited for', async () => {
    await people(2)
    shop.faults.push({ at: 'graphql', kind: 'throttled' }, { at: 'graphql', kind: '429' })
    await act()
    await until('finished')
    expect((await read()).refresh).toMatchObject({ done: 2, customers: 1 })
  })
})

describe('a store in trouble', () => {
  test.each<[string, () => unknown, string | RegExp]>([
    [
      'disconnected in the middle',
      () => Object.assign(shop.install ?? {}, { access_tokens: {}, refresh_tokens: {} }),
      'The store has ended the connection. Please connect it again.',
    ],
    [
      'removed in the middle',
      () => setStandinFault(stand, shop, 'uninstall'),
      // The first where the store is asked after its token has ended, and before its notice has come.
      /^(The store has ended the connection\.|Storehand was removed from this store\. To keep the applications that came through the store, install it again within 48 hours\.)/,
    ],
    [
      'not allowed to share',
      () => Object.assign(shop, { customer_data: 'none' }),
      'The store does not share customer data with this app.',
    ],
    [
      'on hold',
      () => shop.faults.push({ at: 'graphql', kind: '402' }),
      'The store is closed or on hold at the moment.',
    ],
  ])('%s ends the run with the reason, and nobody becomes new by it', async (_, spoil, problem) => {
    await people(4)
    await act()
    await expect.poll(doneSoFar, { interval: 20 }).toBeGreaterThanOrEqual(1)
    await spoil()
    await until('failed')
    const { refresh } = await read()
    expect(refresh?.problem).toMatch(problem)
    expect(refresh?.done).toBeLessThan(4)
    expect((await flags()).filter(Boolean)).toHaveLength(refresh?.customers ?? 0)
    shop.customer_data = 'all'
    await connectTestStore(app, owner, shop)
    await act('/resume')
    await until('finished')
    expect((await read()).refresh).toMatchObject({ done: 4, customers: 2 })
  })
})

describe('refuses and keeps out', () => {
  test('without a store, and where nothing was stopped', async () => {
    const alone = await app.owner()
    const begun = await act('', alone)
    expect([begun.status, begun.body.error?.message]).toEqual([409, 'No store is connected.'])
    expect((await act('/resume', alone)).status).toBe(409)
  })

  test('another organization neither sees nor stops it', async () => {
    await people(5)
    const stranger = await app.owner()
    await act()
    await act('/stop', stranger)
    const seen = await stranger.call<CustomerRefreshView>(at)
    expect(seen.body).toEqual({ is_connected: false, refresh: null, applicants: 0 })
    await until('finished')
  })
})
