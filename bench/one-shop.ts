// The product's cost for one shop, compared with its targets. Ratios of one run; timings are never asserted.
import os, { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { startChild } from './child.ts'
import {
  exactly,
  percentile,
  printTable,
  rangeOf,
  type Figure,
  type Table,
} from './report/figures.ts'
import { writeBaselineRun, readBaselineRun } from './report/baseline-run.ts'
import {
  adPath,
  application,
  careersPath,
  embedPath,
  knownPage,
  measure,
  measureFirst,
  newPublicPage,
  newWidget,
  overview,
  staffCounts,
  staffList,
  staffSearch,
  type Kind,
  type Sample,
  type Target,
} from './kinds.ts'
import { APPLICANTS, startShops } from './load/shops.ts'
import { measureStart } from './start.ts'
import { visit, weigh, weighTexts, type Visit, type Weight } from './weight.ts'

const ROUNDS = 5

/** `first`: the answers of a new process; the rounds are those of a warmed-up one. */
type Rounds<Name extends string> = { first: Record<Name, Sample>; rounds: Record<Name, Sample[]> }

/** Each kind in turn, round after round, so that temporary load on the machine slows all of them. */
async function measureRounds<Key extends string>(
  plan: Record<Key, [Target, Kind]>,
): Promise<Rounds<Key>> {
  const kinds = Object.entries(plan) as [Key, [Target, Kind]][]
  const first = {} as Record<Key, Sample>
  const rounds = {} as Record<Key, Sample[]>
  for (const [key, [target, kind]] of kinds) {
    first[key] = await measureFirst(target, kind)
    rounds[key] = []
  }
  process.stdout.write('settled')
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [key, [target, kind]] of kinds) rounds[key].push(await measure(target, kind))
    process.stdout.write(`, round ${round}`)
  }
  console.log()
  return { first, rounds }
}

const cpuOf = (samples: readonly Sample[]) => rangeOf(samples.map(({ cpu }) => cpu))
const waitOf = (samples: readonly Sample[], share: number) =>
  rangeOf(samples.map(({ times }) => percentile(times, share)))

function timesBare(name: string, samples: readonly Sample[], bare: readonly Sample[]): Figure {
  const ratios = samples.map(({ cpu }, round) => cpu / (bare[round]?.cpu ?? Number.NaN))
  const micros = cpuOf(samples).median * 1000
  return { name, unit: '× bare', range: rangeOf(ratios), note: `(${micros.toFixed(0)} µs)` }
}

function wait(name: string, samples: readonly Sample[], share: number): Figure {
  const label = `${name}, ${share === 0.5 ? 'half within' : '95 % within'}`
  return { name: label, unit: 'ms', range: waitOf(samples, share) }
}

const processor = (name: string, samples: readonly Sample[]): Figure => ({
  name,
  unit: 'ms CPU',
  range: cpuOf(samples),
})

const answering = (name: string, samples: readonly Sample[]): Figure => ({
  name,
  unit: 'ms CPU',
  range: rangeOf(samples.map((sample) => sample.answering)),
})

type Name =
  | 'bare'
  | 'cached'
  | 'cachedList'
  | 'newList'
  | 'cachedAd'
  | 'newAd'
  | 'submitFloor'
  | 'plainFloor'
  | 'listFloor'
  | 'plain'
  | 'name'
  | 'word'
  | 'overview'
  | `${'uncached' | 'submit' | 'list' | 'counts'}${'' | 'Embedded'}`

function tablesOfServer({ first, rounds }: Rounds<Name>): Table[] {
  const { bare } = rounds
  const answeringOf = (samples: readonly Sample[]) =>
    rangeOf(samples.map((sample) => sample.answering)).median
  const listFloor = (share: number) => waitOf(rounds.listFloor, share).median
  return [
    {
      title: 'Processor time of the server for one request (user and system, all its threads)',
      figures: [
        timesBare('Bare node:http, same bytes', bare, bare),
        {
          ...timesBare('/embed from the cache', rounds.cached, bare),
          aim: 1.5,
          other: '650 × bare',
        },
        { ...timesBare('/embed drawn anew', rounds.uncached, bare), aim: 10, other: '650 × bare' },
        timesBare('/embed drawn anew, embedded engine', rounds.uncachedEmbedded, bare),
        { ...timesBare('Public list of jobs from the cache', rounds.cachedList, bare), aim: 2 },
        { ...timesBare('Public list of jobs drawn anew', rounds.newList, bare), aim: 12 },
        { ...timesBare('Page of a job from the cache', rounds.cachedAd, bare), aim: 2 },
        { ...timesBare('Page of a job drawn anew', rounds.newAd, bare), aim: 12 },
        {
          ...answering('Application without a CV, until the answer', rounds.plain),
          floor: answeringOf(rounds.plainFloor),
          aim: 1,
          other: '4.0 ms',
        },
        {
          ...answering('Application with a CV of 150 kB, until the answer', rounds.submit),
          floor: answeringOf(rounds.submitFloor),
          aim: 2.5,
          other: '14.5 ms',
        },
        {
          name: 'Application with a CV, everything that it causes',
          unit: 'ms CPU',
          range: rangeOf(rounds.submit.map(({ cpu, resting }) => cpu + resting)),
          floor: cpuOf(rounds.submitFloor).median,
          aim: 10,
          other: '22 ms',
        },
        {
          name: 'Reading its CV, in the background',
          unit: 'ms CPU',
          range: rangeOf(rounds.submit.map(({ resting }) => resting)),
        },
        processor('Application, the first 50 of a new process', [first.submit]),
        answering('Application, until the answer, embedded engine', rounds.submitEmbedded),
        processor('Application, in all, embedded engine', rounds.submitEmbedded),
        {
          ...processor('Staff list, first page', rounds.list),
          floor: cpuOf(rounds.listFloor).median,
        },
        processor('Staff list, embedded engine', rounds.listEmbedded),
      ],
    },
    {
      title: `What staff wait with ${APPLICANTS.toLocaleString('en-GB')} applicants`,
      figures: [
        {
          ...wait('First page on Postgres', rounds.list, 0.5),
          floor: listFloor(0.5),
          aim: 2 * listFloor(0.5),
        },
        {
          ...wait('First page on Postgres', rounds.list, 0.95),
          floor: listFloor(0.95),
          aim: 8,
          other: '31.6 ms',
        },
        wait('Its counts on Postgres', rounds.counts, 0.95),
        { ...wait('Search by a name of one in nine', rounds.name, 0.5), aim: 5, other: '33 ms' },
        { ...wait('Search for a word of everybody', rounds.word, 0.5), aim: 10 },
        { ...wait('Overview', rounds.overview, 0.5), aim: 5, other: '43.5 ms' },
        wait('First page, embedded engine', rounds.listEmbedded, 0.5),
        wait('First page, embedded engine', rounds.listEmbedded, 0.95),
        wait('Its counts, embedded engine', rounds.countsEmbedded, 0.95),
        wait('Application on Postgres', rounds.submit, 0.95),
        wait('Application, embedded engine', rounds.submitEmbedded, 0.95),
      ],
    },
  ]
}

