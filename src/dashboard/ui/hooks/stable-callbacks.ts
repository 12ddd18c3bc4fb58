// Callbacks for many rows as one stable object, so that rows are not rendered again with the list around them.
import { useLayoutEffect, useRef, useState } from 'react'

// The arguments of a callback do not matter here.
// oxlint-disable-next-line typescript/no-explicit-any
type Acts = Record<string, (...input: any[]) => void>

/**
 * Functions that never change and always call the newest ones. Only for event handlers: during a render they may be the
 * previous ones.
 */
export function useStableCallbacks<Own extends Acts>(acts: Own): Own {
  const newest = useRef(acts)
  useLayoutEffect(() => {
    newest.current = acts
  })
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(acts).map((name) => [
          name,
          (...input: unknown[]) => newest.current[name]?.(...input),
        ]),
      ) as Own,
  )
  return steady
}
