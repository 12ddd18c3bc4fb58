// A rotation of the main key: everything is encrypted again while the server runs, even after an interruption.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCv } from '#data/cvs/cvs.ts'
import type { Database } from '#data/database.ts'
import { encryptedColumns } from '#data/keys/encrypted-values.ts'
import { openPostgres } from '#data/postgres.ts'
import { openFiles } from '#gateways/files.ts'
import { createSecrets } from '#gateways/secrets.ts'
import { createTestApp } from '#test/app.ts'
import { createPostgresDatabase } from '#test/databases/database.ts'
import { openTestDatabase } from '#test/databases/engines.ts'
import { pdf } from '#test/input/files.ts'
import { insertApplication, insertShop } from '#test/rows.ts'
import type { PageLink } from '#domain/rights/applicant-page.ts'
import { pageToken, readPageToken } from '#gateways/rights/page-links.ts'
import { replaceLinkKey } from './link-key.ts'
import { countByKey, reencryptValues } from './reencrypt-values.ts'

const newKey = () => randomBytes(32).toString('hex')
/** As values were encrypted before they named their key. */
const withoutId = (encrypted: string) => `1.${encrypted.split('.')[2]}`

const insertMails = (db: Database, encrypted: readonly string[]) =>
  db.pool.query(
    `insert into mail_outbox (kind, recipient, sender_name, data_sealed, state)
     select 'verification', 'p' || place || '@example.com', 'Shop', encrypted, 'waiting'
     from unnest($1::text[]) with ordinality as given (encrypted, place)`,
    [encrypted],
  )
const storedMails = async (db: Database) =>
  (
    await db.pool.query<{ data_sealed: string }>(
      'select data_sealed from mail_outbox where data_sealed is not null',
    )
  ).rows.map(({ data_sealed }) => data_sealed)

let db: Database
beforeAll(async () => {
  db = await openTestDatabase('postgres')
})
afterAll(() => db.close())

test('every column with something encrypted is known', async () => {
  const { rows } = await db.pool.query<{ place: string }>(
    `select table_name || '.' || column_name as place from information_schema.columns
     where table_schema = 'public' and column_name ~ '_sealed$|^private_key$' order by 1`,
  )
  expect(rows.map(({ place }) => place)).toEqual(
    encryptedColumns.map(({ table, column }) => `${table}.${column}`).toSorted(),
  )
})

