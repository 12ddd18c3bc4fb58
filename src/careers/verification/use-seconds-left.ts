// Counts a wait down with scripts; the markup of the server contains the seconds at the time of rendering.
import { useEffect, useState } from 'react'

/** `since` identifies the answer with the wait: another one restarts the countdown, another render does not. */
export function useSecondsLeft(seconds: number, since: string): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    // Computed from the clock, because timers of a background tab run rarely.
    const end = Date.now() + seconds * 1000
    const look = () => setLeft(Math.max(Math.ceil((end - Date.now()) / 1000), 0))
    look()
    const timer = seconds > 0 ? setInterval(look, 1000) : undefined
    return () => clearInterval(timer)
  }, [seconds, since])
  return left
}
