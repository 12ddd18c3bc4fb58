// A list that could not be loaded: an alert in the list, and one toast for people who look elsewhere.
import { useEffect } from 'react'
import { dismissToast, toastError } from '../popups/toast.tsx'

/** `text`: the error, or null. `id` keeps it from being shown twice. */
export function useFetchProblem(id: string, text: string | null): void {
  useEffect(() => {
    if (!text) return
    toastError(text, undefined, id)
    return () => dismissToast(id)
  }, [id, text])
}
