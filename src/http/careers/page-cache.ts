// Public pages of jobs, kept as finished bytes for a moment: what a link in a newsletter brings comes all at once.
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { LRUCache } from 'lru-cache'
import type { Deps } from '#features/deps.ts'
import { pageOf, compress, type Page } from '../pages/compressed-page.ts'

/** A change by another server process is heard of within moments; this is for when the line between the two is down. */
const KEPT_MS = 10_000
const PAGES_MAX = 500

/** The events that change what a page shows. */
const SHOWN: ReadonlySet<string> = new Set([
  'jobs.changed',
  'store.changed',
  'organization.changed',
])

export type RenderedPage = { page: Page; status: ContentfulStatusCode }
type CachedPage = RenderedPage & { visits: number }

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
      if (!SHOWN.has(name)) return
      this.#changes += 1
      this.#pages.clear()
    })
  }

  /** Undefined when `draw` has nothing that could be kept. */
  async read(
    key: string,
    draw: () => Promise<{ html: string; status: ContentfulStatusCode } | undefined>,
  ): Promise<RenderedPage | undefined> {
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
