// A value once it has stood still: what is asked of the server is not asked for every letter.
import { useEffect, useState } from 'react'

const STILL_MS = 350

export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), STILL_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
