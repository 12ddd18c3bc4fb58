// `npm run bench -- submit`: the cost of an application for the server, with and without a file, until its answer and
// in total.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startPostgres } from '../test/servers/postgres.ts'
import { startChild } from './child.ts'
import { printTable, rangeOf, type Figure } from './report/figures.ts'
import { application, measure, type Sample } from './kinds.ts'
import { postgresCpu } from './report/postgres-cpu.ts'

const ROUNDS = 7
/** Until the engine has compiled hot code. */
const SETTLE = 400

type Cost = Sample & { database: number }

const scratch = await mkdtemp(path.join(os.tmpdir(), 'storehand-bench-'))
const postgres = await startPostgres({ fsync: true })
const child = startChild()
try {
  const database = await postgresCpu(postgres.url())
  const served = await child.ask('serveShop', {
    dataDir: scratch,
    databaseUrl: postgres.url(),
    applicants: 1000,
  })
  const shop = { child, ...served }
  const kinds = {
    without: application(shop, { hasCv: false }),
    with: application(shop, { hasCv: true }),
  }
  const costs: Record<keyof typeof kinds, Cost[]> = { without: [], with: [] }
  for (const kind of Object.values(kinds)) await measure(shop, { ...kind, count: SETTLE })
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, kind] of Object.entries(kinds) as [keyof typeof kinds, typeof kinds.with][]) {
      const before = database()
      const sample = await measure(shop, kind)
      costs[name].push({ ...sample, database: (database() - before) / (kind.count + kind.warmUp) })
    }
  }
  const figures = (name: string, of: readonly Cost[], aim: number): Figure[] => [
    {
      name: `${name}, until the answer`,
      unit: 'ms CPU',
      range: rangeOf(of.map(({ answering }) => answering)),
      aim,
    },
    {
      name: `${name}, in all`,
      unit: 'ms CPU',
      range: rangeOf(of.map(({ cpu, resting }) => cpu + resting)),
    },
    {
      name: `${name}, database, in all`,
      unit: 'ms CPU',
      range: rangeOf(of.map((cost) => cost.database)),
    },
  ]
  const load = os.loadavg().map((value) => value.toFixed(1))
  printTable({
    title: `One application on Postgres; load ${load.join(', ')}`,
    figures: [
      ...figures('Without a file', costs.without, 1),
      ...figures('With a CV of 150 kB', costs.with, 2.5),
    ],
  })
} finally {
  await child.stop()
  await postgres.stop()
  await rm(scratch, { recursive: true, force: true })
}
