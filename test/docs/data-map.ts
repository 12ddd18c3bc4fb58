// The data map of docs/privacy.md, by table.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const page = readFileSync(path.join(import.meta.dirname, '../../docs/privacy.md'), 'utf8')

/** Names of columns, and in `reasons` why personal ones are kept, how long and for whom. */
type Entry = { personal: string[]; other: string[]; reasons: string[] }

const names = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)

export const dataMap: ReadonlyMap<string, Entry> = new Map(
  [...page.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, table = '', rest = '']) => {
    const [personal, other, ...reasons] = rest.split('|').map((cell) => cell.trim())
    return [table, { personal: names(personal), other: names(other), reasons }]
  }),
)
