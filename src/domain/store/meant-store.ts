// Which of an organization's stores a request is about.
import type { NamedStore } from '../accounts/access.ts'

/** Names the store of a request outside of a store's admin, by the shop's domain. */
export const STORE_HEADER = 'Storehand-Store'

/**
 * In a store's admin only that store, never another one. Outside of it the named one; without a name the only one. 'choose': the
 * person has to say which, because the named one is not connected or there are several.
 */
export function meantStore<Store extends { shop: string }>(
  living: readonly Store[],
  named: NamedStore | undefined,
): Store | 'choose' | undefined {
  const found = living.find(({ shop }) => shop === named?.shop)
  if (found || named?.by === 'admin') return found
  return living.length > 1 || named ? 'choose' : living[0]
}
