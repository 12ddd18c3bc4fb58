// What people did after an archive was made is so again once it is restored: nobody who was hidden is seen, and nobody who left is back.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmbeddedDatabase } from '#data/embedded-database.ts'
import { deleteAccount, deleteOrganization } from '#data/accounts/account-closings.ts'
import type { Database } from '#data/database.ts'
import { insertStoreNotice } from '#data/store/store-notices.ts'
import { openPostgres } from '#data/postgres.ts'
import { LOG, MARKER, openBackupFolder } from '#gateways/backups/backup-folder.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { createPostgresDatabase } from '#test/databases/database.ts'
import { enginesAbove, type Engine } from '#test/databases/engines.ts'
import { insertApplication, insertPerson, insertShop } from '#test/rows.ts'
import { storeClient } from '#test/servers/stores.ts'
import { workStores } from '#test/work.ts'
import { copyErasures } from './copy-erasures.ts'
import { sweepArchives } from './sweep-archives.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { tendBackups } from './tend-backups.ts'
import { writeBackup } from './write-backup.ts'

const KEY = 'the key of the backups, kept elsewhere'
const ids = async (db: Database, query: string, values: unknown[] = []) =>
  (await db.pool.query<{ id: string }>(query, values)).rows.map(({ id }) => id)

let place: string
beforeAll(async () => {
  place = await mkdtemp(path.join(os.tmpdir(), 'storehand-acts-'))
})
afterAll(() => rm(place, { recursive: true, force: true }))

const openApp = (engine: Engine, folder: string) =>
  createTestApp({
    engine,
    work: 'none',
    env: {
      BACKUP_DIR: folder,
      BACKUP_KEY: KEY,
      SHOPIFY_API_KEY: storeClient.id,
      SHOPIFY_API_SECRET: storeClient.secret,
    },
  })

async function emptyDatabase(engine: Engine): Promise<Database> {
  if (engine === 'embedded') return openEmbeddedDatabase(path.join(place, 'restored'))
  const { url, drop } = await createPostgresDatabase()
  const db = await openPostgres(url, { connections: 2 })
  await db.pool.query('drop schema public cascade; create schema public')
  return {
    ...db,
    async close() {
      await db.close()
      await drop()
    },
  }
}

