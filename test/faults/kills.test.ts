// What survives kill -9: tried on the real program.
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFailed, test } from 'vitest'
import { readConfig } from '#config'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'
import { createPostgresDatabase } from '../databases/database.ts'
import { openStorehand } from '../../src/open.ts'
import { runsEverything } from '../../scripts/test-extent.ts'
import type { Program } from '../e2e/program.ts'
import {
  createJob,
  found,
  movedTo,
  prove,
  readApplicants,
  submit,
  type Application,
} from './applying.ts'
import { compare, type Found } from './compare.ts'
import { folder, replaceFolder, start, stop, useDataFolder } from './data-folder.ts'
import { isLong, rounds, seed, seeded, seedHint } from './extent.ts'
import { killPoints, type KillPoint } from './kill-points.ts'
import { record } from './record.ts'

const SUBMITS = 12
/** Kills of one data folder before everything in it is compared and a new one begins. */
const KILLS_OF_FOLDER = 20
const HOUR = 3_600_000
const preload = path.join(import.meta.dirname, 'kill-at.ts')

/** At a named point, or at any moment. */
type Kill = KillPoint | undefined

useDataFolder()

/** Submits until the program is dead; the addresses it had said yes to. */
async function submitUntilKilled(
  program: Program,
  applications: readonly Application[],
  kill: Kill,
  random: () => number,
): Promise<string[]> {
  const acknowledged: string[] = []
  const killAfter = Math.floor(random() * (SUBMITS - 2))
  const delay = random() * 30
  let killing: Promise<unknown> | undefined
  const killAnytime = () => {
    if (kill === undefined && acknowledged.length >= killAfter) {
      killing ??= wait(delay).then(() => program.stop('SIGKILL'))
    }
  }
  killAnytime()
  await Promise.all(
    applications.map(async (application) => {
      await wait(random() * 100)
      const answered = await submit(program.url, application)
      if (!answered) return
      if (answered.status !== 200) throw new Error(`A submit was answered with ${answered.status}`)
      acknowledged.push(application.email)
      killAnytime()
    }),
  )
  await killing
  if (kill !== undefined && acknowledged.length === applications.length) {
    throw new Error(`No submit passed the point: ${kill}`)
  }
  const { signal, output } = await program.ended
  if (signal !== 'SIGKILL')
    throw new Error(`It ended with ${signal} instead of the kill: ${output}`)
  return acknowledged
}

/** Everything in the stopped folder, row by row and byte by byte, and what no row owns after the sweep. */
async function compareAll(
  settings: Record<string, string>,
  acknowledged: ReadonlySet<string>,
  sent: ReadonlyMap<string, Application>,
): Promise<Found & { orphans: number }> {
  const clock = { now: () => new Date(Date.now() + 25 * HOUR), machine: () => new Date() }
  const storehand = await openStorehand(
    readConfig({ DATA_DIR: folder(), LOG_LEVEL: 'warn', NODE_ENV: 'test', ...settings }),
    { appUrl: 'http://localhost', clock, work: 'none' },
  )
  const { db } = storehand.deps
  try {
    const found = await compare(storehand.deps, acknowledged, sent)
    await sweepFiles(storehand.deps)
    const { rows } = await db.pool.query<{ storage_key: string }>(
      'select storage_key from cv_files where applicant_id is not null',
    )
    const owned = new Set(rows.map(({ storage_key }) => storage_key))
    const files = path.join(folder(), 'files')
    const left = await readdir(path.join(files, 'cvs')).catch(() => [])
    const orphans = left.filter((name) => !owned.has(`cvs/${name}`)).length
    const unfinished = await readdir(path.join(files, 'incoming'))
    return { ...found, orphans: orphans + unfinished.length }
  } finally {
    await storehand.close()
  }
}

type Sum = Found & {
  faults: number
  acknowledged: number
  orphans: number
  slowestStartMs: number
}

