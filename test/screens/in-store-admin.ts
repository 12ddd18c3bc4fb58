// For screen tests: the dashboard inside a store's admin.
import { onTestFinished, vi } from 'vitest'

/** Until the end of the test, the screen is framed in a store's admin. `bridge`: more of the platform's script. */
export function inStoreAdmin(bridge: object = {}): void {
  vi.stubGlobal('shopify', { idToken: () => Promise.resolve('token'), ...bridge })
  vi.stubGlobal('self', {})
  onTestFinished(() => {
    vi.stubGlobal('shopify', undefined)
    vi.stubGlobal('self', window.top)
  })
}
