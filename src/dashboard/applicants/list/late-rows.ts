// Renders a long list in the background, so that a click is answered first.
import { useDeferredValue } from 'react'
import { useIsFirstScreen } from '../../ui/hooks/second-render.ts'

const NONE: readonly never[] = []

/**
 * The rows of another list are rendered in the background: the clicked button reacts at once, and the old rows stay
 * until they are ready. A change within the same list shows at once.
 */
export function useLateRows<Row>(list: string, rows: readonly Row[]): readonly Row[] {
  const rendered = useDeferredValue(list, useIsFirstScreen() ? list : '')
  const before = useDeferredValue(rows, NONE)
  return rendered === list ? rows : before
}
