// A list that could not be read: an alert stands in the list, and a toast says it once to people who look elsewhere.
import { useEffect } from 'react'
import { dismissToast, toastError } from '../popups/toast.tsx'

/** `text`: what is wrong, or null. `id` keeps it from being said twice. */
export function useFetchProblem(id: string, text: string | null): void {
  useEffect(() => {
    if (!text) return
    toastError(text, undefined, id)
    return () => dismissToast(id)
  }, [id, text])
}
