// Who may frame the pages that are opened in a store's admin, and what such a document is told.
import { readShop, type AdminFrameSettings } from '#domain/store/store.ts'
import type { Deps } from '../deps.ts'

/** `frames`: a source list for frame-ancestors, exactly the named shop and its admin; nobody where no shop is named. */
export function readAdminFrame({ stores }: Deps, shop: string) {
  const named = readShop(shop)
  const app = stores?.app
  const embedding: AdminFrameSettings = {
    is_demo: app?.isDemo ?? false,
    shop: named ?? null,
    admin_url: (named ? app?.appUrl(named) : app?.installUrl()) ?? null,
  }
  const origins =
    app && named ? [app.storeUrl(named), app.adminUrl].map((url) => new URL(url).origin) : []
  return {
    embedding,
    frames: [...new Set(origins)].join(' ') || "'none'",
    bridge: app && { client_id: app.clientId, script: app.appBridgeUrl },
  }
}
