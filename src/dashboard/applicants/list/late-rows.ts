// Rendering a list takes longer than a press may wait for its answer.
import { useDeferredValue } from 'react'

const NONE: readonly never[] = []

/**
 * The rows of another list are rendered in the background: the pressed button shows at once, and the old rows stay
 * until they are ready. A change within the same list shows at once.
 */
export function useLateRows<Row>(list: string, rows: readonly Row[]): readonly Row[] {
  const drawn = useDeferredValue(list, '')
  const before = useDeferredValue(rows, NONE)
  return drawn === list ? rows : before
}
