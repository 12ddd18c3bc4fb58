// For screen tests: the dashboard inside a store's admin.
import { onTestFinished, vi } from 'vitest'

/** Until the end of the test, the screen is framed in a store's admin. */
export function inStoreAdmin(): void {
  vi.stubGlobal('shopify', { idToken: () => Promise.resolve('token') })
  vi.stubGlobal('self', {})
  onTestFinished(() => {
    vi.stubGlobal('shopify', undefined)
    vi.stubGlobal('self', window.top)
  })
}
