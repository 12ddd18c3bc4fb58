// Counts a wait down where scripts run; the server's markup says how long it was when the page was made.
import { useEffect, useState } from 'react'

/** `since` names the answer that the wait came with: another one begins a new count, another drawing of it does not. */
export function useSecondsLeft(seconds: number, since: string): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    // By the clock, because a tab in the background is woken rarely.
    const end = Date.now() + seconds * 1000
    const look = () => setLeft(Math.max(Math.ceil((end - Date.now()) / 1000), 0))
    look()
    const timer = seconds > 0 ? setInterval(look, 1000) : undefined
    return () => clearInterval(timer)
  }, [seconds, since])
  return left
}
