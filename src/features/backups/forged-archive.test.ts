// An archive that somebody has written who has the key, or put together from others: refused before anything is written.
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isEmptyDatabase } from '#data/backups/dump.ts'
import { openPostgres } from '#data/postgres.ts'
import { readArchive, writeArchive, type Piece } from '#gateways/backups/archive.ts'
import { deriveKey } from '#gateways/derive-key.ts'
import { writeEncryptedFile } from '#gateways/encrypted-file.ts'
import { openFiles } from '#gateways/files.ts'
import { createSecrets } from '#gateways/secrets.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { createPostgresDatabase } from '#test/databases/database.ts'
import { insertShop } from '#test/rows.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { writeBackup, type BackupHead } from './write-backup.ts'

const KEY = 'the key of the backups, kept elsewhere'
let place: string
let app: TestApp
let good: string
let pieces: Piece[]
let keyIds: readonly string[]
beforeAll(async () => {
  place = await mkdtemp(path.join(os.tmpdir(), 'storehand-forged-'))
  app = await createTestApp({
    work: 'none',
    env: { BACKUP_DIR: path.join(place, 'backups'), BACKUP_KEY: KEY },
  })
  await insertShop(app.deps.db.queries)
  const staged = await app.deps.files.stage([Buffer.from('a logo')], null)
  await staged.take('logos/one.png')
  good = (await writeBackup(app.deps, [])).file
  pieces = await Array.fromAsync(readArchive([KEY], good), ({ head, bytes }) => ({
    head,
    bytes: Buffer.from(bytes),
  }))
  keyIds = app.deps.secrets.keyIds()
})
afterAll(async () => {
  await app.close()
  await rm(place, { recursive: true, force: true })
})

async function* from(list: readonly Piece[]): AsyncGenerator<Piece> {
  for (const piece of list) yield await Promise.resolve(piece)
}
let made = 0
async function forged(list: readonly Piece[]): Promise<string> {
  made += 1
  const file = path.join(place, `forged-${made}`)
  await writeArchive(KEY, from(list), file)
  return file
}
const head = (): BackupHead => JSON.parse(pieces[0]!.bytes.toString()) as BackupHead
const described = (changes: object): Piece => ({
  head: { kind: 'head' },
  bytes: Buffer.from(JSON.stringify({ ...head(), ...changes })),
})
const withHead = (changes: object) => [described(changes), ...pieces.slice(1)]
const fileAt = () => pieces.findIndex(({ head: { kind } }) => kind === 'file')
const rowsAt = () => pieces.findIndex(({ head: { kind } }) => kind === 'rows')
const replaced = (at: number, piece: Partial<Piece>) =>
  pieces.map((one, place) => (place === at ? { ...one, ...piece } : one))
const named = (name: unknown) => replaced(fileAt(), { head: { kind: 'file', name } })
const rows = (text: string) => replaced(rowsAt(), { bytes: gzipSync(text) })
const sentence = /^[A-Z][^\n]+$/

test('what was written is whole', async () => {
  expect((await checkBackup([KEY], await forged(pieces))).counts.files).toBe(1)
})

