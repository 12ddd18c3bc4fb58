// `npm run bench -- load`: the built server in its own processes, with requests from other processes at a rate, and a
// record of every accepted application. `--minutes` is how long applications are sent; `--processes 3` starts several
// behind a balancer, with a pooler, a bucket and a replica; `--only` runs the parts whose names contain a word.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { compare } from '../../test/faults/compare.ts'
import { makeCv, ownCv } from '../application-form.ts'
import { percentile, printTable, rangeOf, shown, type Figure } from '../report/figures.ts'
import {
  fullness,
  keepRate,
  loadOf,
  measure,
  one,
  send,
  within,
  type Measured,
} from './held-rate.ts'
import { startInstallation, type Front } from '../installation.ts'
import { createListeners } from './listeners.ts'
import type { Call } from './load.ts'
import type { Sent } from './load-sender.ts'
import type { Questions } from '../million/questions.ts'
import { insertGrants, openShop } from '../shop.ts'
import { openStaff, publishEvent } from '../staff.ts'

const LISTS = { aim: 1000, seconds: 30, atOnce: 200 }
const SUBMITS = { aim: 30, atOnce: 100, cv: await makeCv(1_000_000) }
const STREAMS = { count: 2000, events: 100, aim: 1000 }
/** The noisy shop sends half, and all, of the requests that READS_PER_MINUTE_PER_ORGANIZATION allows. */
const NOISE = { rounds: 3, seconds: 12, quiet: 10, noisy: [100, 200], aim: 1.25 }
const REPLICA = { rounds: 3, seconds: 20, rate: 50 }
/**
 * Longer than the primary alone answers for an organization after a change
 * (docs/operations.md, 'A replica for reads').
 */
const QUIET_MS = 12_000
/** Enough organizations that none reaches its limits of requests in a minute, mails in an hour, and CVs. */
const SHOPS = 20
const APPLICANTS = 1000
const BACKLOG_MS = 600_000

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    minutes: { type: 'string', default: '10' },
    processes: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const processes = Number(options.processes)

const began = performance.now()
const stamp = (what: string) =>
  console.log(`  ${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${what}`)

const installation = await startInstallation(processes)
const { deps, mails } = installation
const listeners = createListeners()
const offered = new Set<string>()
const acknowledged = new Set<string>()

