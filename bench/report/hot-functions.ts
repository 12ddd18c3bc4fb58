// Reads a processor profile: the functions in which the time was spent, and their modules.
import type { Profiler } from 'node:inspector'
import { fileURLToPath } from 'node:url'

export type CpuProfile = Profiler.Profile

export type Hot = { name: string; place: string; ms: number; share: number }

/** Node's own entries for idle time. */
const IDLE = new Set(['(idle)', '(root)'])

function placeOf(url: string, line: number): string {
  if (!url) return 'native'
  if (!url.startsWith('file:')) return url
  const file = fileURLToPath(url)
  const owner = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
  return owner ?? `${file.replace(process.cwd(), '.')}:${line + 1}`
}

function added(totals: Map<string, number>, name: string, ms: number): void {
  totals.set(name, (totals.get(name) ?? 0) + ms)
}

export function hotFunctions(profile: CpuProfile): { functions: Hot[]; owners: Hot[]; ms: number } {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node.callFrame]))
  const functions = new Map<string, number>()
  const owners = new Map<string, number>()
  let busy = 0
  for (const [place, id] of (profile.samples ?? []).entries()) {
    const frame = nodes.get(id)
    if (!frame || IDLE.has(frame.functionName)) continue
    const ms = (profile.timeDeltas?.[place] ?? 0) / 1000
    const where = placeOf(frame.url, frame.lineNumber)
    busy += ms
    added(functions, `${frame.functionName || '(anonymous)'}\t${where}`, ms)
    added(owners, `\t${where.replace(/:\d+$/, '').replace(/^node:.*/, 'node')}`, ms)
  }
  const ranked = (totals: Map<string, number>): Hot[] =>
    [...totals]
      .map(([key, ms]) => {
        const [name = '', place = ''] = key.split('\t')
        return { name, place, ms, share: ms / busy }
      })
      .toSorted((a, b) => b.ms - a.ms)
  return { functions: ranked(functions), owners: ranked(owners), ms: busy }
}
