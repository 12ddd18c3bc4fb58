// The store that a screen is about, and those to choose from.
import type { NamedStore } from '#domain/accounts/access.ts'
import { meantStore } from '#domain/store/meant-store.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { findUninstalledStore, type EndedStore } from './ended-stores.ts'
import { listLivingStores, type ConnectedStore } from './store-sessions.ts'

export type ShownStore = {
  store: ConnectedStore | undefined
  /** All of them, outside of a store's admin and where there are several; the person has to choose where there is no `store`. */
  choices: readonly ConnectedStore[]
  /** What became of the last one, where none is connected. */
  ended: EndedStore | undefined
}

/** The living stores that a screen may speak of: in a store's admin this one alone. */
export async function listShownStores(
  tx: Queries,
  organizationId: OrganizationId,
  named: NamedStore | undefined,
): Promise<ConnectedStore[]> {
  const living = await listLivingStores(tx, organizationId)
  return named?.by === 'admin' ? living.filter(({ shop }) => shop === named.shop) : living
}

/** A choice that is no longer connected counts as none: the screen then shows another store, by its name. */
export async function findShownStore(
  tx: Queries,
  organizationId: OrganizationId,
  named: NamedStore | undefined,
): Promise<ShownStore> {
  const living = await listShownStores(tx, organizationId, named)
  const isKnown = named?.by === 'admin' || living.some(({ shop }) => shop === named?.shop)
  const store = meantStore(living, isKnown ? named : undefined)
  return {
    store: store === 'choose' ? undefined : store,
    choices: living.length > 1 ? living : [],
    ended: store ? undefined : await findEndedStore(tx, organizationId, named),
  }
}

/** What became of the store of this admin, or of the last one that was connected. */
export const findEndedStore = (
  tx: Queries,
  organizationId: OrganizationId,
  named: NamedStore | undefined,
): Promise<EndedStore | undefined> =>
  findUninstalledStore(tx, organizationId, named?.by === 'admin' ? named.shop : undefined)
