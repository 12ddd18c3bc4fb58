// How close rows stand: a choice of the person, remembered on this device.
import { useSyncExternalStore } from 'react'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const KEY = 'storehand-density'
const watchers = new Set<() => void>()

function stored(): Density {
  try {
    return localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    // Storage can be forbidden: then rows have room.
    return 'comfortable'
  }
}

let current = stored()

export function chooseDensity(density: Density): void {
  current = density
  try {
    localStorage.setItem(KEY, density)
  } catch {
    // Not remembered, but still applied.
  }
  for (const watcher of watchers) watcher()
}

export const useDensity = (): Density =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => current,
  )
