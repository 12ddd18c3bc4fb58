// New applicants that came in live: those held back so that rows do not jump, and those to be lit up for a moment.
import { useSyncExternalStore } from 'react'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'

type Arrivals = { held: readonly ApplicantRow[]; fresh: ReadonlySet<string> }

const FRESH_MS = 1500
const none: Arrivals = { held: [], fresh: new Set() }
const watchers = new Set<() => void>()
let current = none

function set(next: Arrivals): void {
  current = next
  for (const watcher of watchers) watcher()
}

export function hold(row: ApplicantRow): void {
  set({ ...current, held: [row, ...current.held.filter(({ id }) => id !== row.id)] })
}

/** A held one changed, or is gone when `row` is null. Answers whether it was held at all. */
export function changeHeld(id: string, row: ApplicantRow | null): boolean {
  if (!current.held.some((other) => other.id === id)) return false
  const held = current.held.flatMap((other) => {
    if (other.id !== id) return [other]
    return row ? [row] : []
  })
  set({ ...current, held })
  return true
}

/** Hands over everything held back. */
export function release(): readonly ApplicantRow[] {
  const { held } = current
  if (held.length > 0) set({ ...current, held: [] })
  return held
}

export function lightUp(ids: readonly string[]): void {
  set({ ...current, fresh: new Set([...current.fresh, ...ids]) })
  setTimeout(() => {
    const fresh = new Set(current.fresh)
    for (const id of ids) fresh.delete(id)
    set({ ...current, fresh })
  }, FRESH_MS)
}

export const useNewApplicants = (): Arrivals =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => current,
  )
