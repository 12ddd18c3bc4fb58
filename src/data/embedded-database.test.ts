// The embedded engine on disk: one owner at a time, and nothing acknowledged is ever lost.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Database } from './database.ts'
import { createEmbedded, embeddedPool, openEmbeddedDatabase } from './embedded-database.ts'
import { connectionsOf, openEngine, readDump } from './embedded-engine.ts'

/** Each of them costs a start of the engine; `npm run test:faults` kills many more. */
const ROUNDS = 3
const SLOW = 300_000

let place: string
let original: string
const ends: (() => unknown)[] = []

beforeAll(async () => {
  place = await mkdtemp(path.join(os.tmpdir(), 'storehand-embedded-'))
  original = path.join(place, 'original')
  const database = await openEmbeddedDatabase(original, { dump: inject('embeddedDump') })
  await database.pool.query('create table notes (id int primary key)')
  await database.close()
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
afterAll(() => rm(place, { recursive: true, force: true }))

// With fs.openAsBlob this never ends: Node lets its reader be collected.
test('a dump is read to its end, however often memory is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const timer = setInterval(collect, 1)
  try {
    const file = inject('embeddedDump')
    const bytes = await (await readDump(file)).arrayBuffer()
    expect(bytes.byteLength).toBe((await stat(file)).size)
  } finally {
    clearInterval(timer)
  }
})

test('the files of a cluster, and those that are made later, are for their owner alone whatever the umask is', async () => {
  const before = process.umask(0)
  try {
    const folder = path.join(await mkdtemp(path.join(place, 'modes-')), 'database')
    const database = await openEmbeddedDatabase(folder, { dump: inject('embeddedDump') })
    await database.pool.query('create table later as select generate_series(1, 1000) as id')
    await database.close()
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile(),
    )
    expect(files.length).toBeGreaterThan(900)
    const open = files.filter(({ parentPath, name }) => {
      return fs.statSync(path.join(parentPath, name)).mode & 0o077
    })
    expect(open.map(({ name }) => name)).toEqual([])
  } finally {
    process.umask(before)
  }
})

async function freshFolder(): Promise<string> {
  const folder = path.join(await mkdtemp(path.join(place, 'round-')), 'database')
  await cp(original, folder, { recursive: true })
  return folder
}

async function open(folder: string): Promise<Database> {
  const database = await openEmbeddedDatabase(folder)
  ends.push(() => database.close())
  return database
}

