// Caches rendered public pages of jobs for a moment: visitors from a newsletter arrive all at once.
import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { LRUCache } from 'lru-cache'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Deps } from '#features/deps.ts'
import { isShownBy, listenForChanges, type Owner } from '#features/jobs/kept-reads.ts'
import { compress, compressQuickly, pageOf, type Page } from '../pages/compressed-page.ts'

/** Together with its data, which is cached for two seconds, a change whose event was lost is shown within ten. */
const KEPT_MS = 8000
const PAGES_MAX = 500
/** Addresses that anybody can make up without end: a separate cache, so that they evict nothing else. */
const NARROWED_MAX = 50
/** The best compression waits until nothing has changed for this long, and the process has time. */
const REST_MS = 2000
const BUSY_SHARE = 0.5

export type Drawn = { html: string; status: ContentfulStatusCode; organizationId: Owner }
type KeptPage = Omit<Drawn, 'html'> & { page: Page; visits: number }

// An expired page stays until it is rendered again: most often the new page is the same.
const roomFor = (max: number) =>
  new LRUCache<string, KeptPage>({ max, ttl: KEPT_MS, noDeleteOnStaleGet: true })

export class PageCache {
  #rooms = { pages: roomFor(PAGES_MAX), narrowed: roomFor(NARROWED_MAX) }
  /**
   * For each page that is being rendered, the organizations that have changed since it began: such a page may be sent
   * once, but not cached.
   */
  #drawing = new Set<Set<OrganizationId>>()
  #toCompress = new Set<Page>()
  #rest: NodeJS.Timeout | undefined
  #worked: EventLoopUtilization = performance.eventLoopUtilization()
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    listenForChanges(deps, (changed) => {
      for (const since of this.#drawing) since.add(changed)
      for (const room of Object.values(this.#rooms)) {
        for (const [key, { organizationId, page }] of room.entries()) {
          if (!isShownBy(organizationId, changed)) continue
          room.delete(key)
          this.#toCompress.delete(page)
        }
      }
      if (this.#toCompress.size > 0) this.#compressLater()
    })
  }

  has(key: string): boolean {
    return this.#rooms.pages.has(key)
  }

  /** Undefined when `draw` returns nothing. `isNarrowed`: a search, or a later page of a list. */
  async read(
    key: string,
    draw: () => Promise<Drawn | undefined>,
    isNarrowed = false,
  ): Promise<KeptPage | undefined> {
    const room = this.#rooms[isNarrowed ? 'narrowed' : 'pages']
    const kept = room.get(key)
    if (kept) {
      kept.visits += 1
      if (kept.visits === 2) void this.compress(kept.page)
      return kept
    }
    const since = new Set<OrganizationId>()
    this.#drawing.add(since)
    try {
      const drawn = await draw()
      if (!drawn) return undefined
      const { html, ...rest } = drawn
      const page = pageOf(html, room.peek(key, { allowStale: true })?.page)
      const fresh = { ...rest, page, visits: 1 }
      const hasChanged = [...since].some((changed) => isShownBy(drawn.organizationId, changed))
      if (!hasChanged) room.set(key, fresh)
      return fresh
    } finally {
      this.#drawing.delete(since)
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
