// The same shop on both engines, each in its own process: a Postgres server with every flush on, and the embedded one.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../test/servers/postgres.ts'
import { startChild } from '../child.ts'
import type { Shop, Target } from '../kinds.ts'

export const APPLICANTS = 10_000

export type Shops = {
  postgres: Shop
  embedded: Shop
  /** The cost of the same Postgres when one statement answers everything. */
  floor: Target
  /** An empty database of the same server, and a folder. */
  empty: { databaseUrl: string; dataDir: string }
  close(): Promise<void>
}

async function createEmpty(url: (database?: string) => string): Promise<string> {
  const client = new pg.Client(url())
  await client.connect()
  await client.query('create database storehand_empty')
  await client.end()
  return url('storehand_empty')
}

export async function startShops(): Promise<Shops> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'storehand-bench-'))
  const postgres = await startPostgres({ fsync: true })
  const children = { postgres: startChild(), embedded: startChild() }
  const floorChild = startChild()

  async function close(): Promise<void> {
    await Promise.all([children.postgres.stop(), children.embedded.stop(), floorChild.stop()])
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
    const shop = await open('postgres')
    const { url } = await floorChild.ask('serveFloor', {
      databaseUrl: postgres.url(),
      organizationId: shop.organizationId,
    })
    return {
      postgres: shop,
      embedded: await open('embedded'),
      floor: { child: floorChild, url },
      empty: {
        databaseUrl: await createEmpty(postgres.url),
        dataDir: path.join(scratch, 'empty'),
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
