// Caches the careers pages as compressed bytes for a short time: a link in a newsletter brings many visitors at once.
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { LRUCache } from 'lru-cache'
import type { Deps } from '#features/deps.ts'
import { pageOf, compress, type Page } from '../pages/compressed-page.ts'

/** Live events invalidate pages at once; this limit is for when the connection for events is down. */
const MAX_AGE_MS = 10_000
const PAGES_MAX = 500

/** The events that change a page. */
const PAGE_CHANGES: ReadonlySet<string> = new Set([
  'jobs.changed',
  'store.changed',
  'organization.changed',
])

export type DrawnPage = { page: Page; status: ContentfulStatusCode }
type CachedPage = DrawnPage & { visits: number }

export class PageCache {
  // What has expired stays until it is made again: most often the new page is the same.
  #pages = new LRUCache<string, CachedPage>({
    max: PAGES_MAX,
    ttl: KEPT_MS,
    noDeleteOnStaleGet: true,
  })
  /** Counts changes: what was read before one may be shown once more, but not kept. */
  #changes = 0

  constructor(deps: Deps) {
    deps.events.listen(({ name }) => {
      if (!PAGE_CHANGES.has(name)) return
      this.#changes += 1
      this.#pages.clear()
    })
  }

  /** Undefined when `render` returns nothing to cache. */
  async read(
    key: string,
    draw: () => Promise<{ html: string; status: ContentfulStatusCode } | undefined>,
  ): Promise<DrawnPage | undefined> {
    const kept = this.#pages.get(key)
    if (kept) {
      kept.visits += 1
      if (kept.visits === 2) void compress(kept.page)
      return kept
    }
    const changes = this.#changes
    const drawn = await draw()
    if (!drawn) return undefined
    const former = this.#pages.peek(key, { allowStale: true })?.page
    const page = former?.html === drawn.html ? former : pageOf(drawn.html)
    const fresh = { page, status: drawn.status, visits: 1 }
    if (changes === this.#changes) this.#pages.set(key, fresh)
    return fresh
  }
}