/** Another process with the same code; it says what the script writes, line by line. */
function program(folder: string, script: string, env: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { openEmbeddedDatabase } from '#data/embedded-database.ts'
       const folder = process.env.TEST_FOLDER
       const say = (text) => process.stdout.write(text + '\\n')
       ${script}`,
    ],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', TEST_FOLDER: folder, ...env },
    },
  )
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const closed = once(child, 'close')
  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await closed
  }
  ends.push(kill)
  return {
    kill,
    async line(): Promise<string> {
      const { value, done } = await lines.next()
      return done ? 'ended' : value
    },
    send: (text: string) => child.stdin.write(`${text}\n`),
  }
}

const holder = `await openEmbeddedDatabase(folder); say('open'); setInterval(() => {}, 1000)`
/** Tries as often as it is told to, and says how that ended. */
const rival = `
  const { createInterface } = await import('node:readline')
  say('here')
  for await (const line of createInterface(process.stdin)) {
    const end = await openEmbeddedDatabase(folder).then(() => 'open', (error) => error.message)
    say(end)
  }`

describe('the folder', () => {
  const elsewhere = () => mkdir(path.join(place, 'tmp'), { recursive: true })

  test('has one owner, and each other process is refused', async () => {
    const folder = await freshFolder()
    await open(folder)
    const refusal = `The data folder ${folder} is in use by another Storehand process. Stop it first, or set DATA_DIR to another folder.`
    await expect(openEmbeddedDatabase(folder)).rejects.toThrow(refusal)
    await elsewhere()
    // A service often has temporary files of its own.
    const others = [program(folder, rival), program(folder, rival, { TMPDIR: `${place}/tmp` })]
    for (const other of others) {
      expect(await other.line()).toBe('here')
      for (let round = 0; round < 10; round++) {
        other.send('try')
        expect(await other.line()).toBe(refusal)
      }
    }
  })

  test(
    'is free when its owner closes it or is killed; of many that want it then one gets it',
    async () => {
      const folder = await freshFolder()
      await (await openEmbeddedDatabase(folder)).close()
      const first = program(folder, holder)
      expect(await first.line()).toBe('open')
      const rivals = Array.from({ length: 3 }, () => program(folder, rival))
      for (const other of rivals) expect(await other.line()).toBe('here')
      await first.kill()
      for (const other of rivals) other.send('try')
      const results = await Promise.all(rivals.map((other) => other.line()))
      expect(results.filter((end) => end === 'open')).toHaveLength(1)
      expect(results.filter((end) => end.includes('is in use by another'))).toHaveLength(2)
    },
    SLOW,
  )
})

describe('a query', () => {
  test('stops nobody else in the process, however long it takes', async () => {
    const database = await open(await freshFolder())
    let ticks = 0
    const clock = setInterval(() => (ticks += 1), 1)
    ends.push(() => clearInterval(clock))
    await database.pool.query(
      'select count(*) from generate_series(1, 1000000) as number where number % 7 = 3',
    )
    // On the thread of the query it would be none.
    expect(ticks).toBeGreaterThan(5)
  })

  test('has the connection to itself: the next one finds nothing of one that was dropped', async () => {
    const { pool } = await open(await freshFolder())
    const dropped = await pool.connect()
    await dropped.query('begin; select pg_advisory_lock(7); insert into notes values (1)')
    const late = dropped.query('insert into notes values (2)').catch(() => {})
    dropped.release(true)
    const { rows } = await pool.query<{ count: number; locks: number }>(
      `select count(*)::int, (select count(*)::int from pg_locks where locktype = 'advisory') as locks from notes`,
    )
    expect(rows).toEqual([{ count: 0, locks: 0 }])
    await late
    expect((await pool.query('select * from notes')).rows).toEqual([])
  })

  test('fails when the engine ends, and so do all that follow; its owner hears why', async () => {
    const reasons: string[] = []
    const folder = await freshFolder()
    const lost = await openEmbeddedDatabase(folder, { onLost: (reason) => reasons.push(reason) })
    ends.push(() => lost.close())
    // In the midst of a message the engine finds no more of it, and ends as a server's process does.
    await expect(lost.pool.query('copy notes from stdin')).rejects.toThrow('Connection terminated')
    await expect.poll(() => reasons).not.toEqual([])
    await expect(lost.pool.query('select 1')).rejects.toThrow('Connection terminated')
    await ends.pop()?.()
    const { pool } = await open(folder)
    expect((await pool.query('select * from notes')).rows).toEqual([])
  })
})

describe('a commit', () => {
  test('is flushed to the disk before it is acknowledged, and nothing else is', async () => {
    const folder = await freshFolder()
    const { rows: settings } = await (
      await open(folder)
    ).pool.query(`select current_setting('fsync') || current_setting('wal_sync_method')
        || current_setting('synchronous_commit') || current_setting('full_page_writes') as text`)
    expect(settings).toEqual([{ text: 'onfsynconon' }])
    await ends.pop()?.()

    const flushed: number[] = []
    const real = fs.fsyncSync
    fs.fsyncSync = (descriptor) => {
      real(descriptor)
      flushed.push(fs.fstatSync(descriptor).ino)
    }
    syncBuiltinESMExports()
    ends.push(() => {
      fs.fsyncSync = real
      syncBuiltinESMExports()
    })
    // What its thread does, on this one, where the calls can be counted.
    const engine = await openEngine({ folder }, () => {})
    const database = createEmbedded(embeddedPool(connectionsOf(engine)), () => engine.close())
    ends.push(() => database.close())
    const log = path.join(folder, 'pg_wal')
    const flushesOf = async (work: () => Promise<unknown>) => {
      flushed.length = 0
      await work()
      const segments = await Promise.all(
        fs.readdirSync(log).map((name) => stat(path.join(log, name))),
      )
      return flushed.filter((inode) => segments.some(({ ino }) => ino === inode)).length
    }
    const insert = (id: number) => sql`insert into notes values (${id})`
    await database.queries.executeQuery(insert(0).compile(database.queries))
    for (let id = 1; id <= 5; id++) {
      expect(await flushesOf(() => insert(id).execute(database.queries))).toBe(1)
    }
    const several = () =>
      database.transaction(async (tx) => {
        for (let id = 11; id <= 15; id++) await insert(id).execute(tx)
      })
    expect(await flushesOf(several)).toBe(1)
    const read = () => sql`select * from notes`.execute(database.queries)
    expect(await flushesOf(read)).toBe(0)
  })

  test(
    'that was acknowledged is there after kill -9, at whatever moment',
    async () => {
      const folder = await freshFolder()
      const acknowledged: number[] = []
      const writer = `
      const database = await openEmbeddedDatabase(folder)
      const { rows } = await database.pool.query('select coalesce(max(id), 0) as last from notes')
      say('open')
      for (let id = rows[0].last + 1; ; id++) {
        await database.pool.query('insert into notes values ($1)', [id])
        say(String(id))
        if (id % 50 === 0) await database.pool.query('checkpoint')
      }`
      for (let round = 0; round < ROUNDS; round++) {
        const child = program(folder, writer)
        expect(await child.line()).toBe('open')
        acknowledged.push(Number(await child.line()))
        await wait(Math.random() * 300)
        const dead = child.kill()
        for (let line = await child.line(); line !== 'ended'; line = await child.line()) {
          acknowledged.push(Number(line))
        }
        await dead
      }
      const database = await open(folder)
      const { rows } = await database.pool.query<{ id: number }>('select id from notes order by id')
      const kept = new Set(rows.map(({ id }) => id))
      expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS)
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
      // At most one of each round was written and not yet told.
      expect(kept.size - acknowledged.length).toBeLessThanOrEqual(ROUNDS)
    },
    SLOW,
  )
})
