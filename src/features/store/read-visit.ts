// A visit in a store's admin: its user, and the store, which is connected by then.
import { AppError } from '#domain/errors.ts'
import type { StoreVisit } from '#data/store/store-people.ts'
import type { Deps } from '../deps.ts'
import { ensureConnected } from './read-admin-page.ts'

/** Throws AppError: store.notConfigured, store.sessionEnded, store.notConnected. */
export async function readVisit(deps: Deps, token: string | undefined): Promise<StoreVisit> {
  if (!deps.stores) throw new AppError('store.notConfigured')
  const proven = token ? await deps.stores.app.readSessionToken(token) : undefined
  if (!proven || !token) throw new AppError('store.sessionEnded')
  const user = { shop: proven.shop, platformUserId: proven.user_id }
  const { kept: store } = await ensureConnected(deps, user.shop, token, false)
  if (!store || store.uninstalled_at) throw new AppError('store.notConnected')
  return { user, token, store }
}
