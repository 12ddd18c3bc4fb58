// Waiting times of staff in a shop of 100,000 applicants among a million: compared with a shop of 1,000, and with the
// bare SQL, call by call in turn.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import { parseArgs } from 'node:util'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../test/servers/postgres.ts'
import { startChild } from '../child.ts'
import { exactly, percentile, printTable, shown, type Figure } from '../report/figures.ts'
import { connect } from '../load/load.ts'
import {
  APPLICANTS_IN_ALL,
  fillMillion,
  insertShops,
  listFilledShops,
  measuredSizes,
  ORGANIZATIONS,
  type OpenedShop,
} from './million-rows.ts'
import { questions, type BigShop, type Question } from './million-questions.ts'

const ROUNDS = 40
const WARM_UP = 10

type Times = { http: number[]; bare: number[] }

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { keep: { type: 'string' }, only: { type: 'string', default: '' } },
})
const keepIn = options.keep

const ascending = (times: readonly number[]) => times.toSorted((a, b) => a - b)
const p50 = (times: readonly number[]) => percentile(ascending(times), 0.5)
const p95 = (times: readonly number[]) => percentile(ascending(times), 0.95)

const began = performance.now()
const stamp = (what: string) =>
  console.log(`  ${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${what}`)

console.log(
  `${ORGANIZATIONS} organizations, ${APPLICANTS_IN_ALL.toLocaleString('en-GB')} applicants. This takes some minutes, 6 GB of disk, ` +
    'and says more on a machine that does nothing else.',
)
const scratch = await mkdtemp(path.join(os.tmpdir(), 'storehand-bench-'))
const postgres = await startPostgres({ fsync: false, keepIn })
const child = startChild()
const bare = new pg.Client({ connectionString: postgres.url() })
try {
  await bare.connect()
  const { url } = await child.ask('serve', {
    dataDir: scratch,
    databaseUrl: postgres.url(),
  })
  const opened = (await listFilledShops(bare)) ?? (await filledShops())

  const client = connect(url, 1)
  const shops: BigShop[] = opened.map((shop) => ({
    ...shop,
    get: async (address) => {
      const headers = { cookie: shop.cookie, accept: 'application/json' }
      return JSON.parse((await client.send({ path: address, headers })).body.toString()) as never
    },
  }))
  const results: [Question, Times[]][] = []
  for (const question of questions.filter(({ name }) => name.includes(options.only))) {
    const prepared = await Promise.all(
      shops.map(async (shop) => ({ shop, ...(await question.prepare(shop)) })),
    )
    const times: Times[] = prepared.map(() => ({ http: [], bare: [] }))
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const [index, { shop, address, sql, values }] of prepared.entries()) {
        const http = await timed(() => shop.get(address))
        const direct = await timed(() => bare.query({ text: sql, values: [...values] }))
        if (round < 0) continue
        times[index]?.http.push(http)
        times[index]?.bare.push(direct)
      }
    }
    results.push([question, times])
    stamp(question.name)
  }
  client.close()
  print(results)
} finally {
  await bare.end()
  await child.stop()
  await postgres.stop()
  await rm(scratch, { recursive: true, force: true })
}

async function filledShops(): Promise<OpenedShop[]> {
  const opened = []
  for (const size of measuredSizes) {
    opened.push(await child.ask('openShop', { slug: `shop-of-${size}` }))
  }
  const filling = new pg.Client({ connectionString: postgres.url() })
  await filling.connect()
  await fillMillion(
    filling,
    opened.map(({ organizationId }) => organizationId),
    stamp,
  )
  await insertShops(filling, opened)
  await filling.end()
  return opened
}

function print(results: readonly [Question, Times[]][]): void {
  const ratios = (
    of: (times: Times[]) => readonly [over: number, under: number],
    aim: number,
  ): Figure[] =>
    results.map(([{ name }, times]) => {
      const [over, under] = of(times)
      const note = `(${shown(over)} ms to ${shown(under)} ms)`
      return { name, unit: '×', range: exactly(over / under), aim, note }
    })
  const small = (times: Times[]) => times[0]?.http ?? []
  const large = (times: Times[]) => times.at(-1)?.http ?? []
  const largeBare = (times: Times[]) => times.at(-1)?.bare ?? []
  printTable({
    title: '95 % within: 100,000 applicants as times of 1,000',
    figures: ratios((times) => [p95(large(times)), p95(small(times))], 2),
  })
  printTable({
    title: 'Half within: 100,000 applicants as times of 1,000',
    figures: ratios((times) => [p50(large(times)), p50(small(times))], 2),
  })
  printTable({
    title: '95 % within: 100,000 applicants over HTTP as times of the bare SQL',
    figures: ratios((times) => [p95(large(times)), p95(largeBare(times))], 3),
  })
  console.log(`\nMeasured in ${((performance.now() - began) / 1000).toFixed(0)} s.`)
}
