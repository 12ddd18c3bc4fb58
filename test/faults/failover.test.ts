// The database server dies and its replica takes over, with a pooler between: nothing acknowledged is lost.
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFailed, test } from 'vitest'
import { openPostgres } from '#data/postgres.ts'
import { createTestApp } from '../app.ts'
import { ask, startPooler } from '../servers/pooler.ts'
import { startPostgres } from '../servers/postgres.ts'
import { startReplica } from '../servers/replica.ts'
import type { Application } from './applying.ts'
import { compare } from './compare.ts'
import { rounds, seed, seeded, seedHint } from './extent.ts'
import { startLoad } from './load.ts'
import { hasPooler } from './pooler.ts'
import { insertProofs } from './proofs.ts'
import { record } from './record.ts'

async function failOver(round: number, random: () => number) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-failover-'))
  await chmod(folder, 0o711)
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')]
  const primary = await startPostgres({ keepIn: first, fsync: true })
  const replica = await startReplica(primary, { keepIn: second, fsync: true })
  // A commit is acknowledged when the replica has it too: otherwise the last ones could be lost with the primary.
  await ask(primary.url(), `alter system set synchronous_standby_names = '*'`)
  await ask(primary.url(), 'select pg_reload_conf()')

  const pooler = await startPooler(folder, {
    server: primary.url(),
    settings: ['pool_mode = session'],
  })
  const database = await openPostgres(pooler.url)
  const app = await createTestApp({ database })
  try {
    const owner = await app.owner()
    const job = await app.job(owner)
    const emails = Array.from({ length: 500 }, (_, at) => `over-${round}-${at}@example.com`)
    const applications = await insertProofs(app.deps, job, emails, random)
    const sent = new Map<string, Application>(applications.map((each) => [each.email, each]))
    const load = startLoad(() => app.url, applications, [owner])
    await wait(500 + random() * 500)
    const [pid = ''] = readFileSync(path.join(first, 'data/postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await wait(1000)
    await ask(replica.url(), 'select pg_promote()')
    await pooler.pointTo(replica.url())
    const back = performance.now()
    const before = load.tally.acknowledged.size
    await expect
      .poll(() => load.tally.acknowledged.size, { timeout: 120_000 })
      .toBeGreaterThan(before)
    const recovery = performance.now() - back
    await wait(300)
    const tally = await load.finish()
    if (tally.unanswered > 0) tally.failures.push(`without an answer: ${tally.unanswered}`)
    return { ...tally, recovery, found: await compare(app.deps, tally.acknowledged, sent) }
  } finally {
    await app.close()
    await database.close()
    pooler.stop()
    await replica.stop()
    await primary.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

test.runIf(hasPooler)('a replica takes over under load, with a pooler between', async () => {
  onTestFailed(() => console.error(seedHint))
  const random = seeded(seed)
  const times = rounds(0, 5)
  const sum = { acknowledged: 0, found: 0, lost: 0, half: 0, twice: 0, promised: 0 }
  const failures: string[] = []
  let slowest = 0
  for (let round = 0; round < times; round++) {
    const outcome = await failOver(round, random)
    sum.acknowledged += outcome.acknowledged.size
    sum.promised += outcome.promised
    for (const name of ['found', 'lost', 'half', 'twice'] as const) sum[name] += outcome.found[name]
    failures.push(...outcome.failures)
    slowest = Math.max(slowest, outcome.recovery)
  }
  expect(failures).toEqual([])
  const note = `taken again at most ${slowest.toFixed(0)} ms after the pooler was told`
  record('R4 failover to a replica', { faults: times, ...sum, failures: failures.length, note })
})
