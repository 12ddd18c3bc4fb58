// Preloads code that will be needed next once the page is idle, so that opening it does not wait for the network.
import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'

type Later = { preload?: () => unknown }

const QUIET_MS = 500

/** Not while the page reads what it renders first: on a slow connection preloading must not precede it. */
export function usePreloadWhenIdle(...pieces: readonly Later[]): void {
  const client = useQueryClient()
  useEffect(() => {
    const load = () => {
      for (const { preload } of pieces) preload?.()
    }
    let idle: number | undefined
    const timer = setInterval(() => {
      if (client.isFetching() > 0) return
      clearInterval(timer)
      // Safari has no idle callback.
      if (!('requestIdleCallback' in window)) load()
      else idle = requestIdleCallback(load, { timeout: 3000 })
    }, QUIET_MS)
    return () => {
      clearInterval(timer)
      if (idle !== undefined) cancelIdleCallback(idle)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page is there
  }, [])
}
