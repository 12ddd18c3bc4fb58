// The page of the shop that the theme's block fills with the jobs: whether there is one, and making it.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { missingScopes, PAGES_SCOPE, rightOf, scopesOf } from '#domain/store/store.ts'
import type { JobsPageView } from '#domain/store/store-pages.ts'
import { deleteStorePages, listStorePages } from '#data/store/store-pages.ts'
import { shopDetails } from '#gateways/store/shopify-operations.ts'
import type { Deps } from '../../deps.ts'
import { findShownStore } from '#data/store/shown-store.ts'
import { updateGrantedScopes } from '../update-granted-scopes.ts'
import { listPagesToWrite } from './list-pages-to-write.ts'
import { keepPage } from './manage-pages.ts'
import { openStore, pageUrlOf, type OpenStore } from './open-store.ts'
import { withStoreSyncLock } from './store-sync-lock.ts'
import { blockPage } from './sync-pages.ts'
import { placePage, rewritePage } from './write-page.ts'

export async function readJobsPage(deps: Deps, actor: Actor | undefined): Promise<JobsPageView> {
  const { organizationId } = approvedMember(actor)
  const { stores } = deps
  return deps.db.readForOrganization(organizationId, async (tx) => {
    const { store } = await findShownStore(tx, organizationId, actor?.store)
    if (!stores || !store) return { page: null, is_permission_missing: false }
    const { shop, primary_domain: domain } = store
    const pages = await listStorePages(tx, organizationId, shop)
    const page = pages.find(({ kind }) => kind === 'careers')
    return {
      page: page
        ? {
            title: page.title,
            handle: page.handle,
            url: pageUrlOf(stores, shop, domain, page.handle),
            has_block: page.has_block,
          }
        : null,
      is_permission_missing: isMissing(store.scope),
    }
  })
}

const isMissing = (scope: string): boolean =>
  missingScopes(scopesOf(scope), [PAGES_SCOPE]).length > 0

/**
 * Makes the page, or takes the jobs out of the text of the one that is there. Throws AppError store.scopeMissing without the
 * permission, which the store is asked about again, and what `openStore` and `placePage` throw.
 */
export async function makeJobsPage(deps: Deps, actor: Actor | undefined): Promise<JobsPageView> {
  const member = approvedMember(actor)
  const { organizationId } = member
  const store = await openStore(deps, organizationId, actor?.store)
  if (isMissing(store.scope)) await requirePermission(deps, store)
  await withStoreSyncLock(deps, { organizationId, shop: store.shop }, async () => {
    const known = await deps.db.readForOrganization(organizationId, (tx) =>
      listPagesToWrite(tx, organizationId, store.shop),
    )
    const ids = new Set(known.map(({ id }) => id))
    const former = known.find(({ kind }) => kind === 'careers')
    const rewritten = former && (await rewritePage(store, former, blockPage(store, former.handle)))
    if (rewritten) return keepPage(deps, member, store, rewritten, 'page.updated')
    if (former) {
      ids.delete(former.id)
      await deps.db.forOrganization(organizationId, (tx) =>
        deleteStorePages(tx, organizationId, [former.id]),
      )
    }
    const placed = await placePage(store, blockPage(store), ids)
    return keepPage(deps, member, store, placed, 'page.created')
  })
  return readJobsPage(deps, actor)
}

async function requirePermission(deps: Deps, store: OpenStore): Promise<void> {
  const asked = deps.clock.now()
  const { currentAppInstallation } = await store.ask(shopDetails)
  const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle)
  await updateGrantedScopes(deps, store.shop, scopes, asked)
  if (missingScopes(scopes, [PAGES_SCOPE]).length > 0) {
    throw new AppError('store.scopeMissing', { values: { right: rightOf(PAGES_SCOPE) } })
  }
}
