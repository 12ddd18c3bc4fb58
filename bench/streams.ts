// `npm run bench -- streams`: what many live streams of one organization cost while nothing happens, and what one event costs.
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/postgres.ts'
import { startChild, type Child } from './child.ts'
import { exactly, printTable, rangeOf, type Figure } from './figures.ts'
import { postgresCpu } from './postgres-cpu.ts'

const ROUNDS = 3
const IDLE_SECONDS = 12
const EVENTS = 10
/** Streams that are opened at once. */
const OPENING = 20

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { count: { type: 'string', default: '2000' } },
})
const count = Number(options.count)

/** Counts what it hears, and keeps nothing of it. */
class Listener {
  readonly #socket: Socket
  events = 0
  heardAt = 0

  constructor(url: URL, token: string, place: number) {
    this.#socket = connect(Number(url.port), url.hostname)
    // Each from a network of its own, because one network may hold 200.
    const network = `10.${place >> 16}.${(place >> 8) & 255}.${place & 255}`
    this.#socket.write(
      `GET /api/live HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${token}\r\nx-forwarded-for: ${network}\r\n\r\n`,
    )
  }

  /** Resolves at the greeting. */
  begin(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once('close', () => reject(new Error('a stream ended')))
      this.#socket.on('data', (bytes: Buffer) => {
        if (bytes.includes('event: hello')) resolve()
        else if (bytes.includes('event: applicant.updated')) {
          this.events += 1
          this.heardAt = performance.now()
        }
      })
    })
  }

  end(): void {
    this.#socket.removeAllListeners('close').destroy()
  }
}

type Cost = { server: number; database: number }

const scratch = await mkdtemp(path.join(os.tmpdir(), 'storehand-bench-'))
const postgres = await startPostgres({ fsync: true })
const child = startChild()
const listeners: Listener[] = []
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
  const held = await child.ask('memory', undefined)
  const opening = await costOf(() => openAll(new URL(url), tokens))
  await wait(5000)
  const holding = await child.ask('memory', undefined)

  const idles: Cost[] = []
  const events: Cost[] = []
  const lasts: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    idles.push(await idle())
    events.push(await costOf(async () => lasts.push(...(await sendEvents(child, organizationId)))))
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
    { name: 'Memory of a stream', unit: 'kB', range: each(holding - held) },
    { name: 'Opening a stream, server', unit: 'ms CPU', range: exactly(opening.server / count) },
    {
      name: 'Opening a stream, database',
      unit: 'ms CPU',
      range: exactly(opening.database / count),
    },
  ]
  printTable({ title, figures })
} finally {
  for (const listener of listeners) listener.end()
  await child.stop()
  await postgres.stop()
  await rm(scratch, { recursive: true, force: true })
}

async function openAll(url: URL, tokens: readonly string[]): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let place = next++; place < tokens.length; place = next++) {
      const listener = new Listener(url, tokens[place] ?? '', place)
      listeners.push(listener)
      await listener.begin()
    }
  }
  await Promise.all(Array.from({ length: OPENING }, worker))
}

/** Milliseconds from each act to the moment when the last stream heard of it. */
async function sendEvents(child: Child, organizationId: string): Promise<number[]> {
  const lasts: number[] = []
  for (let event = 0; event < EVENTS; event++) {
    const before = listeners.map(({ events }) => events)
    const began = performance.now()
    await child.ask('publish', { organizationId })
    while (listeners.some(({ events }, place) => events === before[place])) await wait(5)
    lasts.push(Math.max(...listeners.map(({ heardAt }) => heardAt)) - began)
  }
  return lasts
}
