// Public pages of jobs, kept as finished bytes for a moment: what a link in a newsletter brings comes all at once.
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { LRUCache } from 'lru-cache'
import type { Deps } from '#features/deps.ts'
import { pageOf, compress, type Page } from '../pages/compressed-page.ts'

/** A change by another server process is heard of within moments; this is for when the line between the two is down. */
const KEPT_MS = 10_000
const PAGES_MAX = 500
/** Addresses that anybody can make up without end: they have a room of their own, so that they push out no other page. */
const NARROWED_MAX = 50

/** The events that change what a page shows. */
const SHOWN: ReadonlySet<string> = new Set([
  'jobs.changed',
  'store.changed',
  'organization.changed',
])

export type RenderedPage = { page: Page; status: ContentfulStatusCode }
type CachedPage = RenderedPage & { visits: number }

// What has expired stays until it is made again: most often the new page is the same.
const roomFor = (max: number) =>
  new LRUCache<string, CachedPage>({ max, ttl: KEPT_MS, noDeleteOnStaleGet: true })

export class PageCache {
  #pages = roomFor(PAGES_MAX)
  #narrowed = roomFor(NARROWED_MAX)
  /** Counts changes: what was read before one may be shown once more, but not kept. */
  #changes = 0

  constructor(deps: Deps) {
    deps.events.listen(({ name }) => {
      if (!SHOWN.has(name)) return
      this.#changes += 1
      this.#pages.clear()
      this.#narrowed.clear()
    })
  }

  /** Undefined when `draw` has nothing that could be kept. `isNarrowed`: a search, or a later page of a list. */
  async read(
    key: string,
    draw: () => Promise<{ html: string; status: ContentfulStatusCode } | undefined>,
    isNarrowed = false,
  ): Promise<RenderedPage | undefined> {
    const room = isNarrowed ? this.#narrowed : this.#pages
    const kept = room.get(key)
    if (kept) {
      kept.visits += 1
      if (kept.visits === 2) void compress(kept.page)
      return kept
    }
    const changes = this.#changes
    const drawn = await draw()
    if (!drawn) return undefined
    const former = room.peek(key, { allowStale: true })?.page
    const page = former?.html === drawn.html ? former : pageOf(drawn.html)
    const fresh = { page, status: drawn.status, visits: 1 }
    if (changes === this.#changes) room.set(key, fresh)
    return fresh
  }
}
