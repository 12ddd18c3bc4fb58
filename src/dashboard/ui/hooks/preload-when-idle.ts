// Preloads code that will be needed next once the page is idle, so that opening it does not wait for the network.
import { useEffect } from 'react'

type Later = { preload?: () => unknown }

/** By then the page has requested what it renders first: on a slow connection preloading must not precede it. */
const FIRST_MS = 500

export function usePreloadWhenIdle(...pieces: readonly Later[]): void {
  useEffect(() => {
    const load = () => {
      for (const { preload } of pieces) preload?.()
    }
    let idle: number | undefined
    const timer = setTimeout(() => {
      // Safari has no idle callback.
      if (!('requestIdleCallback' in window)) load()
      else idle = requestIdleCallback(load, { timeout: 3000 })
    }, FIRST_MS)
    return () => {
      clearTimeout(timer)
      if (idle !== undefined) cancelIdleCallback(idle)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page is there
  }, [])
}
