// Asked before signing out while the server does not have everything: nothing of it is left on the device afterwards.
import { useSyncExternalStore } from 'react'
import { fill, messages } from '#domain/messages.ts'
import { counted } from '../ui/dates.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
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

export function LeaveQuestion() {
  const asked = useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => question,
  )
  return (
    asked && (
      <ConfirmDialog
        title={messages['unsent.leaveTitle']}
        question={fill('unsent.leaveQuestion', { changes: counted(asked.count, 'change') })}
        confirm="Sign out"
        busy={false}
        onCancel={() => asked.answer(false)}
        onConfirm={() => asked.answer(true)}
      />
    )
  )
}
