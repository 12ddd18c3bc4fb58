// The last run of `npm run bench -- --keep`: bench/report/last-run.md, with which the next run is compared.
import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { shown, type Figure, type Table } from './figures.ts'

const file = path.join(import.meta.dirname, 'last-run.md')
const BEGIN = '<!-- The last kept run: written by `npm run bench -- --keep`. -->'
const END = '<!-- The end of the last kept run. -->'

async function readSection(): Promise<{ before: string; section: string; after: string }> {
  const text = await readFile(file, 'utf8')
  const begin = text.indexOf(BEGIN)
  const end = text.indexOf(END)
  if (begin === -1 || end < begin) throw new Error(`${file} has no place for a kept run.`)
  return {
    before: text.slice(0, begin + BEGIN.length),
    section: text.slice(begin + BEGIN.length, end),
    after: text.slice(end),
  }
}

/** The medians of the last saved run, by the names of its figures. */
export async function readBaselineRun(): Promise<ReadonlyMap<string, number>> {
  const { section } = await readSection()
  const rows = section.matchAll(/^\| ([^|]+?) \| ([\d.,]+)[^|]*\|/gm)
  return new Map(
    [...rows].map(([, name = '', value = '']) => [name, Number(value.replaceAll(',', ''))]),
  )
}

function row({ name, unit, range, floor, aim, other = '' }: Figure): string {
  const cells = [
    name,
    `${shown(range.median)} ${unit}`.trim(),
    floor === undefined ? '' : shown(floor),
    floor === undefined ? '' : shown(range.median / floor),
    // Missed targets are bold, as everywhere in that file.
    aim === undefined ? '' : range.median <= aim ? shown(aim) : `**${shown(aim)}**`,
    other,
  ]
  return `| ${cells.join(' | ')} |`
}

/** `loads` are the load averages of one minute before and after the run. */
export async function writeBaselineRun(
  tables: readonly Table[],
  loads: readonly [number, number],
): Promise<void> {
  const { before, after } = await readSection()
  const processor = os.cpus()[0]?.model.trim() ?? 'unknown processor'
  const [begin, end] = loads.map((load) => load.toFixed(1))
  const lines = [
    '',
    '',
    `**${new Date().toISOString().slice(0, 10)}**, ${os.availableParallelism()} × ${processor}, Node ${process.version}, load ${begin} before and ${end} after. An aim that is missed is bold.`,
    ...tables.flatMap(({ title, figures }) => [
      '',
      `| ${title} | Measured | Floor | × floor | Aim | Best open system |`,
      '|---|---|---|---|---|---|',
      ...figures.map(row),
    ]),
    '',
    '',
  ]
  await writeFile(file, before + lines.join('\n') + after)
}
