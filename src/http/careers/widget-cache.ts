// Caches the widget's first page as compressed bytes: most visitors see only this page.
import type { EventName } from '#domain/live/live-events.ts'
import { readWidgetOptions, widgetHref, type WidgetOptions } from '#domain/careers/widget.ts'
import type { Deps } from '#features/deps.ts'
import { readPublicJobs, type PublicJobs } from '#features/jobs/read-jobs.ts'
import { pageHeaders } from '../verification/verification-pages.ts'
import type { Ctx, Screens } from '../context.ts'
import { listView } from './widget-steps.ts'
import { sendBytes, pageOf, compress, type Page } from '../pages/compressed-page.ts'

/** Live events invalidate pages at once; this limit is for when the connection for events is down. */
const MAX_AGE_MS = 10_000
const PAGES_MAX = 500
/** After a change, the most recently requested pages are rendered again before the next request. */
const WARM_PAGES = 20
const WARM_AFTER_MS = 50

/** Events that change these pages: jobs, the store connection, the organization's colour. */
const PAGE_CHANGES: ReadonlySet<EventName> = new Set([
  'jobs.changed',
  'store.changed',
  'organization.changed',
])

type CachedPage = { page: Page; options: WidgetOptions; expires: number; visits: number }

export class WidgetCache {
  #pages = new Map<string, CachedPage>()
  /** Counts changes. A page whose data was read before a change is sent but not cached. */
  #changes = 0
  #lists = new Map<string, { jobs: Promise<PublicJobs>; expires: number }>()
  #warmPages = new Map<string, WidgetOptions>()
  #timer: NodeJS.Timeout | undefined
  readonly #deps: Deps
  readonly #screens: Screens
  readonly headers: Readonly<Record<string, string>>

  constructor(deps: Deps, screens: Screens) {
    this.#deps = deps
    this.#screens = screens
    this.headers = Object.freeze({
      'Content-Type': 'text/html; charset=UTF-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept, Accept-Encoding',
      ...Object.fromEntries(pageHeaders(screens.careersScriptHashes, '*')),
    })
    this.#keepWarm(readWidgetOptions({}))
    this.#scheduleWarming()
    deps.events.listen(({ name }) => {
      if (!PAGE_CHANGES.has(name)) return
      this.#changes += 1
      this.#pages.clear()
      this.#lists.clear()
      this.#scheduleWarming()
    })
  }

  async read(options: WidgetOptions): Promise<Page> {
    const key = widgetHref(options)
    const cached = this.#pages.get(key)
    if (!cached || cached.expires < Date.now()) return this.#render(key, options)
    cached.visits += 1
    if (cached.visits === 2) {
      this.#keepWarm(options)
      void compress(cached.page)
    }
    return cached.page
  }

  async #render(key: string, options: WidgetOptions): Promise<Page> {
    const changes = this.#changes
    const view = listView(options, await this.#jobsFor(options))
    const page = pageOf(this.#screens.renderCareersPage({ page: 'embed', view }))
    if (changes !== this.#changes) return page
    const former = this.#pages.get(key)?.page
    // An expired page has usually not changed; then the compressed bytes are reused.
    const fresh = former?.html === page.html ? former : page
    this.#pages.delete(key)
    if (this.#pages.size >= PAGES_MAX) deleteOldest(this.#pages)
    this.#pages.set(key, { page: fresh, options, expires: Date.now() + MAX_AGE_MS, visits: 1 })
    return fresh
  }

  /** Cached separately, because one shop's list serves all its colours and styles. */
  #jobsFor({ shop, org }: WidgetOptions): Promise<PublicJobs> {
    const key = JSON.stringify([shop, org])
    const cached = this.#lists.get(key)
    if (cached && cached.expires > Date.now()) return cached.jobs
    const jobs = readPublicJobs(this.#deps, { shop, org })
    this.#lists.delete(key)
    if (this.#lists.size >= PAGES_MAX) deleteOldest(this.#lists)
    this.#lists.set(key, { jobs, expires: Date.now() + MAX_AGE_MS })
    // A failed read is not cached.
    jobs.catch(() => this.#lists.delete(key))
    return jobs
  }

  #keepWarm(options: WidgetOptions): void {
    const key = widgetHref(options)
    // Moves the key to the end: most recently used last.
    this.#warmPages.delete(key)
    this.#warmPages.set(key, options)
    if (this.#warmPages.size > WARM_PAGES) deleteOldest(this.#warmPages)
  }

  #scheduleWarming(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#warmUp(), WARM_AFTER_MS).unref()
  }

  async #warmUp(): Promise<void> {
    for (const [key, options] of this.#warmPages) {
      if (this.#deps.closing.aborted) return
      try {
        await compress(await this.#render(key, options))
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'the widget could not be made ready')
        return
      }
    }
  }
}

/** A Map iterates in insertion order. */
function deleteOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}

export async function cachedList(
  c: Ctx,
  cache: WidgetCache,
  options: WidgetOptions,
): Promise<Response> {
  return sendBytes(c, await cache.read(options), cache.headers)
}
