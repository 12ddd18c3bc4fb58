// Asks the window whether a media query holds, and follows it.
import { useSyncExternalStore } from 'react'

export const PHONE = '(max-width: 767px)'
/** The rail keeps its icons only, and so do the switches. */
export const TABLET = '(max-width: 1023px)'
/** Nothing but a finger: no keyboard either, as far as a page can tell. */
export const FINGER = '(hover: none) and (pointer: coarse)'
/** Room for a panel of 600 beside a list. */
export const DOCKS = '(min-width: 1100px)'

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
  )
}
