// The locations of the organization's stores, offered as the place of a job. They are not stored: the job copies the
// chosen one.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { countryCodes } from '#domain/jobs/job-facts.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { StoreLocation, storeLocationsView } from '#domain/store/store-locations.ts'
import { meantStore } from '#domain/store/meant-store.ts'
import { handleOfShop, LOCATIONS_SCOPE, missingScopes, scopesOf } from '#domain/store/store.ts'
import type { z } from 'zod'
import {
  shopDetails,
  storeLocations,
  type ListedLocation,
} from '#gateways/store/shopify-operations.ts'
import type { Stores } from '#gateways/store/shopify.ts'
import { nextPage } from '#gateways/store/next-page.ts'
import type { Deps } from '../../deps.ts'
import { listShownStores } from '#data/store/shown-store.ts'
import { updateGrantedScopes } from '../update-granted-scopes.ts'

const AT_ONCE = 100
/** More than any plan of the platform allows. */
const MOST = 2000

type Living = Awaited<ReturnType<typeof listShownStores>>[number]

/**
 * `isChecked`: asks the store that the request is about for its current permissions. A store without the permission, or
 * one that does not answer, adds nothing. Throws the errors of `Stores.ask` when no store answers.
 */
export async function readStoreLocations(
  deps: Deps,
  actor: Actor | undefined,
  { isChecked }: { isChecked: boolean },
): Promise<z.output<typeof storeLocationsView>> {
  const { organizationId } = approvedMember(actor)
  const { stores } = deps
  if (!stores) return { locations: [], is_permission_missing: false }
  let living = await listStores(deps, organizationId, actor)
  const meant = meantStore(living, actor?.store)
  const asked = meant === 'choose' ? living : meant ? [meant] : []
  const waiting = asked.filter((store) => !mayRead(store))
  if (isChecked && waiting.length > 0) {
    for (const { shop } of waiting) await checkScopes(deps, stores, shop)
    living = await listStores(deps, organizationId, actor)
  }
  const deadline = stores.app.deadline()
  const read = living
    .filter(mayRead)
    .map(async (store) =>
      (await listLocations(stores, store.shop, deadline)).map((location) =>
        locationOf(
          location,
          living.length > 1 ? (store.shop_name ?? handleOfShop(store.shop)) : null,
        ),
      ),
    )
  const answers = await Promise.allSettled(read)
  const found = answers.filter((answer) => answer.status === 'fulfilled')
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed && found.length === 0) throw failed.reason
  return {
    locations: found.flatMap(({ value }) => value),
    is_permission_missing: living.some(
      (store) => !mayRead(store) && asked.some(({ shop }) => shop === store.shop),
    ),
  }
}

const listStores = (deps: Deps, organizationId: OrganizationId, actor: Actor | undefined) =>
  deps.db.readForOrganization(organizationId, (tx) =>
    listShownStores(tx, organizationId, actor?.store),
  )

const mayRead = ({ scope }: Living): boolean =>
  missingScopes(scopesOf(scope), [LOCATIONS_SCOPE]).length === 0

async function checkScopes(deps: Deps, stores: Stores, shop: string): Promise<void> {
  const asked = deps.clock.now()
  const { currentAppInstallation } = await stores.ask(shop, shopDetails)
  const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle)
  await updateGrantedScopes(deps, shop, scopes, asked)
}

async function listLocations(
  stores: Stores,
  shop: string,
  signal: AbortSignal,
): Promise<ListedLocation[]> {
  const all: ListedLocation[] = []
  for (let after: string | null = null; all.length < MOST;) {
    const asked: { first: number; after: string | null } = { first: AT_ONCE, after }
    const { locations } = await stores.ask(shop, storeLocations, asked, signal)
    all.push(...locations.nodes)
    after = nextPage(locations, after, locations.nodes.length)
    if (!after) break
  }
  return all
}

function locationOf({ id, name, address }: ListedLocation, shopName: string | null): StoreLocation {
  const text = (given: string | null) => given?.trim() || null
  const country = address.countryCode
  return {
    key: id,
    name,
    shop_name: shopName,
    street: text([address.address1, address.address2].filter((line) => line?.trim()).join(', ')),
    town: text(address.city),
    region: text(address.province),
    postcode: text(address.zip),
    country: country && countryCodes.includes(country) ? country : null,
  }
}
