// The counts of every suite of faults: each adds a line, and the run prints all of them with their sums at its end.
import { existsSync, readFileSync } from 'node:fs'

/** What must be zero at the end of every suite. */
const MUST_BE_ZERO = ['lost', 'half', 'twice', 'failures'] as const

export type Counts = {
  /** How often the fault happened: kills, outages, races, requests. */
  faults: number
  /** Applications, mails or changes that the product said yes to. */
  acknowledged?: number
  /** Those of them that are there afterwards. */
  found?: number
  /** Acknowledged, and not there. */
  lost?: number
  /** There only in part: a row without its file, its history or its audit event. */
  half?: number
  /** There more than once. */
  twice?: number
  /** Refused for now, with the time of the next try: the promised 503 and 507. */
  promised?: number
  /** Any other answer from 500 on, or none at all where one was promised. */
  failures?: number
  note?: string
}

type Line = Counts & { name: string }

/** The names of what should be zero and is not. */
export const faultsOf = (counts: Counts): string[] =>
  MUST_BE_ZERO.filter((name) => (counts[name] ?? 0) > 0).map((name) => `${name}: ${counts[name]}`)

const columns = ['faults', 'acknowledged', 'found', ...MUST_BE_ZERO, 'promised'] as const

/** The table that is printed; undefined when no suite has written a line. */
export function renderLedger(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  if (lines.length === 0) return undefined
  const sum = (column: (typeof columns)[number]) =>
    lines.reduce((total, line) => total + (line[column] ?? 0), 0)
  const rows = [
    ['', ...columns],
    ...lines.map((line) => [
      line.name,
      ...columns.map((name) => String(line[name] ?? '')),
      line.note ?? '',
    ]),
    ['all', ...columns.map((name) => String(sum(name)))],
  ]
  const widths = ['', ...columns].map((_, at) => Math.max(...rows.map((row) => row[at]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, at) =>
          at === 0
            ? cell.padEnd(widths[0]!)
            : at < widths.length
              ? cell.padStart(widths[at]!)
              : cell,
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
