// What each table holds: the personal columns of docs/privacy.md, and the others beside them.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { otherColumns } from './other-columns.ts'

const page = readFileSync(path.join(import.meta.dirname, '../../docs/privacy.md'), 'utf8')

/** Names of columns, and in `reasons` why personal ones are kept, how long and for whom. */
type Entry = { personal: string[]; other: string[]; reasons: string[] }

const names = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)

const rows = new Map(
  [...page.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, table = '', rest = '']) => {
    const [personal, ...reasons] = rest.split('|').map((cell) => cell.trim())
    return [table, { personal: names(personal), reasons }]
  }),
)

export const dataMap: ReadonlyMap<string, Entry> = new Map(
  [...new Set([...rows.keys(), ...Object.keys(otherColumns)])].map((table) => {
    const { personal = [], reasons = [] } = rows.get(table) ?? {}
    return [table, { personal, other: otherColumns[table]?.split(' ').filter(Boolean) ?? [], reasons }]
  }),
)
