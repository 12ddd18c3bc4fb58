// A debounced value, so that the server is not asked for every letter.
import { useEffect, useState } from 'react'

export function useSettled<Value>(value: Value, afterMs = 350): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
