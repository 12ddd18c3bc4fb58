// What many rows can do, handed to all of them as the same object: they are not drawn again because the list around them is.
import { useLayoutEffect, useRef, useState } from 'react'

// What an act takes is its own business here.
// oxlint-disable-next-line typescript/no-explicit-any
type Acts = Record<string, (...input: any[]) => void>

/** Acts that never change and always do what the newest ones do. For events alone: while drawing they may be those of before. */
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