try {
  const shops: Questions['openShop']['answer'][] = []
  for (let place = 0; place < SHOPS; place++) {
    shops.push(await openShop(deps, APPLICANTS, `shop-${place}`))
  }
  stamp(`${SHOPS} shops; processes of the server: ${processes}`)
  const calls = shops.map(({ cookie }, place): Call => ({
    path: '/api/applicants?tab=all',
    headers: { cookie, accept: 'application/json', 'x-forwarded-for': `10.99.0.${place}` },
  }))
  const search = calls.map((call): Call => ({ ...call, path: `${call.path}&q=silva` }))
  const list = (front: Front, rate: number, seconds: number, from = calls) =>
    send({ url: front.url, rate, seconds, atOnce: LISTS.atOnce, send: { calls: from } })

  async function lists(): Promise<Figure[]> {
    const { figures } = await keepRate(installation, {
      ...LISTS,
      prepare: (rate, seconds) => Promise.resolve(() => list(installation, rate, seconds)),
      rest: () => wait(2000),
    })
    return figures
  }

  async function submits(): Promise<Figure[]> {
    const { figures } = await keepRate(installation, {
      aim: SUBMITS.aim,
      seconds: Number(options.minutes) * 60,
      async prepare(rate, seconds) {
        const grants = await insertGrants(deps, rate * seconds)
        for (const { email } of grants) offered.add(email)
        const { url } = installation
        const { atOnce, cv } = SUBMITS
        return async () => {
          const sent = await send({ url, rate, seconds, atOnce, send: { grants, cv } })
          for (const email of sent.acknowledged) acknowledged.add(email)
          return sent
        }
      },
      rest: emptyBacklog,
    })
    const waiting = await readBacklog()
    const { result: seconds, used, memory } = await measure(installation, emptyBacklog)
    const kinds = Object.entries(waiting).map(([kind, count]) => `${kind} ${count}`)
    const all = Object.values(waiting).reduce((sum, count) => sum + count, 0)
    const left = Object.values(await readBacklog()).reduce((sum, count) => sum + count, 0)
    return [
      ...figures,
      one('Tasks that wait at the end', '', all, kinds.join(', ')),
      one('Until none waits', 's', seconds, left > 0 ? `${left} STILL WAIT` : ''),
      one('Meanwhile, server', 's CPU', used.server / 1000),
      one('Meanwhile, database', 's CPU', used.database / 1000),
      one('Memory then', 'MB', memory.at(-1) ?? 0),
    ]
  }

  /** Waiting tasks by kind, and mails of applications that were not requested yet. */
  async function readBacklog(): Promise<Record<string, number>> {
    const { rows } = await deps.db.pool.query<{ kind: string; count: number }>(
      `select kind, count(*)::int as count from background_tasks
       where key <> '' and given_up_at is null group by kind`,
    )
    const written = new Set(mails.flatMap(({ to }) => to))
    const mailless = [...acknowledged].filter((email) => !written.has(email)).length
    const known = rows.map(({ kind, count }) => [kind, count] as const)
    return Object.fromEntries(mailless > 0 ? [...known, ['mails', mailless]] : known)
  }

  /** Seconds until the queue is empty. */
  async function emptyBacklog(): Promise<number> {
    const from = performance.now()
    while (performance.now() - from < BACKLOG_MS) {
      if (Object.keys(await readBacklog()).length === 0) break
      await wait(500)
    }
    return (performance.now() - from) / 1000
  }

  async function streams(): Promise<Figure[]> {
    const organizationId = shops[0]?.organizationId ?? ''
    const tokens = await openStaff(deps, { organizationId, count: STREAMS.count })
    await listeners.open(installation.url, tokens)
    await wait(5000)
    const publish = () => publishEvent(deps, organizationId)
    const { result, used } = await measure(installation, () =>
      listeners.hear(publish, STREAMS.events),
    )
    listeners.end()
    const lasts = result.toSorted((a, b) => a - b)
    return [
      ...within(lasts, [50, 95]).map((figure) => ({
        ...figure,
        name: `Last screen, ${figure.name}`,
      })),
      { ...one('Last screen, 99 % within', 'ms', percentile(lasts, 0.99)), aim: STREAMS.aim },
      one('Server, an event', 'ms CPU', used.server / STREAMS.events),
      one('Database, an event', 'ms CPU', used.database / STREAMS.events),
      one('Memory', 'MB', used.memory),
    ]
  }

  /** The times of the quiet shop beside the noisy one, and alone, in turn. */
  async function noise(): Promise<Figure[]> {
    const quiet = () => list(installation, NOISE.quiet, NOISE.seconds, calls.slice(0, 1))
    const kinds = { lists: calls, searches: search }
    const noises = Object.entries(kinds).flatMap(([name, of]) =>
      NOISE.noisy.map((rate) => ({ name, rate, of: of.slice(1, 2) })),
    )
    const figures: Figure[] = []
    for (const { name, rate, of } of noises) {
      const rounds: { alone: Sent; beside: Measured<Sent[]> }[] = []
      for (let round = 0; round < NOISE.rounds; round++) {
        const noisy = () => list(installation, rate, NOISE.seconds, of)
        rounds.push({
          alone: await quiet(),
          beside: await measure(installation, () => Promise.all([quiet(), noisy()])),
        })
      }
      for (const share of [50, 95]) {
        const pairs = rounds.map(({ alone, beside }) => ({
          over: percentile(beside.result[0]?.times ?? [], share / 100),
          under: percentile(alone.times, share / 100),
        }))
        figures.push({
          name: `${share} % within, beside ${rate} ${name} a second of another shop`,
          unit: '×',
          range: rangeOf(pairs.map(({ over, under }) => over / under)),
          aim: NOISE.aim,
          note: pairs.map(({ over, under }) => `${shown(over)} to ${shown(under)} ms`).join('; '),
        })
      }
      const answered = rounds.reduce(
        (sum, { beside }) => sum + (beside.result[1]?.times.length ?? 0),
        0,
      )
      const last = rounds.at(-1)
      figures.push(
        one(
          'Of these answered',
          'a second',
          answered / NOISE.rounds / NOISE.seconds,
          last && fullness(last.beside),
        ),
      )
    }
    return figures
  }

  /** The cost of a thousand lists on the primary, with a replica and without. */
  async function reads(): Promise<Figure[]> {
    const fronts = {
      'with the replica': installation,
      'without it': await installation.startWithoutReplica(),
    }
    const each = Object.entries(fronts).map(([name, front]) => ({
      name,
      front,
      primary: [] as number[],
      replica: [] as number[],
    }))
    await wait(QUIET_MS)
    for (let round = 0; round < REPLICA.rounds; round++) {
      for (const { front, primary, replica } of each) {
        const { result, used } = await measure(front, () =>
          list(front, REPLICA.rate, REPLICA.seconds),
        )
        const thousands = result.times.length / 1000
        primary.push(used.database / thousands)
        replica.push(used.replica / thousands)
      }
    }
    return each.flatMap(({ name, primary, replica }) => [
      { name: `Primary, ${name}`, unit: 'ms CPU for 1,000 lists', range: rangeOf(primary) },
      { name: `Replica, ${name}`, unit: 'ms CPU for 1,000 lists', range: rangeOf(replica) },
    ])
  }

  const parts = {
    lists: lists,
    'submits with a CV of 1 MB': submits,
    'live streams': streams,
    'a noisy shop': noise,
    ...(processes > 1 && { 'reads of a replica': reads }),
  }
  // The initial CVs of the shops.
  await emptyBacklog()
  for (const [name, part] of Object.entries(parts)) {
    if (!name.includes(options.only)) continue
    const before = loadOf()
    const figures = await part()
    stamp(name)
    printTable({ title: `${name}; load ${before} before, ${loadOf()} after`, figures })
  }
  if (offered.size > 0) await printLedger()

  /** Of everything that was sent in this run. */
  async function printLedger(): Promise<void> {
    // Each file is generated when it is compared: together they are as large as all CVs.
    const sent = new Map(
      [...offered].map((email) => [
        email,
        {
          get cv() {
            return ownCv(SUBMITS.cv, email)
          },
        },
      ]),
    )
    const found = await compare(deps, acknowledged, sent)
    const written = mails.flatMap(({ to }) => to).filter((email) => offered.has(email))
    const none = (name: string, value: number): Figure => ({ ...one(name, '', value), aim: 0 })
    printTable({
      title: 'The ledger',
      figures: [
        one('Acknowledged', '', acknowledged.size),
        one('Found', '', found.found),
        none('Lost', found.lost),
        none('Half there', found.half),
        none('There twice', found.twice),
        none('Without a confirmation', acknowledged.size - new Set(written).size),
        none('Confirmed twice', written.length - new Set(written).size),
      ],
    })
    if (found.lost + found.half + found.twice > 0) process.exitCode = 1
  }
} finally {
  listeners.end()
  printLog(await installation.close())
}

/** How often the server wrote each log message. */
function printLog(output: string): void {
  const counts = new Map<string, number>()
  for (const line of output.split('\n').filter((each) => each.startsWith('{'))) {
    const { msg = line } = JSON.parse(line) as { msg?: string }
    counts.set(msg, (counts.get(msg) ?? 0) + 1)
  }
  for (const [message, count] of counts) console.log(`The server wrote ${count} ×: ${message}`)
}
