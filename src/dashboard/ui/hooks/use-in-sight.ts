// For heavy, rarely viewed content: true once its place is visible and the page is idle.
import { useEffect, useState, type RefObject } from 'react'

/** Stays true from then on. */
export function useInSight(place: RefObject<Element | null>): boolean {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || !('IntersectionObserver' in window)) return setWanted(true)
    let stop = () => {}
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      stop = whenIdle(() => setWanted(true))
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      stop()
    }
  }, [place])
  return isWanted
}

function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work, { timeout: 3000 })
  return () => cancelIdleCallback(id)
}