function tableOfWeight(weight: Weight, seen: Visit): Table {
  const bytes = (name: string, value: number): Figure => ({
    name,
    unit: 'B',
    range: exactly(value),
  })
  const words = weighTexts()
  return {
    title: '/embed with 20 jobs',
    figures: [
      bytes('As HTML', weight.raw),
      { ...bytes('Brotli', weight.brotli), aim: 6500, other: '247,695 B in all' },
      bytes('For the very first visitor', weight.first),
      { ...bytes('Gzip', weight.gzip), aim: 7500 },
      bytes('The words of the jobs alone, brotli', words.brotli),
      bytes('The words of the jobs alone, gzip', words.gzip),
      {
        name: 'Requests before the first click',
        unit: '',
        range: exactly(seen.beforeClick.requests),
        aim: 1,
        other: '27',
      },
      bytes('Loaded before the first click, with headers', seen.beforeClick.bytes),
      { ...bytes('Script before the first click', weight.inlineScript), aim: 2000 },
      bytes('Script loaded by the first click (React)', seen.afterClick.scriptBytes),
      {
        name: 'Requests caused by the first click',
        unit: '',
        range: exactly(seen.afterClick.requests),
      },
    ],
  }
}

const { keep: keeps } = parseArgs({ options: { keep: { type: 'boolean' } } }).values
const began = performance.now()
console.log(
  `Node ${process.version}, ${availableParallelism()} processors. Compare ratios within a run; ` +
    'milliseconds belong to this machine at this moment.',
)
const loadOfMinute = () => os.loadavg()[0] ?? Number.NaN
const loadBefore = loadOfMinute()
const kept = await readBaselineRun()
const shops = await startShops()
const bareChild = startChild()
try {
  const { postgres, embedded, floor, empty } = shops
  const { page, ...weight } = await weigh(postgres.url, embedPath(postgres.slug))
  const seen = await visit(`${postgres.url}${embedPath(postgres.slug)}`)
  const bare = { child: bareChild, ...(await bareChild.ask('serveBare', page)) }
  const withCv = application(postgres, { hasCv: true })
  const withoutCv = application(postgres, { hasCv: false })
  const plan: Record<Name, [Target, Kind]> = {
    bare: [bare, knownPage(embedPath(postgres.slug))],
    cached: [postgres, knownPage(embedPath(postgres.slug))],
    uncached: [postgres, newWidget(postgres.slug)],
    uncachedEmbedded: [embedded, newWidget(embedded.slug)],
    cachedList: [postgres, knownPage(careersPath(postgres.slug))],
    newList: [postgres, newPublicPage(careersPath(postgres.slug))],
    cachedAd: [postgres, knownPage(adPath(postgres.slug))],
    newAd: [postgres, newPublicPage(adPath(postgres.slug))],
    plainFloor: [floor, withoutCv],
    plain: [postgres, withoutCv],
    submitFloor: [floor, withCv],
    submit: [postgres, withCv],
    submitEmbedded: [embedded, application(embedded, { hasCv: true })],
    listFloor: [floor, staffList(postgres)],
    list: [postgres, staffList(postgres)],
    listEmbedded: [embedded, staffList(embedded)],
    counts: [postgres, staffCounts(postgres)],
    countsEmbedded: [embedded, staffCounts(embedded)],
    name: [postgres, staffSearch(postgres, 'Okafor')],
    word: [postgres, staffSearch(postgres, 'shops')],
    overview: [postgres, overview(postgres)],
  }
  const tables = [
    ...tablesOfServer(await measureRounds(plan)),
    tableOfWeight(weight, seen),
    { title: 'A start', figures: await measureStart(empty.databaseUrl, empty.dataDir) },
  ]
  for (const table of tables) printTable(table, kept)
  if (seen.failed.length > 0) console.log(`  Not found: ${seen.failed.join(', ')}`)
  if (keeps) await writeBaselineRun(tables, [loadBefore, loadOfMinute()])
} finally {
  await Promise.all([shops.close(), bareChild.stop()])
}
console.log(
  `\nMeasured in ${((performance.now() - began) / 1000).toFixed(0)} s, with a load of ${loadBefore.toFixed(1)} before and ` +
    `${loadOfMinute().toFixed(1)} after. 'last kept': bench/report/last-run.md.`,
)
