// Three processes behind a pooler that gives each transaction another connection, of which it has fewer than they ask for.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFailed, test } from 'vitest'
import { openPostgres } from '#data/postgres.ts'
import { createTestApp } from '../app.ts'
import { createPostgresDatabase } from '../databases/database.ts'
import { startProgram, type Program } from '../e2e/program.ts'
import { listen } from '../live-stream.ts'
import { ask, startPooler } from '../servers/pooler.ts'
import { movedTo, submit, type Application } from './applying.ts'
import { compare } from './compare.ts'
import { rounds, seed, seeded, seedHint } from './extent.ts'
import { startLoad } from './load.ts'
import { hasPooler, knowsNames } from './pooler.ts'
import { insertProofs } from './proofs.ts'
import { record } from './record.ts'

const PROCESSES = 3

type Way = { names: 'on' | 'off'; listens: 'through the pooler' | 'directly' }
const ways: Way[] = [
  { names: 'off', listens: 'through the pooler' },
  { names: 'off', listens: 'directly' },
  ...(knowsNames ? [{ names: 'on', listens: 'directly' } as const] : []),
]

describe.runIf(hasPooler)('a pooler in transaction mode', () => {
  test.each(ways)('names $names, heard $listens', async ({ names, listens }) => {
    onTestFailed(() => console.error(seedHint))
    const random = seeded(seed)
    const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-pooler-'))
    await chmod(folder, 0o711)
    const server = await createPostgresDatabase()
    // The processes migrate it, all at once and through the pooler.
    await ask(server.url, 'drop schema public cascade')
    await ask(server.url, 'create schema public')
    const pooler = await startPooler(folder, {
      server: server.url,
      settings: [
        'pool_mode = transaction',
        'default_pool_size = 8',
        ...(names === 'on' ? ['max_prepared_statements = 300'] : []),
      ],
    })
    const shared = {
      SECRET_KEY: randomBytes(32).toString('hex'),
      STORAGE_URL: pathToFileURL(path.join(folder, 'files')).href,
    }
    const settings = {
      ...shared,
      DATABASE_URL: pooler.url,
      DATABASE_PREPARED_STATEMENTS: names,
      ...(listens === 'directly' && { DATABASE_LISTEN_URL: server.url }),
    }
    const programs: Program[] = await Promise.all(
      Array.from({ length: PROCESSES }, (_, at) =>
        startProgram(path.join(folder, String(at)), settings),
      ),
    )
    const database = await openPostgres(server.url)
    const app = await createTestApp({ database, env: shared, work: 'none' })
    try {
      const member = await app.owner()
      const owners = programs.map(({ url }) => movedTo(url, member))
      const job = await app.job(member)
      const emails = Array.from({ length: rounds(0, 400) }, (_, at) => `pooled-${at}@example.com`)
      const applications = await insertProofs(app.deps, job, emails, random)
      const sent = new Map<string, Application>(applications.map((each) => [each.email, each]))
      const heard = applications.shift()!

      // From one process to the stream of another.
      const stream = await listen(owners[1]!)
      await stream.until(1)
      const before = performance.now()
      expect((await submit(programs[0]!.url, heard))?.status).toBe(200)
      const isHeard = () => stream.events().some(({ event }) => event === 'applicant.created')
      await expect.poll(isHeard, { interval: 10 }).toBe(true)
      const delay = performance.now() - before
      await stream.stop()

      const load = startLoad(
        () => programs[Math.floor(random() * PROCESSES)]!.url,
        applications,
        owners,
      )
      load.tally.acknowledged.add(heard.email)
      while (applications.length > 0) await wait(100)
      const tally = await load.finish()
      if (tally.unanswered > 0) tally.failures.push(`without an answer: ${tally.unanswered}`)
      expect(tally.failures).toEqual([])
      const found = await compare(app.deps, tally.acknowledged, sent)
      record(`R5 three servers, pooler, names ${names}, heard ${listens}`, {
        faults: PROCESSES,
        acknowledged: tally.acknowledged.size,
        ...found,
        promised: tally.promised,
        failures: tally.failures.length,
        note: `an event at another process after ${delay.toFixed(0)} ms`,
      })
    } finally {
      await app.close()
      await database.close()
      await Promise.all(programs.map((program) => program.stop('SIGTERM')))
      pooler.stop()
      await server.drop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
