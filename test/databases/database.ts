// Empty, migrated databases for tests, cloned from those of the global setup.
import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { extensions, memoryParams, readDump } from '#data/embedded-engine.ts'
import pg from 'pg'
import { inject } from 'vitest'

/** One connection for all files of a worker, which ends with it: the server takes as long for a connection as for a database. */
let administrator: Promise<pg.Client> | undefined

async function administer(statement: string): Promise<void> {
  administrator ??= connect()
  await (await administrator).query(statement)
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(inject('postgresUrl'))
  const forget = () => (administrator = undefined)
  // The server ends before this process does.
  client.on('error', forget)
  await client.connect().catch((error: unknown) => {
    forget()
    throw error
  })
  return client
}

/** A database on the private server; `drop` also ends open connections. */
export async function createPostgresDatabase(): Promise<{
  url: string
  /** By the server's socket: for the test's own process, as programs and poolers connect by the network. */
  localUrl: string
  drop: () => Promise<void>
}> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying the files takes a quarter of the time of writing them into the log, which is never read.
  const copied = `template ${inject('postgresTemplate')} strategy file_copy`
  await administer(`create database ${name} ${copied}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  const localUrl = new URL(url)
  localUrl.searchParams.set('host', inject('postgresSocket'))
  return {
    url: url.href,
    localUrl: localUrl.href,
    drop: () => administer(`drop database ${name} with (force)`),
  }
}

/** An embedded database in memory; the test closes it. */
export async function loadEmbedded(): Promise<PGlite> {
  return PGlite.create({
    loadDataDir: await readDump(inject('embeddedDump')),
    startParams: [...PGlite.defaultStartParams, ...memoryParams],
    extensions,
  })
}
