// Whether a person may sign out: asks while changes are unsent, since nothing stays on the device.
import { createStore, useStored } from '../../ui/hooks/value-store.ts'
import { peopleOf } from './changes.ts'
import { unsentNow } from './queue.ts'

type Question = { count: number; answer: (mayLeave: boolean) => void }

const question = createStore<Question | undefined>(undefined)

/** Resolves at once when nothing would be lost. */
export function mayLeave(): Promise<boolean> {
  const count = unsentNow().all.reduce((sum, { change }) => sum + peopleOf(change).length, 0)
  if (count === 0) return Promise.resolve(true)
  return new Promise((resolve) => {
    question.set({
      count,
      answer: (isLeaving) => {
        question.set(undefined)
        resolve(isLeaving)
      },
    })
  })
}

export const useLeaveQuestion = (): Question | undefined => useStored(question)
