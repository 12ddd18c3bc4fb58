// The same shop on both engines, each in a process of its own: a Postgres server with every flush on, and the embedded one.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startPostgres } from '../test/postgres.ts'
import { startChild } from './child.ts'
import type { Shop } from './kinds.ts'

export const APPLICANTS = 10_000

export type Shops = { postgres: Shop; embedded: Shop; close(): Promise<void> }

export async function startShops(): Promise<Shops> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'storehand-bench-'))
  const postgres = await startPostgres({ fsync: true })
  const children = { postgres: startChild(), embedded: startChild() }

  async function close(): Promise<void> {
    await Promise.all([children.postgres.stop(), children.embedded.stop()])
    await postgres.stop()
    await rm(scratch, { recursive: true, force: true })
  }

  async function open(engine: keyof typeof children): Promise<Shop> {
    const child = children[engine]
    const served = await child.ask('serveShop', {
      dataDir: path.join(scratch, engine),
      databaseUrl: engine === 'postgres' ? postgres.url() : undefined,
      applicants: APPLICANTS,
    })
    return { child, ...served }
  }

  try {
    return { postgres: await open('postgres'), embedded: await open('embedded'), close }
  } catch (error) {
    await close()
    throw error
  }
}
