// Who may frame the pages opened inside Shopify's admin, and the settings for these pages.
import { readShop, type AdminFrameSettings } from '#domain/store/store.ts'
import type { Deps } from '../deps.ts'

/** `frames`: sources for frame-ancestors: the named shop and its admin, or 'none' without a shop. */
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
