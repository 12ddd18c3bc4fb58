// How long ago, with the full date on hover; updates by itself.
import { useSyncExternalStore } from 'react'
import { fullDate, sinceThen } from './dates.ts'

const TICK_MS = 30_000
const watchers = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined
let now = Date.now()

// One timer for every date on the page.
function watch(changed: () => void): () => void {
  watchers.add(changed)
  if (!ticking) {
    now = Date.now()
    ticking = setInterval(() => {
      now = Date.now()
      for (const watcher of watchers) watcher()
    }, TICK_MS)
  }
  return () => {
    watchers.delete(changed)
    if (watchers.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

/** The moment of the last tick: for countdowns. */
export const useNow = (): number =>
  useSyncExternalStore(
    watch,
    () => now,
    () => Date.now(),
  )

export function Since({ iso }: { iso: string }) {
  const sinceAt = (moment: number) => sinceThen(iso, Math.max(moment, Date.parse(iso)))
  const text = useSyncExternalStore(
    watch,
    () => sinceAt(now),
    () => sinceAt(Date.now()),
  )
  return (
    <time dateTime={iso} title={fullDate(iso)} className="tabular-nums">
      {text}
    </time>
  )
}
