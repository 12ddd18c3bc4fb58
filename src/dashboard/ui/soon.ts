// Loads what will be needed next once the page has come to rest, so that opening it does not wait for the network.
import { useEffect } from 'react'

type Later = { preload?: () => unknown }

export function useSoon(...pieces: readonly Later[]): void {
  useEffect(() => {
    const load = () => {
      for (const { preload } of pieces) preload?.()
    }
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(load, 1000)
      return () => clearTimeout(timer)
    }
    const id = requestIdleCallback(load, { timeout: 3000 })
    return () => cancelIdleCallback(id)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the page is there
  }, [])
}
