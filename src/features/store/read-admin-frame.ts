// Who may frame the pages opened inside Shopify's admin, the settings for these pages, and what is kept of the admin's address.
import { storeInAdmin, type AdminFrameSettings } from '#domain/store/store.ts'
import { updateAdminHandle } from '#data/store/store-sessions.ts'
import type { Deps } from '../deps.ts'

/**
 * `query`: that of the frame's address, which names the shop and its admin. Not proved here: only links of this one page depend on it.
 * `frames`: sources for frame-ancestors: the named shop and its admin, or 'none' without a shop.
 */
export function readAdminFrame(
  { stores }: Deps,
  query: { readonly shop?: string; readonly host?: string },
) {
  const named = storeInAdmin(query)
  const app = stores?.app
  const embedding: AdminFrameSettings = {
    is_demo: app?.isDemo ?? false,
    shop: named?.shop ?? null,
    admin_url: (named ? app?.appUrl(named) : app?.installUrl()) ?? null,
    theme_editor: (named && app?.themeEditor(named.shop)) ?? null,
  }
  const origins =
    app && named ? [app.storeUrl(named.shop), app.adminUrl].map((url) => new URL(url).origin) : []
  return {
    embedding,
    frames: [...new Set(origins)].join(' ') || "'none'",
    bridge: app && { client_id: app.clientId, script: app.appBridgeUrl },
  }
}

/**
 * From the query with which the platform opens the app. Only where the platform signed the whole of it: anybody can write `host` into a
 * link. Nothing for a shop that is not connected.
 */
export async function keepAdminHandle(
  { db, stores }: Deps,
  query: Readonly<Record<string, string>>,
): Promise<void> {
  const store = storeInAdmin(query)
  if (!store?.admin_handle || !(await stores?.app.isSigned({ ...query }))) return
  await updateAdminHandle(db.queries, store.shop, store.admin_handle)
}
