// `npm run bench -- cvs <folder>`: reads every file below the folder as a CV, and compares the words of each PDF with those that
// poppler's pdftotext reads, where the machine has it.
import { execFile } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { CV_MAX_BYTES, cvKinds, type CvKind } from '#domain/cvs/cvs.ts'
import { joinedWords } from '#domain/cvs/search-text.ts'
import { inspectCv } from '#gateways/cvs/cv-inspector.ts'
import { openCvReader } from '#gateways/cvs/cv-reader.ts'
import { findProgram } from '../scripts/find-programs.ts'
import { exactly, percentile, printTable, rangeOf, type Figure } from './report/figures.ts'

const SECONDS = 30
/** About the size of a CV, whose time has an aim. */
const USUAL = { from: 100_000, to: 200_000, aim: 3 } as const
const FEWEST_FOUND = 0.9

type Outcome = {
  file: string
  bytes: number
  result: 'read' | 'refused' | 'unreadable'
  reason?: string
  /** Of the second reading. */
  ms?: number
  peak: number
  words?: { all: number; missing: string[] }
}

const pdftotext = findProgram(['pdftotext'])

function wordsByPoppler(file: string): Promise<Set<string> | undefined> {
  const { promise, resolve } = Promise.withResolvers<Set<string> | undefined>()
  if (!pdftotext) return Promise.resolve(undefined)
  execFile(
    pdftotext,
    ['-q', '-l', '200', file, '-'],
    { timeout: 60_000, maxBuffer: 1e9 },
    (error, text) => resolve(error ? undefined : wordsOf(text)),
  )
  return promise
}

/** All different ones. Each letter of a script without blanks is a word: programs put blanks and line ends between them where they like. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .match(
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu,
      ) ?? [],
  )

const reader = openCvReader()

async function timed(content: Buffer, kind: CvKind) {
  const before = process.cpuUsage()
  const reading = await reader.read(new Uint8Array(content), kind, SECONDS)
  const { user, system } = process.cpuUsage(before)
  return { reading, ms: (user + system) / 1000 }
}

async function outcomeOf(file: string, kind: CvKind): Promise<Outcome> {
  const content = readFileSync(file)
  const base = { file, bytes: content.length }
  const peak = () => process.memoryUsage.rss() / 1_000_000
  const accepted = await inspectCv({
    head: content.subarray(0, 4100),
    read: () => Promise.resolve(content),
  })
  if (accepted !== kind) return { ...base, result: 'refused', peak: peak() }
  const { reading } = await timed(content, kind)
  // Poppler has no limit.
  const isCompared = kind === 'pdf' && !('isCut' in reading && reading.isCut)
  const expected = isCompared ? await wordsByPoppler(file) : undefined
  const found = wordsOf('text' in reading ? `${reading.text} ${joinedWords(reading.text)}` : '')
  const words = expected && { all: expected.size, missing: [...expected.difference(found)] }
  if ('unreadable' in reading) {
    const { unreadable: reason } = reading
    return { ...base, result: 'unreadable', reason, peak: peak(), ...(words && { words }) }
  }
  const { ms } = await timed(content, kind)
  return { ...base, result: 'read', ms, peak: peak(), ...(words && { words }) }
}

const share = ({ words }: Outcome) =>
  words && words.all > 0 ? 1 - words.missing.length / words.all : 1

function figuresOf(outcomes: readonly Outcome[]): Figure[] {
  const count = (name: string, result: Outcome['result']): Figure => ({
    name,
    unit: '',
    range: exactly(outcomes.filter((one) => one.result === result).length),
  })
  const read = outcomes.filter((one) => one.result === 'read')
  const times = read.flatMap(({ ms }) => ms ?? []).toSorted((one, other) => one - other)
  const usual = read.filter(({ bytes }) => bytes >= USUAL.from && bytes <= USUAL.to)
  const compared = outcomes.filter(({ words }) => words !== undefined && words.all > 0)
  const all = compared.reduce((sum, { words }) => sum + (words?.all ?? 0), 0)
  const missing = compared.reduce((sum, { words }) => sum + (words?.missing.length ?? 0), 0)
  return [
    count('Read', 'read'),
    count('Refused at the upload', 'refused'),
    count('Unreadable', 'unreadable'),
    { name: 'A file, read again', unit: 'ms CPU', range: rangeOf(times) },
    { name: 'A file, of 20 the slowest', unit: 'ms CPU', range: exactly(percentile(times, 0.95)) },
    {
      name: 'A file of 100 to 200 kB, read again',
      unit: 'ms CPU',
      range: rangeOf(usual.flatMap(({ ms }) => ms ?? [])),
      aim: USUAL.aim,
    },
    {
      name: 'Memory of the process, at most',
      unit: 'MB',
      range: exactly(Math.max(...outcomes.map(({ peak }) => peak))),
    },
    ...(compared.length > 0
      ? [
          { name: 'Different words that poppler reads', unit: '', range: exactly(all) },
          { name: 'Of them read here', unit: '%', range: exactly((1 - missing / all) * 100) },
          {
            name: 'Files with less than 90 % of them',
            unit: '',
            range: exactly(compared.filter((one) => share(one) < FEWEST_FOUND).length),
          },
        ]
      : []),
  ]
}

export async function readFolder(folder: string): Promise<void> {
  const files = globSync('**/*', { cwd: folder })
    .toSorted()
    .map((name) => path.join(folder, name))
  const kindOf = (file: string) =>
    cvKinds.find((kind) => path.extname(file).toLowerCase() === `.${kind}`)
  for (const kind of cvKinds) {
    const outcomes: Outcome[] = []
    for (const file of files.filter((each) => kindOf(each) === kind)) {
      const { size } = statSync(file)
      if (size <= CV_MAX_BYTES) outcomes.push(await outcomeOf(file, kind))
    }
    if (outcomes.length === 0) continue
    const load = os.loadavg().map((value) => value.toFixed(1))
    printTable({
      title: `${outcomes.length} files: ${kind}; load ${load.join(', ')}`,
      figures: figuresOf(outcomes),
    })
    for (const one of outcomes) {
      const name = path.relative(folder, one.file)
      const found = (share(one) * 100).toFixed(0)
      if (one.result !== 'read') {
        console.log(`  ${one.result} ${one.reason ?? ''}, ${one.words?.all ?? 0} words: ${name}`)
      } else if (share(one) < FEWEST_FOUND) {
        const missing = one.words?.missing.slice(0, 8).join(' ')
        console.log(`  ${found} % of ${one.words?.all}: ${name}: ${missing}`)
      }
    }
  }
  await reader.stop()
}