describe.each(enginesAbove)('on %s', (engine) => {
  // shows: interface-82
  test('rights that were used, people who left and organizations that ended since the archive stay so', async () => {
    const folder = path.join(place, `acts-${engine}`)
    const app = await openApp(engine, folder)
    const { deps } = app
    const { db } = deps
    const ask = (query: string, values: unknown[] = []) => db.pool.query(query, values)
    const shop = await insertShop(db.queries)
    const names = 'seen restricted objects upheld withdrawn silent kept ended again'.split(' ')
    const people = new Map<string, string>()
    for (const name of names) {
      const { id } = await insertApplication(db.queries, shop, `${name}@example.com`)
      people.set(name, id)
    }
    const idOf = (name: string) => people.get(name)
    await ask('update applicants set restricted_at = now() where id = $1', [idOf('again')])
    // Wants no mail at all, and allows it again later.
    await ask(
      `insert into job_invitations (organization_id, address_hash, unsubscribed_at, no_contact_at)
       values ($1, sha256('allows'), now(), now())`,
      [shop.organization.id],
    )
    const [leaver, removed, closing] = await Promise.all(
      ['leaver', 'removed', 'closing'].map((name) =>
        insertPerson(db.queries, `${name}@staff.example`, shop.organization.id),
      ),
    )
    const gone = await insertShop(db.queries, 'A Shop That Ends')
    const inGone = await insertApplication(db.queries, gone, 'ended-with-it@example.com')
    const backup = await writeBackup(deps, [])

    // Since then.
    const change = (name: string, set: string) =>
      ask(`update applicants set ${set} where id = $1`, [idOf(name)])
    await change('restricted', 'restricted_at = now()')
    await change('objects', 'objected_at = now()')
    await change('upheld', 'restricted_at = now(), upheld_at = now()')
    await change('withdrawn', 'withdrawn_at = now()')
    await change('silent', 'no_contact_at = now()')
    await change('kept', 'kept_at = now()')
    await change('ended', 'link_generation = link_generation + 1')
    await change('again', 'restricted_at = null')
    await ask('insert into job_invitation_keys (organization_id, key_sealed) values ($1, $2)', [
      shop.organization.id,
      deps.secrets.encrypt('a key'),
    ])
    await ask(
      `insert into job_invitations (organization_id, address_hash, invited_at, unsubscribed_at)
       values ($1, sha256('somebody'), null, now()), ($1, sha256('silent'), null, now())`,
      [shop.organization.id],
    )
    await ask(`update job_invitations set no_contact_at = unsubscribed_at
      where address_hash = sha256('silent')`)
    await ask(`update job_invitations set unsubscribed_at = null, no_contact_at = null
      where address_hash = sha256('allows')`)
    await ask(
      `insert into account_closings (user_id, closes_at) values ($1, now() + interval '7 days')`,
      [closing],
    )
    await ask(
      `update profiles set organization_id = null, role = 'staff', is_approved = false where id = $1`,
      [removed],
    )
    await db.transaction((tx) =>
      deleteAccount(tx, { user_id: leaver!, email: 'leaver@staff.example' }),
    )
    await db.transaction((tx) => deleteOrganization(tx, gone.organization.id))
    await copyErasures(deps)

    // The log says nothing of a person but ids.
    const log = await openBackupFolder(folder, [KEY]).read()
    expect(JSON.stringify(log)).not.toMatch(/@|example|Okafor|Silva/)

    const restored = await emptyDatabase(engine)
    const to = { db: restored, files: deps.files, keyIds: deps.secrets.keyIds() }
    const archive = { keys: [KEY], file: backup.file }
    const checked = await checkBackup(archive.keys, archive.file)
    // Without the log everything would be as it was.
    const done = await restoreBackup(to, { ...archive, checked }, log)
    expect(done).toMatchObject({ erased: 1 })

    const at = (column: string) =>
      ids(restored, `select id from applicants where ${column} is not null`)
    const restricted = await at('restricted_at')
    expect(new Set(restricted)).toEqual(new Set([idOf('restricted'), idOf('upheld')]))
    // Not a restriction that staff may end.
    expect(await at('upheld_at')).toEqual([idOf('upheld')])
    expect(await at('objected_at')).toEqual([idOf('objects')])
    expect(await at('withdrawn_at')).toEqual([idOf('withdrawn')])
    expect(await at('no_contact_at')).toEqual([idOf('silent')])
    expect(await at('kept_at')).toEqual([idOf('kept')])
    const ended = 'select id from applicants where link_generation > 0'
    expect(await ids(restored, ended)).toEqual([idOf('ended')])
    // Somebody has to decide it, or the person stays hidden.
    const open = `select applicant_id as id from rights_requests where kind = 'objection' and completed_at is null`
    expect(await ids(restored, open)).toEqual([idOf('objects')])
    const preferences = `select name || ': ' || concat_ws(', ',
        case when unsubscribed_at is not null then 'no invitations' end,
        case when no_contact_at is not null then 'no mail' end) as id
      from job_invitations join unnest(array['allows', 'silent', 'somebody']) as name on address_hash = sha256(name::bytea)
      order by 1`
    expect(await ids(restored, preferences)).toEqual([
      'allows: ',
      'silent: no invitations, no mail',
      'somebody: no invitations',
    ])
    expect(await ids(restored, 'select organization_id as id from job_invitation_keys')).toEqual([
      shop.organization.id,
    ])
    expect(await ids(restored, 'select user_id as id from account_closings')).toEqual([closing])
    expect(await ids(restored, 'select id from users where id = $1', [leaver])).toEqual([])
    const members = 'select id from profiles where organization_id is not null'
    expect(await ids(restored, members)).toEqual([closing])
    expect(await ids(restored, 'select id from organizations')).toEqual([shop.organization.id])
    expect(await ids(restored, 'select id from applicants where id = $1', [inGone.id])).toEqual([])
    await restored.close()
    await app.close()
  }, 120_000)
})

