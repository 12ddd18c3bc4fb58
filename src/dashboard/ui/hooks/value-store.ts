// A value outside of components: any code may set it, components subscribe to it, and it can be stored on this device
// or for this tab. Zustand with its `persist` does the same, and adds a dependency to the first file that loads.
import { useSyncExternalStore } from 'react'

export type ValueStore<Value> = {
  get: () => Value
  set: (next: Value) => void
  watch: (changed: () => void) => () => void
}

export function createStore<Value>(initial: Value): ValueStore<Value> {
  const watchers = new Set<() => void>()
  let current = initial
  return {
    get: () => current,
    set: (next) => {
      current = next
      for (const changed of watchers) changed()
    },
    watch: (changed) => {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
  }
}

const forget = new Set<() => void>()
let belongsTo: string | undefined

/** `drop` deletes what a module keeps of one person; it runs when the page belongs to another one, or to nobody. */
export const forgetWith = (drop: () => void): void => void forget.add(drop)

/** What one person has written or received on this page. */
export function createPersonStore<Value>(initial: Value): ValueStore<Value> {
  const store = createStore(initial)
  forgetWith(() => store.set(initial))
  return store
}

/**
 * Whose the page is from now on; undefined where nobody is signed in. The next person at this device finds nothing of the one
 * before, who finds everything again after a session that ended by itself.
 */
export function belongTo(person: string | undefined): void {
  if (belongsTo !== undefined && person !== belongsTo) for (const drop of forget) drop()
  belongsTo = person
}

/** One of several values, the first unless a person has chosen another on this device. */
export function createDeviceStore<Word extends string>(
  key: string,
  words: readonly [Word, ...Word[]],
): ValueStore<Word> {
  const stored = (): Word => {
    try {
      return words.find((word) => word === localStorage.getItem(key)) ?? words[0]
    } catch {
      // Storage can be blocked.
      return words[0]
    }
  }
  const store = createStore(stored())
  return {
    ...store,
    set: (next) => {
      try {
        localStorage.setItem(key, next)
      } catch {
        // Not remembered, but still applied.
      }
      store.set(next)
    },
  }
}

/** A text that is kept for this tab, also when the page loads again. */
export function createSavedValue(key: string): {
  save: (value: string) => void
  saved: () => string | null
  drop: () => void
} {
  // Storage can be blocked: then it is kept until the page loads again.
  let unstored: string | null = null
  return {
    save: (value) => {
      try {
        sessionStorage.setItem(key, value)
        unstored = null
      } catch {
        unstored = value
      }
    },
    saved: () => {
      try {
        return sessionStorage.getItem(key) ?? unstored
      } catch {
        return unstored
      }
    },
    drop: () => {
      unstored = null
      try {
        sessionStorage.removeItem(key)
      } catch {
        // It was never stored.
      }
    },
  }
}

export const useStored = <Value, Part = Value>(
  { watch, get }: Pick<ValueStore<Value>, 'watch' | 'get'>,
  select: (value: Value) => Part = (value) => value as unknown as Part,
): Part => {
  const read = () => select(get())
  return useSyncExternalStore(watch, read, read)
}
