// What many rows can do, handed to all of them as the same object: they are not drawn again because the list around them is.
import { useLayoutEffect, useRef, useState } from 'react'

/** `never`: each takes what its own type says, which this file does not look at. */
type Callbacks = Record<string, (...input: never[]) => void>

/** Callbacks that never change and always do what the newest ones do. For events alone: during a render they may be the previous ones. */
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
