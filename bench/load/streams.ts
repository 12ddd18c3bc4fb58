// `npm run bench -- streams`: the cost of many live streams of one organization while nothing happens, and of one
// event.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/servers/postgres.ts'
import { startChild } from '../child.ts'
import { exactly, printTable, rangeOf, type Figure } from '../report/figures.ts'
import { createListeners } from './listeners.ts'
import { postgresCpu } from '../report/postgres-cpu.ts'

const ROUNDS = 3
const IDLE_SECONDS = 12
const EVENTS = 10

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { count: { type: 'string', default: '2000' } },
})
const count = Number(options.count)

type Cost = { server: number; database: number }

const scratch = await mkdtemp(path.join(os.tmpdir(), 'storehand-bench-'))
const postgres = await startPostgres({ fsync: true })
const child = startChild()
const listeners = createListeners()
try {
  const database = await postgresCpu(postgres.url())
  const { url } = await child.ask('serveShop', {
    dataDir: scratch,
    databaseUrl: postgres.url(),
    applicants: 100,
  })
  const { organizationId } = await child.ask('openShop', { slug: 'busy-shop', applicants: 100 })
  const tokens = await child.ask('openStaff', { organizationId, count })

  const now = async (): Promise<Cost> => ({
    server: (await child.ask('cpu', undefined)).total,
    database: database(),
  })
  const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
    const before = await now()
    await work()
    const after = await now()
    return { server: after.server - before.server, database: after.database - before.database }
  }
  const idle = () => costOf(() => wait(IDLE_SECONDS * 1000))

  const without = await idle()
  const memoryBefore = await child.ask('memory', undefined)
  const opening = await costOf(() => listeners.open(url, tokens))
  await wait(5000)
  const memoryAfter = await child.ask('memory', undefined)

  const idles: Cost[] = []
  const events: Cost[] = []
  const publish = () => child.ask('publish', { organizationId })
  const lasts: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    idles.push(await idle())
    events.push(
      await costOf(async () => {
        lasts.push(...(await listeners.hear(publish, EVENTS)))
      }),
    )
  }

  const load = os.loadavg().map((value) => value.toFixed(1))
  const perSecond = (cost: Cost[], part: keyof Cost) =>
    rangeOf(cost.map((one) => one[part] / IDLE_SECONDS))
  const perEvent = (part: keyof Cost) => rangeOf(events.map((one) => one[part] / EVENTS))
  const each = (bytes: number): Figure['range'] => exactly(Math.round(bytes / 1000 / count))
  const title = `${count} live streams of one organization; load ${load.join(', ')}`
  const figures: Figure[] = [
    { name: 'Idle, server', unit: 'ms CPU/s', range: perSecond(idles, 'server'), aim: 5 },
    { name: 'Idle, database', unit: 'ms CPU/s', range: perSecond(idles, 'database'), aim: 5 },
    {
      name: 'The same without a stream, server',
      unit: 'ms CPU/s',
      range: perSecond([without], 'server'),
    },
    {
      name: 'The same without a stream, database',
      unit: 'ms CPU/s',
      range: perSecond([without], 'database'),
    },
    { name: 'One event, server', unit: 'ms CPU', range: perEvent('server'), aim: 60 },
    { name: 'One event, database', unit: 'ms CPU', range: perEvent('database') },
    { name: 'Last receiver', unit: 'ms', range: rangeOf(lasts), aim: 300 },
    { name: 'Memory of a stream', unit: 'kB', range: each(memoryAfter - memoryBefore) },
    { name: 'Opening a stream, server', unit: 'ms CPU', range: exactly(opening.server / count) },
    {
      name: 'Opening a stream, database',
      unit: 'ms CPU',
      range: exactly(opening.database / count),
    },
  ]
  printTable({ title, figures })
} finally {
  listeners.end()
  await child.stop()
  await postgres.stop()
  await rm(scratch, { recursive: true, force: true })
}
