// Whether a media query matches, updated when that changes.
import { useSyncExternalStore } from 'react'

export const PHONE = '(max-width: 767px)'
/** The rail and the switches show only icons. */
export const TABLET = '(max-width: 1023px)'
/** Only touch input: no keyboard either, as far as a page can tell. */
export const FINGER = '(hover: none) and (pointer: coarse)'
/** Wide enough for a panel of 600 pixels beside a list. */
export const DOCKS = '(min-width: 1100px)'

let isServedToPhone = false

/** For a rendering on the server, which ends before another begins. */
export function servedTo<Result>(isPhone: boolean, work: () => Result): Result {
  isServedToPhone = isPhone
  try {
    return work()
  } finally {
    isServedToPhone = false
  }
}

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
    () => (query === DOCKS ? !isServedToPhone : isServedToPhone),
  )
}
