// Empty, migrated databases for tests, cloned from those of the global setup.
import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { extensions, memoryParams, readDump } from '#data/embedded-engine.ts'
import pg from 'pg'
import { inject } from 'vitest'

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A database on the private server; `drop` also ends open connections. */
export async function createPostgresDatabase(): Promise<{
  url: string
  drop: () => Promise<void>
}> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying the files takes a quarter of the time of writing them into the log, which is never read.
  const copied = `template ${inject('postgresTemplate')} strategy file_copy`
  await administer(`create database ${name} ${copied}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return { url: url.href, drop: () => administer(`drop database ${name} with (force)`) }
}

/** An embedded database in memory; the test closes it. */
export async function loadEmbedded(): Promise<PGlite> {
  return PGlite.create({
    loadDataDir: await readDump(inject('embeddedDump')),
    startParams: [...PGlite.defaultStartParams, ...memoryParams],
    extensions,
  })
}
