// The merchant is back from the store: the way back is checked, its code exchanged, and the store connected.
import type { Actor } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import { readShop } from '#domain/store.ts'
import { deleteStoreInstall, type StoreInstall } from '#data/store-installs.ts'
import { findKeptSession } from '#data/store-sessions.ts'
import { hashOf } from '#gateways/seal.ts'
import type { Deps } from '../deps.ts'
import { connectStore, ownerOf } from './connect-store.ts'

export type WayBack = {
  /** As it came, unchanged: every part of it is signed. */
  query: Readonly<Record<string, string>>
  /** From the cookie of the browser that began it. */
  state: string | undefined
}

export type FinishedInstall = {
  shop: string
  scope: string
  began_at: StoreInstall['began_at']
  /** It belongs to an organization already; otherwise it waits for one. */
  is_linked: boolean
}

/**
 * Throws AppError: store.exchangeFailed (forged, too old, or the code is no good), store.stateInvalid (not this browser's, or
 * used), store.elsewhere, organization.ownerRequired, store.unreachable.
 */
export async function finishInstall(
  deps: Deps,
  actor: Actor | undefined,
  { query, state }: WayBack,
): Promise<FinishedInstall> {
  if (!deps.stores) throw new AppError('store.notConfigured')
  const { app } = deps.stores
  const shop = readShop(query.shop ?? '')
  if (!shop || shop !== query.shop || !query.code) throw new AppError('store.exchangeFailed')
  if (!(await app.isSigned({ ...query }))) throw new AppError('store.exchangeFailed')
  if (!state || state !== query.state) throw new AppError('store.stateInvalid')
  const install = await deleteStoreInstall(deps.db.queries, hashOf(state), deps.clock.now())
  if (!install || install.shop !== shop) throw new AppError('store.stateInvalid')

  // Refused before the code is spent, and again where it is written.
  const known = await findKeptSession(deps.db.queries, shop)
  ownerOf(known, actor)
  const tokens = await app.exchangeCode(shop, query.code)
  const organizationId = await connectStore(deps, actor, shop, tokens)
  const is_linked = organizationId !== null
  return { shop, scope: tokens.scope, began_at: install.began_at, is_linked }
}
