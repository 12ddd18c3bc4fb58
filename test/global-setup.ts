// Runs once before all tests: a private PostgreSQL and an embedded database, both migrated, to clone from.
import { createHash } from 'node:crypto'
import { existsSync, globSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { embeddedPool } from '#data/embedded-database.ts'
import { connectionsOf, extensions } from '#data/embedded-engine.ts'
import { migrateDatabase } from '#data/migrate.ts'
import type { TestProject } from 'vitest/node'
import { emptyCluster } from '../scripts/build/empty-cluster.ts'
import { buildThreads } from './built-threads.ts'
import { startPostgres } from './servers/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's default database, for creating and dropping others. */
    postgresUrl: string
    /** The folder of its socket. */
    postgresSocket: string
    postgresTemplate: string
    /** A file with the dump of a migrated embedded database. */
    embeddedDump: string
    /** What the worker of a test's app runs by default: a setting of each project. */
    work: 'queued' | 'none'
  }
}

const root = path.dirname(import.meta.dirname)
const dumps = path.join(root, 'node_modules/.cache/storehand')
const template = 'storehand_template'

async function migrateAndLeave(pool: pg.Pool): Promise<void> {
  try {
    await migrateDatabase(pool)
    // What only the last release needs beside this version: nothing else may depend on it.
    for (const file of globSync('src/data/functions/for-last-release/*.sql', { cwd: root })) {
      await pool.query(`drop function ${path.basename(file, '.sql')} cascade`)
    }
  } finally {
    await pool.end()
  }
}

async function fillTemplate(url: (database?: string) => string): Promise<void> {
  const client = new pg.Client(url())
  await client.connect()
  await client.query(`create database ${template}`)
  await client.end()
  await migrateAndLeave(new pg.Pool({ connectionString: url(template) }))
}

/** Deletes only old dumps: another run may be using a new one now. */
async function removeFormerDumps(): Promise<void> {
  for (const name of await readdir(dumps)) {
    const file = path.join(dumps, name)
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - written > 24 * 60 * 60 * 1000) await rm(file, { force: true })
  }
}

/** Creating an embedded database takes seconds, so its dump is cached until a migration or function changes. */
async function dumpEmbedded(): Promise<string> {
  const hash = createHash('sha256')
  const sources = globSync('src/data/{functions,migrations}/**/*.sql', { cwd: root }).toSorted()
  for (const file of ['package-lock.json', ...sources]) {
    hash.update(file).update(await readFile(path.join(root, file)))
  }
  const name = `embedded-${hash.digest('hex').slice(0, 16)}.tar`
  const file = path.join(dumps, name)
  if (existsSync(file)) return file
  const loadDataDir = new Blob([new Uint8Array(await emptyCluster())], {
    type: 'application/x-gzip',
  })
  const database = await PGlite.create({ extensions, loadDataDir })
  await migrateAndLeave(embeddedPool(connectionsOf(database)))
  const dump = await database.dumpDataDir('none')
  await database.close()
  await mkdir(dumps, { recursive: true })
  await removeFormerDumps()
  // Renamed after writing: another run must never load half a dump.
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, dump.stream())
  await rename(unfinished, file)
  return file
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  // Screen tests replace the API and need no database.
  if (project.vitest.projects.every(({ name }) => name === 'screens')) return undefined
  const embedded = dumpEmbedded().then((file) => project.provide('embeddedDump', file))
  if (process.env['TEST_ENGINES'] === 'embedded') {
    const [remove] = await Promise.all([buildThreads(), embedded])
    return remove
  }
  const postgres = await startPostgres()
  const [remove] = await Promise.all([buildThreads(), embedded, fillTemplate(postgres.url)])
  project.provide('postgresUrl', postgres.url())
  project.provide('postgresSocket', postgres.socket)
  project.provide('postgresTemplate', template)
  return async () => {
    await Promise.all([postgres.stop(), remove()])
  }
}
