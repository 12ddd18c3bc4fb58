// What the server and the commands make on the disk is for their own system user alone, however loose the mask of the shell is.
import { spawnSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPostgresDatabase } from './databases/database.ts'
import { runCommand, startProgram } from './e2e/program.ts'
import { createJob, found, prove, submit } from './faults/applying.ts'

const cleanups: (() => unknown)[] = []
let place: string
beforeEach(async () => {
  place = await mkdtemp(path.join(os.tmpdir(), 'storehand-private-'))
  cleanups.push(() => rm(place, { recursive: true, force: true }))
  // Child processes inherit it.
  const before = process.umask(0)
  cleanups.push(() => process.umask(before))
})
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

/** Every file, folder and socket below these folders that another user may do something with. */
const openToOthers = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].flatMap((name) => {
      const file = path.resolve(folder, name)
      const { mode } = lstatSync(file)
      return mode & 0o077 ? [`${(mode & 0o777).toString(8)} ${path.relative(place, file)}`] : []
    }),
  )
const filesIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String)

// shows: V13.2.2, V14.2.4
test('a start, an application, a backup, a restore and a move make nothing that another user can read', async () => {
  const [dataDir, backups, temp] = ['data', 'backups', 'temp'].map((name) => path.join(place, name))
  await mkdir(temp!, { mode: 0o700 })
  const settings = {
    TMPDIR: temp!,
    NODE_ENV: 'test',
    BACKUP_DIR: backups!,
    BACKUP_KEY: 'the key of the backups, kept elsewhere',
  }
  const first = await startProgram(dataDir!, { ...settings, DEMO: '1' })
  cleanups.push(() => first.stop('SIGKILL'))
  const owner = await found(first.url)
  const job = await createJob(owner, 'Shop Floor Lead')
  const [application] = await prove(first.url, [job], ['maya@example.com'], Math.random)
  expect((await submit(first.url, application!))?.status).toBe(200)
  const backup = await runCommand({ ...settings, DATA_DIR: dataDir! }, 'backup')
  expect(backup.code).toBe(0)
  // The demo's store writes its file when it is used for the first time.
  expect(filesIn(dataDir!)).toEqual(
    expect.arrayContaining(['secret-key', 'operator.sock', 'database.lock']),
  )
  expect(filesIn(path.join(dataDir!, 'files/cvs')).length).toBeGreaterThan(0)
  expect(filesIn(dataDir!).length).toBeGreaterThan(1000)
  expect(filesIn(backups!)).toContain('storehand-backups.id')
  // While it runs, with its socket, and after it.
  expect(openToOthers(dataDir!, backups!, temp!)).toEqual([])
  await first.stop('SIGTERM')

  const restored = path.join(place, 'restored')
  const archive = backup.output.split('\n')[0]!
  const restore = await runCommand({ ...settings, DATA_DIR: restored }, 'restore', [
    '--without-ledger',
    archive,
  ])
  expect(restore).toMatchObject({ code: 0, output: expect.stringContaining('Restored.') })
  const server = await createPostgresDatabase()
  cleanups.push(() => server.drop())
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await client.end()
  const to = { ...settings, DATA_DIR: restored, DATABASE_URL: server.url }
  expect((await runCommand(to, 'move-to-postgres')).output).toMatch(/^Moved \d+ rows/)
  expect(openToOthers(dataDir!, backups!, temp!, restored)).toEqual([])
})

test('an installation that was opened to everybody is closed by the next start, and what is not ours in it stays as it is', async () => {
  const [dataDir, backups, storage] = ['data', 'backups', 'storage'].map((name) =>
    path.join(place, name),
  )
  const settings = {
    NODE_ENV: 'test',
    STORAGE_URL: `file://${storage}`,
    BACKUP_DIR: backups!,
    BACKUP_KEY: 'the key of the backups, kept elsewhere',
  }
  const first = await startProgram(dataDir!, settings)
  cleanups.push(() => first.stop('SIGKILL'))
  expect((await runCommand({ ...settings, DATA_DIR: dataDir! }, 'backup')).code).toBe(0)
  await first.stop('SIGKILL')
  const foreign = path.join(dataDir!, 'notes.txt')
  await writeFile(foreign, 'of the operator')
  await mkdir(path.join(storage!, 'cvs'), { recursive: true })
  await writeFile(path.join(storage!, 'cvs/one.pdf'), '')
  // A folder may be on another disk; what else a link leads to is not ours.
  const outside = path.join(place, 'outside')
  await writeFile(outside, '')
  await symlink(outside, path.join(storage!, 'cvs/link'))
  spawnSync('chmod', ['-R', '777', dataDir!, backups!, storage!, outside])
  expect(openToOthers(dataDir!).length).toBeGreaterThan(1000)

  const second = await startProgram(dataDir!, settings)
  cleanups.push(() => second.stop('SIGKILL'))
  const links = ['storage/cvs/link'].map((name) => `777 ${name}`)
  expect(openToOthers(dataDir!, backups!, storage!)).toEqual(['777 data/notes.txt', ...links])
  expect(lstatSync(outside).mode & 0o777).toBe(0o777)
})

test('a folder whose rights cannot be changed is said in one sentence, and the server starts', async () => {
  // The parent of every process: nobody can change it, as on a file system without modes.
  const dataDir = path.join(place, 'data')
  const folder = '/proc/self/task'
  const settings = { BACKUP_DIR: folder, BACKUP_KEY: 'the key of the backups, kept elsewhere' }
  const program = await startProgram(dataDir, { ...settings, NODE_ENV: 'test' })
  const { output } = await program.stop('SIGTERM')
  expect(output.match(/Other users of this machine may read .*/g)).toEqual([
    expect.stringContaining(`may read ${folder} (EPERM): its rights cannot be changed.`),
  ])
})

test('the server and every command begin with it: no other file reads the settings of its process', () => {
  const root = path.resolve(import.meta.dirname, '../src')
  const readers = filesIn(root).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      /\breadConfig\(/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(readers.toSorted()).toEqual(['config.ts', 'private-start.ts'])
})
