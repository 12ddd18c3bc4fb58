// The pages as stored here with the state of their store, and the same after asking the store.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { OTHER_PAGES_MAX } from '#domain/limits.ts'
import { keptOf } from '#domain/store/store-page-bodies.ts'
import type { StoreConnection, StorePage, StorePagesView } from '#domain/store/store-pages.ts'
import { scopesOf, scopesToGive, storeProblem } from '#domain/store/store.ts'
import {
  deleteStorePages,
  listOtherPages,
  listStorePages,
  updateOtherPages,
  updateReadStorePage,
  type StoredPage,
  type OtherPage,
} from '#data/store/store-pages.ts'
import type { ConnectedStore } from '#data/store/store-sessions.ts'
import type { EndedStore } from '#data/store/ended-stores.ts'
import { findStoreSync } from '#data/store/store-syncs.ts'
import {
  listedPages,
  pagesById,
  type ListedPage,
  type PageNode,
} from '#gateways/store/shopify-operations.ts'
import { nextPage } from '#gateways/store/next-page.ts'
import type { Deps } from '../../deps.ts'
import { findShownStore } from '#data/store/shown-store.ts'
import { openStore, pageUrlOf, type OpenStore } from './open-store.ts'

/** The largest page size of the platform. */
const LISTED_PER_ANSWER = 250
/** Fewer, because each body can be half a megabyte. */
const BODIES_PER_ANSWER = 25

export async function readStorePages(
  deps: Deps,
  actor: Actor | undefined,
): Promise<StorePagesView> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, async (tx) => {
    const { store, choices, ended } = await findShownStore(tx, organizationId, actor?.store)
    const shop = (store ?? ended)?.shop ?? null
    const state = shop ? await findStoreSync(tx, { organizationId, shop }) : undefined
    const pages = shop ? await listStorePages(tx, organizationId, shop) : []
    const others = shop ? await listOtherPages(tx, organizationId, shop, OTHER_PAGES_MAX + 1) : []
    const domain = store?.primary_domain ?? null
    return {
      connection: choices.length > 0 && !store ? 'choose' : connectionOf(deps, store, ended),
      is_demo: deps.stores?.app.isDemo ?? false,
      shop,
      shop_name: (store ?? ended)?.shop_name ?? null,
      missing_scopes: store ? scopesToGive(scopesOf(store.scope)) : [],
      is_password_protected: state?.is_password_protected ?? null,
      problem: storeProblem(state?.problem),
      pages: [
        ...pages.map((page) => pageView(deps, shop ?? '', domain, page)),
        ...others
          .slice(0, OTHER_PAGES_MAX)
          .map((page) => otherView(deps, shop ?? '', domain, page)),
      ],
      has_more_pages: others.length > OTHER_PAGES_MAX,
    }
  })
}

function connectionOf(
  { stores }: Deps,
  store: ConnectedStore | undefined,
  ended: EndedStore | undefined,
): StoreConnection {
  if (!stores) return 'not-configured'
  if (!store && ended) return ended.disconnected_at ? 'disconnected' : 'uninstalled'
  if (!store) return 'none'
  return store.is_alive ? 'alive' : 'ended'
}

export const pageView = (
  { stores }: Deps,
  shop: string,
  primaryDomain: string | null,
  page: StoredPage,
): StorePage => ({
  id: page.id,
  is_ours: true,
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

const otherView = (
  { stores }: Deps,
  shop: string,
  primaryDomain: string | null,
  page: OtherPage,
): StorePage => ({
  ...page,
  is_ours: false,
  content: '',
  kind: 'other',
  kept: 'all',
  job_post_id: null,
  job_title: null,
  job_is_active: null,
  url: stores ? pageUrlOf(stores, shop, primaryDomain, page.handle) : '',
})

/** Asks the store for its pages and updates ours; deletes those that were deleted there. */
export async function refreshPages(deps: Deps, actor: Actor | undefined): Promise<StorePagesView> {
  const { organizationId } = approvedMember(actor)
  const store = await openStore(deps, organizationId, actor?.store)
  const asked = await deps.db.readForOrganization(organizationId, (tx) =>
    listStorePages(tx, organizationId, store.shop),
  )
  const ours = new Set(asked.map(({ id }) => id))
  const present = await findPresent(store, [...ours])
  const others = await listOthers(store, ours)
  await deps.db.forOrganization(organizationId, async (tx) => {
    // Not those created after the request to the store.
    const known = (await listStorePages(tx, organizationId, store.shop)).filter(({ id }) =>
      ours.has(id),
    )
    const gone = known.filter(({ id }) => !present.has(id))
    await deleteStorePages(
      tx,
      organizationId,
      gone.map(({ id }) => id),
    )
    for (const { id, has_frame: hasFrame } of known) {
      const page = present.get(id)
      if (!page) continue
      const { title, handle, body, updatedAt } = page
      // The merchant may have edited the page and removed the widget.
      const kept = keptOf(body, hasFrame)
      await updateReadStorePage(tx, organizationId, {
        id,
        title,
        handle,
        kept,
        updated_at: updatedAt,
      })
    }
    await updateOtherPages(tx, organizationId, store.shop, others)
  })
  return readStorePages(deps, actor)
}

async function findPresent(
  store: OpenStore,
  ids: readonly string[],
): Promise<Map<string, PageNode>> {
  const present = new Map<string, PageNode>()
  for (let place = 0; place < ids.length; place += BODIES_PER_ANSWER) {
    const { nodes } = await store.ask(pagesById, {
      ids: ids.slice(place, place + BODIES_PER_ANSWER),
    })
    for (const page of nodes) if (page) present.set(page.id, page)
  }
  return present
}

/** One more than shown, to know whether there are more. */
async function listOthers(store: OpenStore, ours: ReadonlySet<string>): Promise<OtherPage[]> {
  // By id: a page that is renamed during the request can be listed twice.
  const others = new Map<string, OtherPage>()
  for (let after: string | null = null; others.size <= OTHER_PAGES_MAX;) {
    const { pages }: ListedPages = await store.ask(listedPages, {
      first: LISTED_PER_ANSWER,
      after,
    })
    for (const { id, title, handle, createdAt, updatedAt } of pages.nodes) {
      if (ours.has(id)) continue
      others.set(id, { id, title, handle, created_at: createdAt, updated_at: updatedAt })
    }
    after = nextPage(pages, after, pages.nodes.length)
    if (!after) break
  }
  return [...others.values()].slice(0, OTHER_PAGES_MAX + 1)
}

type ListedPages = { pages: { nodes: ListedPage[]; pageInfo: PageInfo } }
type PageInfo = { hasNextPage: boolean; endCursor: string | null }
