// The shop of the request, from the session token that authenticated the person.
import { AppError } from '#domain/errors.ts'
import type { Stores } from '#gateways/store/shopify.ts'
import type { Deps } from '../../deps.ts'

/** Throws AppError store.sessionEnded. */
export async function readProvenShop(
  deps: Deps,
  token: string | undefined,
): Promise<{ stores: Stores; shop: string }> {
  const { stores } = deps
  const proven = token ? await stores?.app.readSessionToken(token) : undefined
  if (!stores || !proven) throw new AppError('store.sessionEnded')
  return { stores, shop: proven.shop }
}
