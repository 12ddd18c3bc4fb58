// A streaming replica answers reads of quiet organizations, and nobody notices: not who has just written, and not when it is away.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#data/postgres.ts'
import type { Database } from '#data/database.ts'
import { createTestApp, type TestApp } from '../app.ts'
import { startPostgres, type PrivatePostgres } from '../servers/postgres.ts'
import { startReplica } from '../servers/replica.ts'
import { insertApplication } from '../rows.ts'
import type { ReplicaListener } from '#data/replica.ts'
import { movedTo, readApplicants } from './applying.ts'

let folder: string
let primary: PrivatePostgres
let replica: PrivatePostgres
let databases: Database[]
let apps: TestApp[]
/** What the second process was told of the replica. */
const changes: boolean[] = []
/** Why it was taken for away. */
const reasons: unknown[] = []
const clients: pg.Client[] = []
async function connect({ url }: PrivatePostgres): Promise<pg.Client> {
  const client = new pg.Client(url())
  client.on('error', () => {})
  await client.connect()
  clients.push(client)
  return client
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-replica-'))
  await chmod(folder, 0o711)
  primary = await startPostgres()
  replica = await startReplica(primary, { keepIn: path.join(folder, 'replica') })
  const open = (onReplica: ReplicaListener) =>
    openPostgres(primary.url(), {
      connections: 5,
      prepares: true,
      readUrl: replica.url(),
      onReplica,
    })
  databases = [
    await open(() => {}),
    await open((isAway, reason) => {
      changes.push(isAway)
      if (isAway) reasons.push(reason)
    }),
  ]
  const env = { SECRET_KEY: randomBytes(32).toString('hex') }
  apps = []
  const METRICS_TOKEN = 'metrics.'.repeat(4)
  for (const database of databases) {
    apps.push(await createTestApp({ database, env: { ...env, METRICS_TOKEN } }))
  }
})
afterAll(async () => {
  await Promise.all((apps ?? []).map((app) => app.close()))
  await Promise.all((databases ?? []).map((database) => database.close()))
  await Promise.all(clients.map((client) => client.end().catch(() => {})))
  await replica?.stop()
  await primary?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('the replica of another database is not believed', async () => {
  await (await connect(primary)).query('create database other')
  const database = await openPostgres(primary.url('other'), {
    connections: 5,
    readUrl: replica.url(),
  })
  const app = await createTestApp({ database })
  const client = new pg.Client(primary.url('other'))
  try {
    const owner = await app.owner()
    const shop = { organization: owner.organization, job: await app.job(owner) }
    await insertApplication(app.deps.db.queries, shop, 'first@example.com')
    await client.connect()
    // What is written is what the replica is asked for.
    await client.query('set synchronous_commit = on')
    await client.query(`
      begin; set local session_replication_role = replica;
      update audit_events set created_at = created_at - interval '1 minute';
      update live_events set created_at = created_at - interval '1 minute';
      commit`)
    for (let times = 0; times < 10; times += 1) {
      // It has the time to reach the place that was the newest one before.
      expect((await readApplicants(owner)).map(({ status }) => status)).toEqual(['applied'])
      await wait(300)
    }
    expect(app.deps.db.isReplicaAway()).toBe(true)
  } finally {
    await client.end()
    await app.close()
    await database.close()
  }
})

// shows: interface-86
test('it answers for quiet organizations, own acts are seen at once at every process, and without it nothing fails', async () => {
  const [one, two] = apps as [TestApp, TestApp]
  const owner = await one.owner()
  const stranger = movedTo(two.url, await one.owner('Other Shop'))
  const shop = { organization: owner.organization, job: await one.job(owner) }
  const { id } = await insertApplication(one.deps.db.queries, shop, 'first@example.com')
  const there = movedTo(two.url, owner)
  const above = await connect(primary)
  // The server of the tests commits before it has written its log, and `reach` looks at what is written: the commit of `quiet` writes all.
  await above.query('set synchronous_commit = on')
  const beside = await connect(replica)

  const metric = async () => {
    const headers = { authorization: `Bearer ${'metrics.'.repeat(4)}` }
    const text = await (await there.fetch('/metrics', { headers })).text()
    return /^storehand_database_replica_up (\d)$/m.exec(text)?.[1]
  }
  /** As if nobody had done anything for a minute. */
  const quiet = () =>
    above.query(`
      begin; set local session_replication_role = replica;
      update audit_events set created_at = created_at - interval '1 minute';
      update live_events set created_at = created_at - interval '1 minute';
      commit`)
  /** When the replica was last asked for rows. */
  const lastAsked = async () => {
    const sessions = async () =>
      (
        await beside.query<{ state: string; query: string; at: string }>(
          `select state, query, query_start::text as at from pg_stat_activity where application_name = 'storehand reads'`,
        )
      ).rows
    // The end of a read is not waited for.
    await expect
      .poll(async () => (await sessions()).every(({ query }) => query === 'rollback'))
      .toBe(true)
    return (await sessions()).map(({ at }) => at).toSorted()
  }
  async function list(who = there) {
    const before = await lastAsked()
    const statuses = (await readApplicants(who)).map(({ status }) => status)
    return { statuses, wasAsked: String(await lastAsked()) !== String(before) }
  }
  const reach = async () => {
    const { rows } = await above.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn')
    const has = `select pg_last_wal_replay_lsn() >= '${rows[0]!.lsn}' as has`
    await expect.poll(async () => (await beside.query(has)).rows).toEqual([{ has: true }])
  }

  // Just made: the primary.
  expect(await list()).toEqual({ statuses: ['applied'], wasAsked: false })
  await quiet()
  await reach()
  expect(await list()).toEqual({ statuses: ['applied'], wasAsked: true })
  for (const address of ['counts', 'counts?q=Maya']) {
    const before = await lastAsked()
    expect((await there.call(`/api/applicants/${address}`)).body).toMatchObject({ all: 1 })
    expect(await lastAsked()).not.toEqual(before)
  }
  expect(await list(stranger)).toMatchObject({ statuses: [] })
  expect(changes).toEqual([])

  // It stands still: anyone who moved somebody sees it at the other process at once.
  await beside.query('select pg_wal_replay_pause()')
  for (const status of ['reviewing', 'interviewed', 'hired']) {
    const address = `/api/applicants/${id}/status`
    const moved = await owner.call(address, { method: 'PATCH', body: { status } })
    expect(moved.status).toBe(200)
    expect(await list()).toEqual({ statuses: [status], wasAsked: false })
  }
  // Nobody does anything any more, and it still stands: it is late, and the primary answers.
  await quiet()
  await wait(3000)
  expect(await list()).toMatchObject({ statuses: ['hired'] })
  expect([changes, await metric()]).toEqual([[true], '0'])
  await beside.query('select pg_wal_replay_resume()')
  await expect
    .poll(() => list(), { interval: 500 })
    .toEqual({ statuses: ['hired'], wasAsked: true })
  expect([changes, await metric()]).toEqual([[true, false], '1'])

  // It is gone, in the midst of reading.
  let isOver = false
  const statuses: number[] = []
  const read = async () => {
    while (!isOver) statuses.push((await there.call('/api/applicants?tab=all')).status)
  }
  const reading = Promise.all([read(), read(), read()])
  await replica.stop()
  await expect.poll(() => changes).toEqual([true, false, true])
  // Late has no reason; gone has the error, which the operator reads in the log.
  expect(reasons).toEqual([undefined, expect.any(Error)])
  await expect.poll(() => statuses.length).toBeGreaterThan(20)
  isOver = true
  await reading
  expect(new Set(statuses)).toEqual(new Set([200]))
})
