// New applicants from live events: those that wait so that rows do not move, and those to highlight for a moment.
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import { createPersonStore, useStored } from '../../ui/hooks/value-store.ts'

type Arrivals = { waiting: readonly ApplicantRow[]; fresh: ReadonlySet<string> }

const FRESH_MS = 1500
const arrivals = createPersonStore<Arrivals>({ waiting: [], fresh: new Set() })

const set = (change: Partial<Arrivals>) => arrivals.set({ ...arrivals.get(), ...change })

export function addWaiting(row: ApplicantRow): void {
  set({ waiting: [row, ...arrivals.get().waiting.filter(({ id }) => id !== row.id)] })
}

/** Updates a waiting one, or removes it if `row` is null. Returns whether it waited. */
export function changeWaiting(id: string, row: ApplicantRow | null): boolean {
  if (!arrivals.get().waiting.some((other) => other.id === id)) return false
  const waiting = arrivals.get().waiting.flatMap((other) => {
    if (other.id !== id) return [other]
    return row ? [row] : []
  })
  set({ waiting })
  return true
}

/** Returns all that waited, and none waits any more. */
export function release(): readonly ApplicantRow[] {
  const { waiting } = arrivals.get()
  if (waiting.length > 0) set({ waiting: [] })
  return waiting
}

export function lightUp(ids: readonly string[]): void {
  set({ fresh: new Set([...arrivals.get().fresh, ...ids]) })
  setTimeout(() => {
    const fresh = new Set(arrivals.get().fresh)
    for (const id of ids) fresh.delete(id)
    set({ fresh })
  }, FRESH_MS)
}

export const useNewApplicants = (): Arrivals => useStored(arrivals)
