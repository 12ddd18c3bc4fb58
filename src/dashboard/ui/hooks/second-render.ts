// Paints a screen in two steps: its frame and title first, then the list below them, which takes most of the time.
import { useDeferredValue, useEffect, useState } from 'react'

/** False in the first render of a component, true from the second on, which React does in the background. */
export const useIsSecondRender = (): boolean => useDeferredValue(true, false)

let isFirst = true

/** On the first screen after the page has loaded: no click waits for its answer, so a list is rendered as soon as it is read. */
export function useIsFirstScreen(): boolean {
  const [wasFirst] = useState(isFirst)
  useEffect(() => {
    isFirst = false
  }, [])
  return wasFirst
}
