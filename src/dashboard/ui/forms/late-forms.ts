// Forms that were submitted and have had no answer for too long: their dialogs show it, and so does the header.
import { useEffect, useState } from 'react'
import { useIsMutating } from '@tanstack/react-query'

/** A form waits for its answer, and the store's can take a while. */
const PATIENCE_MS = 5000

/** The number of submitted forms without an answer for too long. */
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
