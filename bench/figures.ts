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

/** Three digits that mean something; whole bytes stay whole. */
export const shown = (value: number): string =>
  Number.isInteger(value) || value >= 1000
    ? Math.round(value).toLocaleString('en-GB')
    : value.toPrecision(value < 0.1 ? 2 : 3)

export type Figure = {
  name: string
  unit: string
  range: Range
  /** The most that is aimed for; absent for what only stands beside. */
  aim?: number
  /** The best open system, measured on the same kind of machine. */
  other?: string
  note?: string
}

export const exactly = (value: number): Range => ({ median: value, min: value, max: value })

const heads = ['', 'measured', 'min to max', 'aim', '', 'best open system', '']

function cells({ name, unit, range, aim, other = '', note = '' }: Figure): string[] {
  const spread = range.min === range.max ? '' : `${shown(range.min)} to ${shown(range.max)}`
  const verdict = aim === undefined ? '' : range.median <= aim ? 'met' : 'MISSED'
  const aimed = aim === undefined ? '' : `≤ ${shown(aim)} ${unit}`
  return [name, `${shown(range.median)} ${unit}`, spread, aimed, verdict, other, note]
}

export function printTable(title: string, figures: readonly Figure[]): void {
  const rows = [heads, ...figures.map(cells)]
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  console.log(`\n${title}`)
  for (const row of rows) {
    const line = row.map((text, column) =>
      column === 0 || column > 4
        ? text.padEnd(widths[column] ?? 0)
        : text.padStart(widths[column] ?? 0),
    )
    console.log(`  ${line.join('  ').trimEnd()}`)
  }
}
