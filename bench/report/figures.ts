// Numbers of several rounds, and how they are printed.

export type Range = { median: number; min: number; max: number }

export const percentile = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? Number.NaN

export function rangeOf(values: readonly number[]): Range {
  const ascending = values.toSorted((a, b) => a - b)
  const middle = ascending.length / 2
  const median = (percentile(ascending, 0.5) + (ascending[Math.ceil(middle) - 1] ?? Number.NaN)) / 2
  return { median, min: ascending[0] ?? Number.NaN, max: ascending.at(-1) ?? Number.NaN }
}

/** Three significant digits; whole bytes stay whole. */
export const shown = (value: number): string =>
  Number.isInteger(value) || value >= 1000
    ? Math.round(value).toLocaleString('en-GB')
    : value.toPrecision(value < 0.1 ? 2 : 3)

export type Figure = {
  name: string
  unit: string
  range: Range
  /** The target; absent for values that are only for comparison. */
  aim?: number
  /** The lower bound for the same work, measured in the same run and unit. */
  floor?: number
  /** The best open-source system, measured on the same kind of machine. */
  other?: string
  note?: string
}

export const exactly = (value: number): Range => ({ median: value, min: value, max: value })

const heads = [
  '',
  'measured',
  'min to max',
  'floor',
  '× floor',
  'aim',
  '',
  'last kept',
  'best open',
  '',
]

/** Columns with text are aligned left; numbers are aligned right. */
const TEXT_COLUMNS = new Set([0, 8, 9])

export type Table = { title: string; figures: readonly Figure[] }

function cells(figure: Figure, kept: ReadonlyMap<string, number>): string[] {
  const { name, unit, range, floor, aim, other = '', note = '' } = figure
  const before = kept.get(name)
  return [
    name,
    `${shown(range.median)} ${unit}`.trim(),
    range.min === range.max ? '' : `${shown(range.min)} to ${shown(range.max)}`,
    floor === undefined ? '' : shown(floor),
    floor === undefined ? '' : shown(range.median / floor),
    aim === undefined ? '' : `≤ ${shown(aim)}`,
    aim === undefined ? '' : range.median <= aim ? 'met' : 'MISSED',
    before === undefined ? '' : shown(before),
    other,
    note,
  ]
}

/** `kept`: the figures of the last saved run, by name. */
export function printTable(
  { title, figures }: Table,
  kept: ReadonlyMap<string, number> = new Map(),
): void {
  const rows = [heads, ...figures.map((figure) => cells(figure, kept))]
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  console.log(`\n${title}`)
  for (const row of rows) {
    const line = row.map((text, column) =>
      TEXT_COLUMNS.has(column)
        ? text.padEnd(widths[column] ?? 0)
        : text.padStart(widths[column] ?? 0),
    )
    console.log(`  ${line.join('  ').trimEnd()}`)
  }
}