// shows: privacy-44
test('a store that asked to be forgotten, and a customer whom it asked to forget, are so again', async () => {
  const folder = path.join(place, 'store')
  const app = await openApp('postgres', folder)
  const { deps } = app
  const { db } = deps
  const { organization, job } = await insertShop(db.queries)
  const ask = (query: string, values: unknown[] = []) =>
    db.pool.query(query, [organization.id, ...values])
  const connect = (shop: string, days: number) =>
    ask(
      `insert into store_sessions (shop, organization_id, access_token_sealed, connected_at)
       values ($2, $1, 'sealed', now() - make_interval(days => $3))`,
      [shop, days],
    )
  const [gone, stays] = ['gone.myshopify.com', 'stays.myshopify.com'] as const
  await connect(gone, 9)
  await connect(stays, 9)
  const { id: customer } = await insertApplication(
    db.queries,
    { organization, job },
    'customer@example.com',
    { isExistingCustomer: true },
  )
  await ask(`update applicants set came_by = 'elsewhere' where organization_id = $1`)
  await ask(
    `insert into applicant_customers
       (organization_id, applicant_id, shop, customer_status, customer_id, orders_count, read_at)
     values ($1, $2, $3, 'customer', 'gid://shopify/Customer/7', 12, now())`,
    [customer, gone],
  )
  await ask(
    `insert into rights_requests (organization_id, kind, came_by, verified_by, email, shop, due_at)
     select $1, 'access', 'store', 'store', email, $2, now() + interval '20 days'
     from unnest(array['asked@example.com', 'redacted@example.com']) as email`,
    [gone],
  )
  await ask(
    `insert into email_verifications
       (organization_id, job_post_id, email, token_hash, code_hash, consent_version, came_by, expires_at)
     select $1, $2, email, sha256(email::bytea), '', '1', came_by, now() + interval '1 hour'
     from (values ('visitor@example.com', $3), ('redacted@example.com', 'elsewhere'),
       ('other@example.com', 'elsewhere')) as given (email, came_by)`,
    [job.id, gone],
  )
  const backup = await writeBackup(deps, [])

  // Since then. One of the two connects again, and stays.
  const notices: [string, string, object][] = [
    ['customers/redact', gone, { customer: { email: 'redacted@example.com' } }],
    ...[gone, stays].flatMap((shop): [string, string, object][] => [
      ['app/uninstalled', shop, {}],
      ['shop/redact', shop, {}],
    ]),
  ]
  for (const [topic, shop, payload] of notices) {
    const id = randomUUID()
    const triggered_at = new Date().toISOString()
    const payload_sealed = deps.secrets.encrypt(JSON.stringify(payload))
    await db.transaction((tx) =>
      insertStoreNotice(tx, {
        webhook_id: id,
        event_id: id,
        topic,
        shop,
        triggered_at,
        payload_sealed,
      }),
    )
    await workStores(deps)
  }
  await connect(stays, 0)
  await copyErasures(deps)
  const later = await writeBackup(deps, [])
  const log = await openBackupFolder(folder, [KEY]).read()
  expect(JSON.stringify(log)).not.toMatch(/@|example|Customer/)

  const left = async (asked: Database) => ({
    stores: await ids(asked, 'select shop as id from store_sessions'),
    figures: await ids(asked, 'select customer_id as id from applicant_customers'),
    customers: await ids(asked, 'select id from applicants where is_existing_customer'),
    requests: await ids(asked, 'select email as id from rights_requests where email is not null'),
    answered: await ids(asked, `select outcome as id from rights_requests order by 1 nulls last`),
    proofs: await ids(asked, 'select email as id from email_verifications'),
  })
  const now = {
    stores: [stays],
    figures: [],
    customers: [],
    requests: [],
    answered: ['erased', null],
    proofs: ['other@example.com'],
  }
  expect(await left(db)).toEqual(now)
  for (const [file, stores] of [
    // Its new connection is lost, and the old one is not there again.
    [backup.file, []],
    [later.file, now.stores],
  ] as const) {
    const restored = await emptyDatabase('postgres')
    const to = { db: restored, files: deps.files, keyIds: deps.secrets.keyIds() }
    const checked = await checkBackup([KEY], file)
    await restoreBackup(to, { keys: [KEY], file, checked }, log)
    expect(await left(restored)).toEqual({ ...now, stores })
    expect(await ids(restored, 'select id from applicants')).toEqual([customer])
    await restored.close()
  }
  await app.close()
}, 120_000)

