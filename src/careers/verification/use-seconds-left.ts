// Counts a wait down with scripts; the markup of the server contains the seconds at the time of rendering.
import { useEffect, useRef, useState } from 'react'
import { useScripted } from '../use-scripted.ts'

/** `since` identifies the answer with the wait: another one restarts the countdown, another render does not. */
export function useSecondsLeft(seconds: number, since: string): number {
  const [left, setLeft] = useState(seconds)
  /** The seconds in the server's page count from its arrival, however late React hydrates it. */
  const arrived = useRef(useScripted() ? null : performance.timeOrigin)
  useEffect(() => {
    // Computed from the clock, because timers of a background tab run rarely.
    const end = (arrived.current ?? Date.now()) + seconds * 1000
    arrived.current = null
    const look = () => setLeft(Math.max(Math.ceil((end - Date.now()) / 1000), 0))
    look()
    const timer = seconds > 0 ? setInterval(look, 1000) : undefined
    return () => clearInterval(timer)
  }, [seconds, since])
  return left
}
