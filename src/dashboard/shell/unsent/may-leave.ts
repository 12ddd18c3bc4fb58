// Whether somebody may sign out: asked while the server does not have everything, since nothing stays on the device.
import { useSyncExternalStore } from 'react'
import { peopleOf } from './changes.ts'
import { unsentNow } from './queue.ts'

type Question = { count: number; answer: (mayLeave: boolean) => void }

let question: Question | undefined
const watchers = new Set<() => void>()

function ask(next: Question | undefined): void {
  question = next
  for (const watcher of watchers) watcher()
}

/** Answers at once where nothing would be lost. */
export function mayLeave(): Promise<boolean> {
  const count = unsentNow().all.reduce((sum, { change }) => sum + peopleOf(change).length, 0)
  if (count === 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    ask({
      count,
      answer: (isMeant) => {
        ask(undefined)
        resolve(isMeant)
      },
    })
  })
}

export const useLeaveQuestion = (): Question | undefined =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => question,
  )
