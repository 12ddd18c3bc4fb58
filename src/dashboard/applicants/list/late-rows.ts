// Drawing a list takes longer than a press may wait for its answer.
import { useDeferredValue } from 'react'

const NONE: readonly never[] = []

/**
 * The rows of another list are drawn in the background: what was pressed shows at once, and what stood there before stays
 * until they are ready. A change within the same list shows at once.
 */
export function useLateRows<Row>(list: string, rows: readonly Row[]): readonly Row[] {
  const drawn = useDeferredValue(list, '')
  const before = useDeferredValue(rows, NONE)
  return drawn === list ? rows : before
}
