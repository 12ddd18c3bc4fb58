// Callbacks for many rows as one stable object, so that rows are not rendered again with the list around them.
import { useLayoutEffect, useRef, useState } from 'react'

/** `never`: the arguments of a callback do not matter here. */
type Callbacks = Record<string, (...input: never[]) => void>

/**
 * Functions that never change and always call the newest ones. Only for event handlers: during a render they may be the
 * previous ones.
 */
export function useStableCallbacks<Own extends Callbacks>(callbacks: Own): Own {
  const newest = useRef(callbacks)
  useLayoutEffect(() => {
    newest.current = callbacks
  })
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(callbacks).map((name) => [
          name,
          (...input: never[]) => newest.current[name]?.(...input),
        ]),
      ) as Own,
  )
  return steady
}
