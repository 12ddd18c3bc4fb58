// The widget's first page, cached as finished bytes: most visitors of a store only ever see this one.
import { LRUCache } from 'lru-cache'
import type { EventName } from '#domain/live/live-events.ts'
import { readWidgetOptions, widgetHref, type WidgetOptions } from '#domain/careers/widget.ts'
import type { Deps } from '#features/deps.ts'
import { readPublicJobs, type PublicJobs } from '#features/jobs/read-jobs.ts'
import { languageOf } from '#domain/texts/languages.ts'
import { DEFAULT_LOCALE, inLocale, wishedLocale, type Locale } from '#domain/texts/locale.ts'
import { pageHeaders } from '../verification/verification-pages.ts'
import type { Ctx, Screens } from '../context.ts'
import { listView } from './widget-steps.ts'
import { sendBytes, pageOf, compress, type Page } from '../pages/compressed-page.ts'

/** A change by another server process is heard of within moments; this is for when the line between the two is down. */
const KEPT_MS = 10_000
const PAGES_MAX = 500
/** Searches have a room of their own: anybody can make up more of them than there is room for pages. */
const SEARCHES_MAX = 50
/** After a change the pages that were asked for most lately are made ready again before anybody asks. */
const WARM_PAGES = 20
const WARM_AFTER_MS = 50

/** What the pages are drawn from: jobs, whose store it is, and the organization's colour. */
const PAGE_CHANGES: ReadonlySet<EventName> = new Set([
  'jobs.changed',
  'store.changed',
  'organization.changed',
])

type CachedPage = { page: Page; visits: number }
/** `language`: null where nobody but the shop has a wish. */
type WantedPage = { options: WidgetOptions; language: Locale | null }

const keyOf = ({ options, language }: WantedPage) => `${language} ${widgetHref(options)}`

// What has expired stays until it is made again: most often the new page is the same.
const roomFor = (max: number) =>
  new LRUCache<string, CachedPage>({ max, ttl: KEPT_MS, noDeleteOnStaleGet: true })

export class WidgetCache {
  #pages = roomFor(PAGES_MAX)
  #searches = roomFor(SEARCHES_MAX)
  /** Counts changes: what was read before one may be shown once more, but not kept. */
  #changes = 0
  #lists = new LRUCache<string, Promise<PublicJobs>>({ max: PAGES_MAX, ttl: KEPT_MS })
  #wanted = new LRUCache<string, WantedPage>({ max: WARM_PAGES })
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
      Vary: 'Accept, Accept-Encoding, Accept-Language',
      ...Object.fromEntries(pageHeaders(screens.careersScriptHashes, '*')),
    })
    this.#want({ options: readWidgetOptions({}), language: null })
    this.#warmSoon()
    deps.events.listen(({ name }) => {
      if (!PAGE_CHANGES.has(name)) return
      this.#changes += 1
      this.#pages.clear()
      this.#searches.clear()
      this.#lists.clear()
      this.#warmSoon()
    })
  }

  async read(wanted: WantedPage): Promise<Page> {
    const key = keyOf(wanted)
    const { search } = wanted.options
    const kept = (search ? this.#searches : this.#pages).get(key)
    if (!kept) return this.#draw(key, wanted)
    kept.visits += 1
    if (kept.visits === 2) {
      if (!search) this.#want(wanted)
      void compress(kept.page)
    }
    return kept.page
  }

  async #draw(key: string, { options, language }: WantedPage): Promise<Page> {
    const changes = this.#changes
    const found = await this.#jobsFor(options)
    const locale = language ?? languageOf(found.language) ?? DEFAULT_LOCALE
    const html = inLocale(locale, () =>
      this.#screens.renderCareersPage({ page: 'embed', view: listView(options, found) }),
    )
    const page = pageOf(html)
    if (changes !== this.#changes) return page
    const room = options.search ? this.#searches : this.#pages
    const former = room.peek(key, { allowStale: true })?.page
    // Most often nothing has changed when the time is over: then the compressed bytes stay.
    const fresh = former?.html === page.html ? former : page
    room.set(key, { page: fresh, visits: 1 })
    return fresh
  }

  /** Kept apart from the pages: one shop's list serves all its colours and styles. */
  #jobsFor({ shop, org }: WidgetOptions): Promise<PublicJobs> {
    const key = JSON.stringify([shop, org])
    const cached = this.#lists.get(key)
    if (cached) return cached
    const jobs = readPublicJobs(this.#deps, { shop, org })
    this.#lists.set(key, jobs)
    // What could not be read is asked for again by the next visitor.
    jobs.catch(() => this.#lists.delete(key))
    return jobs
  }

  #want(wanted: WantedPage): void {
    this.#wanted.set(keyOf(wanted), wanted)
  }

  #warmSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#warm(), WARM_AFTER_MS).unref()
  }

  async #warm(): Promise<void> {
    for (const [key, wanted] of this.#wanted) {
      if (this.#deps.closing.aborted) return
      try {
        await compress(await this.#draw(key, wanted))
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'the widget could not be made ready')
        return
      }
    }
  }
}

export async function cachedList(
  c: Ctx,
  cache: WidgetCache,
  options: WidgetOptions,
): Promise<Response> {
  const language = wishedLocale() ?? null
  return sendBytes(c, await cache.read({ options, language }), cache.headers)
}
