// The pages as they are known here, the state of the store they stand in, and the same after asking the store.
import { approvedOrganization, type Actor } from '#domain/access.ts'
import { fill, messages, type MessageCode } from '#domain/messages.ts'
import {
  keptOf,
  type StoreConnection,
  type StorePage,
  type StorePagesView,
} from '#domain/store-pages.ts'
import { missingScopes, PAGES_SCOPE, scopesOf } from '#domain/store.ts'
import { listDataRequests } from '#data/data-requests.ts'
import {
  deleteStorePages,
  listStorePages,
  updateReadStorePage,
  type KeptPage,
} from '#data/store-pages.ts'
import {
  findConnectedStore,
  findUninstalledStore,
  type ConnectedStore,
} from '#data/store-sessions.ts'
import { findStoreSync } from '#data/store-syncs.ts'
import { storePages, type PageNode } from '#gateways/shopify-operations.ts'
import type { Deps } from '../../deps.ts'
import { openStore, pageUrlOf, type OpenStore } from './open-store.ts'

/** Pages of a store that are asked for at once. */
const PER_ANSWER = 50

export async function readStorePages(
  deps: Deps,
  actor: Actor | undefined,
): Promise<StorePagesView> {
  const organizationId = approvedOrganization(actor)
  const isOwner = actor?.role === 'organization_owner'
  const now = deps.clock.now()
  return deps.db.forOrganization(organizationId, async (tx) => {
    const store = await findConnectedStore(tx, organizationId)
    const ended = store ? undefined : await findUninstalledStore(tx, organizationId)
    const shop = (store ?? ended)?.shop ?? null
    const state = await findStoreSync(tx, organizationId)
    const pages = shop ? await listStorePages(tx, organizationId, shop) : []
    return {
      connection: connectionOf(deps, store, ended !== undefined),
      is_demo: deps.stores?.app.isDemo ?? false,
      shop,
      shop_name: (store ?? ended)?.shop_name ?? null,
      missing_scopes: store ? missingScopes(scopesOf(store.scope), [PAGES_SCOPE]) : [],
      is_password_protected: state?.is_password_protected ?? null,
      problem: sentenceOf(state?.problem),
      pages: pages.map((page) => pageView(deps, shop ?? '', store?.primary_domain ?? null, page)),
      data_requests: isOwner ? await listDataRequests(tx, organizationId, now) : [],
    }
  })
}

function connectionOf(
  { stores }: Deps,
  store: ConnectedStore | undefined,
  isUninstalled: boolean,
): StoreConnection {
  if (!stores) return 'not-configured'
  if (!store) return isUninstalled ? 'uninstalled' : 'none'
  return store.is_alive ? 'alive' : 'ended'
}

/** Kept as a code; its holes have nothing to fill them any more. */
const sentenceOf = (code: string | null | undefined): string | null =>
  code && Object.hasOwn(messages, code) ? fill(code as MessageCode, { scope: PAGES_SCOPE }) : null

export const pageView = (
  { stores }: Deps,
  shop: string,
  primaryDomain: string | null,
  page: KeptPage,
): StorePage => ({
  id: page.id,
  title: page.title,
  handle: page.handle,
  content: page.content,
  created_at: page.created_at,
  updated_at: page.updated_at,
  kind: page.kind,
  kept: page.kept,
  job_post_id: page.job_post_id,
  job_title: page.job_title,
  job_is_active: page.job_is_active,
  url: stores ? pageUrlOf(stores, shop, primaryDomain, page.handle) : '',
})

/** Asks the store what became of them: what was deleted there is forgotten here. */
export async function refreshPages(deps: Deps, actor: Actor | undefined): Promise<StorePagesView> {
  const organizationId = approvedOrganization(actor)
  const store = await openStore(deps, organizationId)
  const present = new Map((await listAll(store)).map((page) => [page.id, page]))
  await deps.db.forOrganization(organizationId, async (tx) => {
    const known = await listStorePages(tx, organizationId, store.shop)
    const gone = known.filter(({ id }) => !present.has(id))
    await deleteStorePages(
      tx,
      organizationId,
      gone.map(({ id }) => id),
    )
    for (const { id } of known) {
      const page = present.get(id)
      if (!page) continue
      const { title, handle, body, updatedAt } = page
      // The merchant may have changed it by hand, and taken the widget out.
      const kept = keptOf(body)
      await updateReadStorePage(tx, organizationId, {
        id,
        title,
        handle,
        kept,
        updated_at: updatedAt,
      })
    }
  })
  return readStorePages(deps, actor)
}

async function listAll(store: OpenStore): Promise<PageNode[]> {
  const all: PageNode[] = []
  let after: string | null = null
  do {
    const { pages }: { pages: { nodes: PageNode[]; pageInfo: PageInfo } } = await store.ask(
      storePages,
      { first: PER_ANSWER, after },
    )
    all.push(...pages.nodes)
    after = pages.pageInfo.hasNextPage ? pages.pageInfo.endCursor : null
  } while (after)
  return all
}

type PageInfo = { hasNextPage: boolean; endCursor: string | null }
