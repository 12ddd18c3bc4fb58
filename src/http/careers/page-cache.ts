// Caches the careers pages as compressed bytes for a short time: a link in a newsletter brings many visitors at once.
import type { ContentfulStatusCode } from 'hono/utils/http-status'
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

export type RenderedPage = { page: Page; status: ContentfulStatusCode }
type CachedPage = RenderedPage & { expires: number; visits: number }

export class PageCache {
  #pages = new Map<string, CachedPage>()
  /** Counts changes. A page whose data was read before a change is sent but not cached. */
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
    render: () => Promise<{ html: string; status: ContentfulStatusCode } | undefined>,
  ): Promise<RenderedPage | undefined> {
    const cached = this.#pages.get(key)
    if (cached && cached.expires > Date.now()) {
      cached.visits += 1
      if (cached.visits === 2) void compress(cached.page)
      return cached
    }
    const changes = this.#changes
    const rendered = await render()
    if (!rendered) return undefined
    // An expired page has usually not changed; then the compressed bytes are reused.
    const page = cached?.page.html === rendered.html ? cached.page : pageOf(rendered.html)
    const fresh = { page, status: rendered.status, expires: Date.now() + MAX_AGE_MS, visits: 1 }
    if (changes === this.#changes) this.#insert(key, fresh)
    return fresh
  }

  #insert(key: string, page: CachedPage): void {
    this.#pages.delete(key)
    // A Map iterates in insertion order.
    const [oldest] = this.#pages.size >= PAGES_MAX ? this.#pages.keys() : []
    if (oldest !== undefined) this.#pages.delete(oldest)
    this.#pages.set(key, page)
  }
}