// shows: V11.1.1, V11.2.2
test('what the old key encrypted, a CV from before files had keys, a session and a token go on under the new one', async () => {
  const [old, next] = [newKey(), newKey()]
  const before = await createTestApp({ database: db, env: { SECRET_KEY: old } })
  const owner = await before.owner()
  const { deps } = before
  const shop = await insertShop(db.queries)
  const { id } = await insertApplication(db.queries, shop, 'maya@example.com')
  const storage_key = `cvs/${randomUUID()}.pdf`
  await (await deps.files.stage([pdf], null)).take(storage_key)
  await insertCv(db.queries, shop.organization.id, {
    storage_key,
    original_name: 'CV.pdf',
    kind: 'pdf',
    byte_size: pdf.length,
    applicant_id: id,
  })
  const logo = `logos/${randomUUID()}.png`
  await (await deps.files.stage([pdf], null)).take(logo)
  const unknown = createSecrets(newKey()).encrypt('lost')
  await insertMails(db, [
    deps.secrets.encrypt('one'),
    withoutId(deps.secrets.encrypt('two')),
    unknown,
  ])
  await deps.auth.signToken({} as never, Date.now() / 1000 + 60)

  const link: PageLink = {
    organizationId: shop.organization.id,
    applicantId: id,
    generation: 0,
    endsAt: new Date('2026-12-26T00:00:00Z'),
  }
  const mailed = pageToken(deps.secrets, link)
  // As those that end mails to staff.
  const words = `${owner.userId}.${owner.organization.id}.application`
  const signed = deps.secrets.signLink('unsubscribe', words)

  const env = { SECRET_KEY: next, SECRET_KEY_PREVIOUS: old, DATA_DIR: before.dataDir }
  const after = await createTestApp({ database: db, env })
  const done = await reencryptValues(after.deps)
  expect(done).toMatchObject({ files: 2, unreadable: 1 })
  expect(done.values).toBeGreaterThanOrEqual(3)
  expect(await reencryptValues(after.deps)).toEqual({ values: 0, files: 0, unreadable: 1 })
  expect(await countByKey(after.deps)).toMatchObject({ old: 0, keyless: 0 })

  // With the new key alone.
  const alone = createSecrets(next)
  const files = await openFiles(undefined, before.dataDir, alone.fileKeys)
  const mails = (await storedMails(db)).filter((encrypted) => encrypted !== unknown)
  expect(mails.map((encrypted) => alone.decrypt(encrypted))).toEqual(
    expect.arrayContaining(['one', 'two']),
  )
  const { rows } = await db.pool.query<{ storage_key: string; key_sealed: string }>(
    'select storage_key, key_sealed from cv_files where applicant_id = $1',
    [id],
  )
  const [cv] = rows
  expect(await text(await files.read(cv!.storage_key, cv!.key_sealed))).toBe(pdf.toString())
  expect(await files.exists(storage_key)).toBe(false)
  expect((await (await files.read(logo, null)).toArray()).length).toBeGreaterThan(0)
  await after.deps.auth.signToken({} as never, Date.now() / 1000 + 60)
  // Who was signed in still is, and signs out.
  const visitor = after.visitor()
  visitor.cookie = owner.cookie
  const session = () => visitor.call<{ user: { id: string } | null }>('/api/session')
  expect((await session()).body.user?.id).toBe(owner.userId)
  await visitor.call('/api/accounts/sign-out', { method: 'POST' })
  visitor.cookie = owner.cookie
  expect((await session()).body.user).toBeNull()

  // Once the previous key is removed, links that were mailed before are good for their term; until they are ended.
  const last = await createTestApp({ database: db, env: { SECRET_KEY: next } })
  expect(readPageToken(last.deps.secrets, mailed)).toEqual(link)
  expect(last.deps.secrets.isSignedLink('unsubscribe', words, signed)).toBe(true)
  await replaceLinkKey(last.deps)
  expect(readPageToken(last.deps.secrets, mailed)).toBeUndefined()
  await last.close()
  await expect(createTestApp({ database: db, env: { SECRET_KEY: newKey() } })).rejects.toThrow(
    /The main key [\da-f]{8} is needed/,
  )

  // A copy of the file is worth nothing once the row is deleted.
  await db.pool.query('delete from cv_files')
  await expect(files.read(cv!.storage_key, null).then(text)).rejects.toThrow()
  await before.close()
  await after.close()
}, 60_000)

// shows: V11.1.1, interface-80
test('a rotation that is killed in the middle goes on, and values made meanwhile are read', async () => {
  const COUNT = 5000
  const server = await createPostgresDatabase()
  const db = await openPostgres(server.url, { connections: 5 })
  const [old, next] = [newKey(), newKey()]
  const app = await createTestApp({ database: db, work: 'none', env: { SECRET_KEY: old } })
  const both = createSecrets(next, old)
  const before = createSecrets(old)
  await insertMails(
    db,
    Array.from({ length: COUNT }, (_, place) => before.encrypt(`mail ${place}`)),
  )
  const rotate = () =>
    spawn(
      process.execPath,
      [path.resolve(import.meta.dirname, '../../commands/keys-command.ts'), 'rotate'],
      {
        env: {
          DATABASE_URL: server.url,
          DATA_DIR: app.dataDir,
          SECRET_KEY: next,
          SECRET_KEY_PREVIOUS: old,
          LOG_LEVEL: 'fatal',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
  const renewed = async () =>
    (
      await db.pool.query('select from mail_outbox where starts_with(data_sealed, $1)', [
        both.currentPrefix(),
      ])
    ).rowCount ?? 0
  const killed = rotate()
  while ((await renewed()) === 0 && killed.exitCode === null) await wait(5)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const half = await renewed()
  expect(half).toBeGreaterThan(0)
  expect(half).toBeLessThan(COUNT)
  // A server that was not restarted yet, and one that was.
  await insertMails(db, [before.encrypt('by the old server'), both.encrypt('by the new server')])
  const plain = (await storedMails(db)).map((encrypted) => both.decrypt(encrypted))
  expect(new Set(plain).size).toBe(COUNT + 2)

  const second = rotate()
  const output = await text(second.stdout)
  // With the key of links.
  expect(output).toContain(`Encrypted anew: ${COUNT + 2 - half} values, 0 files.`)
  expect(await renewed()).toBe(COUNT + 2)
  const alone = createSecrets(next)
  expect(new Set((await storedMails(db)).map((encrypted) => alone.decrypt(encrypted))).size).toBe(
    COUNT + 2,
  )
  await app.close()
  await db.close()
  await server.drop()
}, 120_000)
