// The database server goes away under load and comes back: nothing acknowledged is lost, and nobody hears of a defect.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import type { Database } from '#data/database.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { openPostgres } from '#data/postgres.ts'
import { runsEverything } from '../../scripts/test-extent.ts'
import { createTestApp, type Member, type TestApp } from '../app.ts'
import { startPostgres, type PrivatePostgres } from '../servers/postgres.ts'
import type { Application } from './applying.ts'
import { compare } from './compare.ts'
import { isLong, rounds, seed, seeded, seedHint } from './extent.ts'
import { startLoad } from './load.ts'
import { insertProofs } from './proofs.ts'
import { record } from './record.ts'

const AWAY_MS = isLong ? 30_000 : 1500

let folder: string
let server: PrivatePostgres
let database: Database
let app: TestApp
let owner: Member
let job: JobPost
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-outage-'))
  // The database server runs as an ordinary user.
  await chmod(folder, 0o711)
  server = await startPostgres({ keepIn: path.join(folder, 'postgres') })
  database = await openPostgres(server.url())
  app = await createTestApp({ database })
  owner = await app.owner()
  job = await app.job(owner)
})
afterAll(async () => {
  await app?.close()
  await database?.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a database that is stopped under load and started again', async () => {
  onTestFailed(() => console.error(seedHint))
  const random = seeded(seed)
  const sent = new Map<string, Application>()
  const acknowledged = new Set<string>()
  const failures: string[] = []
  const times = rounds(runsEverything ? 2 : 1, 20)
  let promised = 0
  let slowestMs = 0
  for (let round = 0; round < times; round++) {
    const emails = Array.from({ length: 400 }, (_, place) => `out-${round}-${place}@example.com`)
    const applications = await insertProofs(app.deps, job, emails, random)
    for (const application of applications) sent.set(application.email, application)
    const load = startLoad(() => app.url, applications, [owner])
    await wait(300 + random() * 400)
    await server.stop()
    await wait(AWAY_MS)
    server = await startPostgres({
      keepIn: path.join(folder, 'postgres'),
      port: Number(new URL(server.url()).port),
    })
    const back = performance.now()
    const before = load.tally.acknowledged.size
    await expect.poll(() => load.tally.acknowledged.size, { interval: 20 }).toBeGreaterThan(before)
    slowestMs = Math.max(slowestMs, performance.now() - back)
    await wait(200)
    const tally = await load.finish()
    promised += tally.promised
    failures.push(...tally.failures)
    if (tally.unanswered > 0) failures.push(`without an answer: ${tally.unanswered}`)
    for (const email of tally.acknowledged) acknowledged.add(email)
  }
  expect(failures).toEqual([])
  record('R4 database stopped under load', {
    faults: times,
    acknowledged: acknowledged.size,
    ...(await compare(app.deps, acknowledged, sent)),
    promised,
    failures: failures.length,
    note: `away for ${AWAY_MS} ms, taken again at most ${slowestMs.toFixed(0)} ms after it was back`,
  })
})
