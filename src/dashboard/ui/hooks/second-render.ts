// Paints a screen in two steps: its frame and title first, then the list below them, which takes most of the time.
import { useDeferredValue } from 'react'

/** False in the first render of a component, true from the second on, which React does in the background. */
export const useIsSecondRender = (): boolean => useDeferredValue(true, false)