/** Kills the program on one data folder once for each of `kills`, and starts it again each time. */
async function killAgainAndAgain(
  kills: readonly Kill[],
  settings: Record<string, string>,
  random: () => number,
  sum: Sum,
): Promise<void> {
  let program = await start(settings)
  const owner = await found(program.url)
  const jobs: JobPost[] = [await createJob(owner, 'Packer'), await createJob(owner, 'Barista')]
  const emails = kills.flatMap((_, round) =>
    Array.from({ length: SUBMITS }, (__, place) => `round-${round}-${place}@applicant.example`),
  )
  const applications = await prove(program.url, jobs, emails, random)
  await stop('SIGKILL')
  const sent = new Map(applications.map((application) => [application.email, application]))
  const acknowledged = new Set<string>()
  for (const [round, kill] of kills.entries()) {
    const turn = String(1 + Math.floor(random() * (SUBMITS / 2)))
    program = kill
      ? await start({ ...settings, KILL_AT: kill, KILL_TURN: turn }, preload)
      : await start(settings)
    const own = applications.slice(round * SUBMITS, (round + 1) * SUBMITS)
    for (const email of await submitUntilKilled(program, own, kill, random)) acknowledged.add(email)
    sum.faults += 1
  }
  const began = performance.now()
  program = await start(settings)
  sum.slowestStartMs = Math.max(sum.slowestStartMs, performance.now() - began)
  const listed = await readApplicants(movedTo(program.url, owner))
  expect(await stop('SIGTERM')).toMatchObject({ code: 0 })
  const { orphans, ...counts } = await compareAll(settings, acknowledged, sent)
  // What staff see is what the database has.
  expect(listed).toHaveLength(counts.found)
  sum.acknowledged += acknowledged.size
  for (const name of ['found', 'lost', 'half', 'twice'] as const) sum[name] += counts[name]
  sum.orphans += orphans
}

const none = (): Sum => ({
  faults: 0,
  acknowledged: 0,
  found: 0,
  lost: 0,
  half: 0,
  twice: 0,
  orphans: 0,
  slowestStartMs: 0,
})

/** In the short form, the points around the moment of the promise; a kill at any moment is one more start. */
const shortPoints: readonly KillPoint[] = [
  'the application is written, not committed',
  'the application is committed, not answered',
]

function chooseKills(random: () => number, anytime: number, eachPoint: number): Kill[] {
  const points = isLong ? killPoints : shortPoints
  const kills = [
    ...Array.from({ length: anytime }, () => undefined),
    ...Array.from({ length: eachPoint }, () => points).flat(),
  ]
  // Mixed, so that each folder sees kills of all kinds.
  return kills
    .map((kill) => ({ kill, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ kill }) => kill)
}

async function killAll(kills: readonly Kill[], settings: () => Promise<Record<string, string>>) {
  onTestFailed(() => console.error(seedHint))
  const random = seeded(seed)
  const sum = none()
  for (let from = 0; from < kills.length; from += KILLS_OF_FOLDER) {
    if (from > 0) {
      await replaceFolder()
    }
    await killAgainAndAgain(
      kills.slice(from, from + KILLS_OF_FOLDER),
      await settings(),
      random,
      sum,
    )
    // The long form takes an hour: one that is ended before its end has said something.
    if (isLong) console.log(`After ${sum.faults} of ${kills.length} kills: ${JSON.stringify(sum)}`)
  }
  return sum
}

function recordKills(name: string, { orphans, slowestStartMs, ...counts }: Sum): void {
  expect(orphans).toBe(0)
  const note = `orphans after the sweep ${orphans}, slowest start ${slowestStartMs.toFixed(0)} ms, seed ${seed}`
  record(name, { ...counts, note })
}

// A start on the embedded engine takes eight times that on a server.
describe.runIf(runsEverything)('with the embedded engine', () => {
  // shows: 7-97, interface-2
  test('whatever was acknowledged before kill -9 is there afterwards, and nothing is there in part', async () => {
    const kills = chooseKills(seeded(seed + 1), rounds(1, 200), isLong ? 3 : 1)
    recordKills('R1 kill -9, embedded', await killAll(kills, () => Promise.resolve({})))
  })
})

// shows: 7-97
test('the same with a database server', async () => {
  const kills = chooseKills(seeded(seed + 2), rounds(0, 40), 1)
  const drops: (() => Promise<void>)[] = []
  const sum = await killAll(kills, async () => {
    const { url, drop } = await createPostgresDatabase()
    drops.push(drop)
    return { DATABASE_URL: url }
  })
  for (const drop of drops) await drop()
  recordKills('R1 kill -9, Postgres', sum)
})
