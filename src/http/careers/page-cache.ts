// Caches rendered public pages of jobs for a moment: visitors from a newsletter arrive all at once.
import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { LRUCache } from 'lru-cache'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Deps } from '#features/deps.ts'
import { isShownBy, listenForChanges, type Owner } from '#features/jobs/cached-reads.ts'
import { compress, compressQuickly, pageOf, type Page } from '../pages/compressed-page.ts'

/** Together with its data, which is cached for two seconds, a change whose event was lost is shown within ten. */
const CACHED_MS = 8000
const PAGES_MAX = 500
const PAGES_BYTES = 32 * 1024 * 1024
/** Addresses that anybody can make up without end: a separate cache, so that they evict nothing else. */
const NARROWED_MAX = 50
const NARROWED_BYTES = 8 * 1024 * 1024
/** The best compression waits until nothing has changed for this long, and the process has time. */
const REST_MS = 2000
const BUSY_SHARE = 0.5

export type Rendered = {
  html: string
  status: ContentfulStatusCode
  organizationId: Owner
  headers: Readonly<Record<string, string>>
}
type CachedPage = Omit<Rendered, 'html'> & { page: Page; visits: number }

/**
 * Of the number and of the bytes: a shop may have hundreds of long ads, and each colour of its widget is a page. A page
 * that is larger than the whole room is sent and not kept.
 */
const cacheFor = (max: number, maxSize: number) =>
  new LRUCache<string, CachedPage>({
    max,
    maxSize,
    // Its compressed forms, which are made later, are shorter together than the page.
    sizeCalculation: ({ page }) => 2 * page.bytes.length + 1,
    ttl: CACHED_MS,
    // An expired page stays until it is rendered again: most often the new page is the same.
    noDeleteOnStaleGet: true,
  })

type Cache = ReturnType<typeof cacheFor>

export class PageCache {
  #caches = {
    pages: cacheFor(PAGES_MAX, PAGES_BYTES),
    narrowed: cacheFor(NARROWED_MAX, NARROWED_BYTES),
  }
  /**
   * For each page that is being rendered, the organizations that have changed since it began: such a page may be sent to
   * who asked before, but not cached.
   */
  #rendering = new Set<Set<OrganizationId>>()
  /** By room and key: who asks while nothing has changed gets the same page. */
  #underway = new Map<
    string,
    { since: Set<OrganizationId>; page: Promise<CachedPage | undefined> }
  >()
  #toCompress = new Set<Page>()
  #rest: NodeJS.Timeout | undefined
  #worked: EventLoopUtilization = performance.eventLoopUtilization()
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    listenForChanges(deps, (changed) => {
      for (const since of this.#rendering) since.add(changed)
      for (const cache of Object.values(this.#caches)) {
        for (const [key, { organizationId, page }] of cache.entries()) {
          if (!isShownBy(organizationId, changed)) continue
          cache.delete(key)
          this.#toCompress.delete(page)
        }
      }
      if (this.#toCompress.size > 0) this.#compressLater()
    })
  }

  /** Undefined when `render` returns nothing. `isNarrowed`: a search, or a later page of a list. */
  async read(
    key: string,
    render: () => Promise<Rendered | undefined>,
    isNarrowed = false,
  ): Promise<CachedPage | undefined> {
    const name = isNarrowed ? 'narrowed' : 'pages'
    const cache = this.#caches[name]
    const place = `${name} ${key}`
    const underway = this.#underway.get(place)
    const cached = cache.get(key)
    if (cached || underway?.since.size === 0) {
      const kept = cached ?? (await underway?.page)
      if (kept) kept.visits += 1
      if (kept?.visits === 2) void this.compress(kept.page)
      return kept
    }
    const since = new Set<OrganizationId>()
    const page = this.#render(cache, key, since, render)
    this.#underway.set(place, { since, page })
    try {
      return await page
    } finally {
      if (this.#underway.get(place)?.since === since) this.#underway.delete(place)
    }
  }

  async #render(
    cache: Cache,
    key: string,
    since: Set<OrganizationId>,
    render: () => Promise<Rendered | undefined>,
  ): Promise<CachedPage | undefined> {
    this.#rendering.add(since)
    try {
      const rendered = await render()
      if (!rendered) return undefined
      const { html, ...rest } = rendered
      const page = pageOf(html, cache.peek(key, { allowStale: true })?.page)
      const fresh = { ...rest, page, visits: 1 }
      const hasChanged = [...since].some((changed) => isShownBy(rendered.organizationId, changed))
      if (!hasChanged) cache.set(key, fresh)
      return fresh
    } finally {
      this.#rendering.delete(since)
    }
  }

  /** Quickly now, as well as it gets when there is time. */
  async compress(page: Page): Promise<void> {
    if (page.brotli) return
    // In a process that is always busy, outdated pages would accumulate here.
    if (this.#toCompress.size >= PAGES_MAX) this.#toCompress.clear()
    this.#toCompress.add(page)
    this.#compressLater()
    await compressQuickly(page)
  }

  #compressLater(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => void this.#compressBest(), REST_MS).unref()
  }

  async #compressBest(): Promise<void> {
    const lately = performance.eventLoopUtilization(this.#worked)
    this.#worked = performance.eventLoopUtilization()
    if (lately.utilization > BUSY_SHARE) {
      this.#compressLater()
      return
    }
    for (const page of this.#toCompress) {
      if (this.#deps.closing.aborted) return
      this.#toCompress.delete(page)
      // One after the other, because each takes a thread.
      await compress(page)
    }
  }
}
