// How much of what was done here the server does not have, for the header, and before the window closes.
import { useEffect, useState } from 'react'
import { useIsMutating } from '@tanstack/react-query'
import { peopleOf } from './changes.ts'
import { useUnsent } from './queue.ts'

/** A form that is saved waits for its answer, and the store's can take a while. */
const PATIENCE_MS = 5000

/** So many forms were sent, and no answer has come for too long. */
export function useLateForms(): number {
  const pending = useIsMutating({ predicate: ({ meta }) => meta?.asksFirst !== true })
  const isAny = pending > 0
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isAny) return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isAny])
  return isLate ? pending : 0
}

/** Changes that a person should know are not saved; of an act on many, each of them. */
export function useUnsavedCount(): number {
  const late = useUnsent((state) => state.late)
  const forms = useLateForms()
  return late.reduce((sum, { change }) => sum + peopleOf(change).length, forms)
}
