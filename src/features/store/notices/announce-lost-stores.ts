// Mails owners when a store is lost: it removed the app, or its connection ended and cannot be renewed.
import { LOST_AFTER_MINUTES } from '#domain/store/store.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import { insertOwnerMails } from '#data/mails/owner-mails.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import { updateLostStoresAnnounced } from '#data/store/ended-stores.ts'
import { isOnlyOfShop, listOwnAddresses } from '#data/store/shop-belongings.ts'
import type { Deps } from '../../deps.ts'

/** Not at once: a token that was revoked is replaced when the app is opened, and an uninstall is known a moment after its first refusal. */
export async function announceLostStores(deps: Deps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - LOST_AFTER_MINUTES * 60_000)
  return deps.db.transaction(async (tx) => {
    const lost = await updateLostStoresAnnounced(tx, before)
    for (const { organization_id: organizationId, shop_name, is_uninstalled, ...store } of lost) {
      const { shop } = store
      const organization = await findOrganization(tx, organizationId)
      if (!organization) continue
      const isOnly = is_uninstalled && (await isOnlyOfShop(tx, organizationId, shop))
      const accounts = await listOwnAddresses(tx, organizationId)
      const app = deps.stores?.app
      // Opening the app there renews the connection.
      const inAdmin = is_uninstalled ? app?.installUrl(store) : app?.appUrl(store)
      const own = `${deps.appUrl}${isOnly ? '/account' : '/connect-shopify?again=true'}`
      const viewFor = (recipient: string): MailViews['store-lost'] => {
        const canSignIn = accounts.includes(recipient)
        return {
          organization: organization.name,
          shop: shop_name ?? shop,
          isUninstalled: is_uninstalled,
          isOnlyOfShop: isOnly,
          canSignIn,
          isTakenOut: false,
          link: canSignIn ? own : (inAdmin ?? own),
        }
      }
      await insertOwnerMails(deps, tx, organizationId, { kind: 'store-lost', viewFor })
    }
    return lost.length
  })
}