describe('is refused in one sentence', () => {
  // shows: interface-81
  test.each<[string, () => Piece[]]>([
    ['without its description', () => pieces.slice(1)],
    ['with two descriptions', () => [pieces[0]!, ...pieces]],
    ['with its description after rows', () => [pieces[1]!, pieces[0]!, ...pieces.slice(2)]],
    ['without its end', () => pieces.slice(0, -1)],
    ['with entries after its end', () => [...pieces, pieces[1]!]],
    ['with rows left out', () => pieces.filter((_, place) => place !== rowsAt())],
    ['with rows twice', () => [pieces[0]!, pieces[1]!, ...pieces.slice(1)]],
    ['with a file twice', () => [...pieces.slice(0, -1), pieces[fileAt()]!, pieces.at(-1)!]],
    [
      'with an unknown entry',
      () => [pieces[0]!, { head: { kind: 'x' }, bytes: Buffer.alloc(0) }, ...pieces.slice(1)],
    ],
    [
      'with rows of a table that it does not describe',
      () => replaced(rowsAt(), { head: { kind: 'rows', table: 'x"; drop table users; --' } }),
    ],
    ['with a row of too few columns', () => rows('[]')],
    ['with a row that is no list', () => rows('{"a":1}')],
    ['with a row of other values', () => rows('[1,true,{}]')],
    ['with rows that are no JSON', () => rows('drop table users')],
    ['with rows that are not compressed', () => replaced(rowsAt(), { bytes: Buffer.from('[]') })],
    [
      'with a bomb',
      () =>
        replaced(rowsAt(), {
          bytes: Buffer.concat(
            Array.from({ length: 600 }, () => gzipSync(Buffer.alloc(1024 * 1024))),
          ),
        }),
    ],
    ['of a later version', () => withHead({ version: 2 })],
    ['of no time', () => withHead({ made_at: 'yesterday' })],
    ['without a main key', () => withHead({ key_ids: [] })],
    ['with an empty main key', () => withHead({ main_keys: [''] })],
    [
      'with several main keys in one',
      () => withHead({ main_keys: [`${'a'.repeat(40)}\n${'b'.repeat(40)}`] }),
    ],
    [
      'with a sequence that is SQL',
      () => withHead({ sequences: [{ name: 'x', value: '1); drop table users; --' }] }),
    ],
    ['without tables', () => withHead({ tables: 'all' })],
    ...[
      '../../etc/passwd',
      '/etc/passwd',
      'cvs/../secret-key',
      'cvs/..',
      'secret-key',
      'database/x',
      'cvs/a/b',
      'cvs/a\\b',
      'cvs/a\0',
      'incoming/x',
      7,
      undefined,
    ].map((name): [string, () => Piece[]] => [
      `with a file named ${JSON.stringify(name)}`,
      () => named(name),
    ]),
  ])('%s', async (_, list) => {
    const checking = checkBackup([KEY], await forged(list()))
    await expect(checking).rejects.toThrow(sentence)
    await expect(checking).rejects.not.toThrow(/Unexpected|Invalid|undefined|"path"/)
  })

  test.each([-1, 1.5, 1e300, 'many', null, undefined])(
    'with an entry of %s bytes',
    async (bytes) => {
      made += 1
      const file = path.join(place, `forged-${made}`)
      const keysOf = (salt: Buffer) => [deriveKey(KEY, 'storehand backup 1', salt)]
      const entry = `${JSON.stringify({ kind: 'rows', bytes })}\n[]\n`
      await writeEncryptedFile({ version: 'SHF1', keysOf }, [Buffer.from(entry)], file)
      await expect(checkBackup([KEY], file)).rejects.toThrow(sentence)
    },
  )

  test('of pieces of two archives of one key, shuffled, or cut', async () => {
    const bytes = await readFile(good)
    const large = await forged([pieces[0]!, ...Array.from({ length: 40 }, () => pieces[1]!)])
    const other = await readFile(large)
    const chunk = 64 * 1024 + 16
    const spliced = [
      Buffer.concat([bytes.subarray(0, 20), other.subarray(20)]),
      Buffer.concat([other.subarray(0, 20 + chunk), other.subarray(20)]),
      other.subarray(0, 20 + chunk),
      Buffer.concat([other, bytes]),
      bytes.subarray(0, -1),
      Buffer.alloc(0),
      Buffer.from(gunzipSync(pieces[rowsAt()]!.bytes)),
    ]
    for (const content of spliced) {
      await writeFile(large, content)
      await expect(checkBackup([KEY], large)).rejects.toThrow()
    }
  })
})

/** An empty installation. */
async function emptyPlace() {
  const { url, drop } = await createPostgresDatabase()
  const db = await openPostgres(url, { connections: 2 })
  await db.pool.query('drop schema public cascade; create schema public')
  const dataDir = await mkdtemp(path.join(place, 'restored-'))
  const secrets = createSecrets('a secret of thirty-two characters or more')
  const files = await openFiles(undefined, dataDir, secrets.fileKeys)
  return {
    to: { db, files, keyIds },
    dataDir,
    async close() {
      await db.close()
      await drop()
    },
  }
}

test.each<[string, (tables: BackupHead['tables']) => unknown]>([
  [
    'a type that is SQL',
    ([first, ...more]) => [
      {
        ...first!,
        columns: first!.columns.map((column) => ({
          ...column,
          type: `${column.type} || pg_sleep(0)::text`,
        })),
      },
      ...more,
    ],
  ],
  [
    'a type of another column',
    ([first, ...more]) => [
      { ...first!, columns: first!.columns.map((column) => ({ ...column, type: 'text' })) },
      ...more,
    ],
  ],
  [
    'a column that is SQL',
    ([first, ...more]) => [
      {
        ...first!,
        columns: first!.columns.map(({ type }, at) => ({
          type,
          name: `x"; drop table users; -- ${at}`,
        })),
      },
      ...more,
    ],
  ],
  [
    'a table of the system',
    (tables) => [...tables, { name: 'pg_authid', columns: [{ name: 'rolname', type: 'name' }] }],
  ],
])('%s is refused, and nothing is written', async (_, tables) => {
  const target = await emptyPlace()
  try {
    const file = await forged(withHead({ tables: tables(head().tables) }))
    const checked = await checkBackup([KEY], file)
    await expect(restoreBackup(target.to, { keys: [KEY], file, checked }, [])).rejects.toThrow(
      'tables or columns',
    )
    expect(await isEmptyDatabase(target.to.db.pool)).toBe(true)
    expect(await readdir(path.join(target.dataDir, 'files'))).toEqual(['incoming'])
  } finally {
    await target.close()
  }
})

test('an archive does not go over an installation that is in use', async () => {
  const { db, files } = app.deps
  const before = await db.pool.query('select * from organizations order by id')
  await copyFile(good, `${good}.copy`)
  const checked = await checkBackup([KEY], good)
  const to = { db, files, keyIds }
  await expect(restoreBackup(to, { keys: [KEY], file: good, checked }, [])).rejects.toThrow(
    'The database is not empty',
  )
  expect((await db.pool.query('select * from organizations order by id')).rows).toEqual(before.rows)
})