describe('the folder of the backups', () => {
  let app: TestApp
  let folder: string
  beforeAll(async () => {
    folder = path.join(place, 'mounted')
    app = await openApp('postgres', folder)
  })
  afterAll(() => app.close())
  const restrict = async () => {
    const shop = await insertShop(app.deps.db.queries)
    const { id } = await insertApplication(app.deps.db.queries, shop, 'maya@example.com')
    await app.deps.db.pool.query('update applicants set restricted_at = now() where id = $1', [id])
    return id
  }
  const logged = async () => (await openBackupFolder(folder, [KEY]).read()).length

  // shows: interface-81
  test('that is not the one from before is not written to; the rows wait, and are there once it is back', async () => {
    await restrict()
    await copyErasures(app.deps)
    expect(await logged()).toBe(1)
    // As if its disk were not mounted.
    const marker = (await openBackupFolder(folder, [KEY]).readMarker()) ?? ''
    await rm(path.join(folder, MARKER))
    await restrict()
    await expect(copyErasures(app.deps)).rejects.toThrow(/is its disk mounted/)
    await expect(writeBackup(app.deps, [])).rejects.toThrow(/--new-folder/)
    expect(await logged()).toBe(1)
    openBackupFolder(folder, [KEY]).makeMarker(marker)
    await copyErasures(app.deps)
    expect(await logged()).toBe(2)
  })

  // shows: privacy-43
  test('gets again what its log lost, and loses it with archives after their days', async () => {
    const { file } = await writeBackup(app.deps, [])
    await rm(path.join(folder, LOG))
    expect(await tendBackups(app.deps)).toBe(2)
    expect(await logged()).toBe(2)
    // An archive has the age that its name says, also where it was copied to another disk.
    app.clock.move(29 * 86_400)
    await utimes(file, app.clock.now(), app.clock.now())
    expect(await sweepArchives(app.deps)).toBe(0)
    app.clock.move(86_400 - 1800)
    // The newest one stays, however old it is: nothing else would bring the data back.
    expect(await sweepArchives(app.deps)).toBe(0)
    expect((await writeBackup(app.deps, [])).deleted).toBe(1)
    await expect(checkBackup([KEY], file)).rejects.toThrow()
    // Acts leave the database and the log once no archive is older than they are.
    app.clock.move(2 * 86_400)
    expect(await tendBackups(app.deps)).toBe(0)
    expect(await ids(app.deps.db, 'select id from copied_acts')).toEqual([])
    expect(await logged()).toBe(0)
    app.clock.reset()
  })

  // shows: privacy-43
  test('loses what a process was writing when it was killed, after a day', async () => {
    const unfinished = ['12-00-00', '13-00-00'].map(
      (time) => `storehand-2026-11-26T${time}-000Z.backup.unfinished`,
    )
    const cut = `${LOG}.1234.new`
    for (const name of [...unfinished, cut]) await writeFile(path.join(folder, name), 'cut off')
    const longAgo = new Date(Date.now() - 25 * 3_600_000)
    for (const name of [unfinished[0]!, cut]) {
      await utimes(path.join(folder, name), longAgo, longAgo)
    }
    await writeBackup(app.deps, [])
    const left = (await readdir(folder)).filter((name) => /\.(?:unfinished|new)$/.test(name))
    // It may be written still.
    expect(left).toEqual([unfinished[1]])
  })
})
