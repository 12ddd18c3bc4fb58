// The widget's first page, cached as finished bytes: most visitors of a store only ever see this one.
import { LRUCache } from 'lru-cache'
import { readWidgetOptions, widgetHref, type WidgetOptions } from '#domain/careers/widget.ts'
import type { Deps } from '#features/deps.ts'
import { listenForChanges } from '#features/jobs/cached-reads.ts'
import type { PublicLists } from '#features/jobs/public-lists.ts'
import { languageOf } from '#domain/texts/languages.ts'
import { DEFAULT_LOCALE, inLocale, wishedLocale, type Locale } from '#domain/texts/locale.ts'
import { pageHeaders } from '../verification/verification-pages.ts'
import type { Ctx, Screens } from '../context.ts'
import { listView } from './widget-steps.ts'
import { sendBytes, type Page } from '../pages/compressed-page.ts'
import { PageCache, type Rendered } from './page-cache.ts'

/** After a change the most recently requested pages are rendered again before the next request. */
const WARM_PAGES = 20
const WARM_AFTER_MS = 50

/** `language`: null when only the shop's language applies. */
type WantedPage = { options: WidgetOptions; language: Locale | null }

const keyOf = ({ options, language }: WantedPage) => `${language} ${widgetHref(options)}`

export class WidgetCache {
  readonly #pages: PageCache
  /** One shop's list serves all its colours and styles. */
  readonly #lists: PublicLists
  #wanted = new LRUCache<string, WantedPage>({ max: WARM_PAGES })
  #timer: NodeJS.Timeout | undefined
  readonly #deps: Deps
  readonly #screens: Screens

  constructor(deps: Deps, screens: Screens, lists: PublicLists) {
    this.#deps = deps
    this.#screens = screens
    this.#lists = lists
    this.#pages = new PageCache(deps)
    this.#want({ options: readWidgetOptions({}), language: null })
    this.#warmSoon()
    listenForChanges(deps, () => this.#warmSoon())
  }

  async read(wanted: WantedPage): Promise<{ page: Page; headers: Rendered['headers'] }> {
    const isSearch = wanted.options.search !== null
    const { page, headers, visits } = await this.#read(wanted)
    if (visits === 2 && !isSearch) this.#want(wanted)
    return { page, headers }
  }

  async #read(wanted: WantedPage) {
    const kept = await this.#pages.read(
      keyOf(wanted),
      () => this.#render(wanted),
      wanted.options.search !== null,
    )
    if (!kept) throw new Error('A list is always rendered')
    return kept
  }

  async #render({ options, language }: WantedPage): Promise<Rendered> {
    const found = await this.#lists.read(options)
    const locale = language ?? languageOf(found.language) ?? DEFAULT_LOCALE
    const page = inLocale(locale, () => ({
      page: 'embed' as const,
      view: listView(options, found),
    }))
    const html = inLocale(locale, () => this.#screens.renderCareersPage(page))
    const headers = {
      'Content-Type': 'text/html; charset=UTF-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept, Accept-Encoding, Accept-Language',
      ...Object.fromEntries(pageHeaders(this.#screens.careersScriptHashes, '*', page)),
    }
    return { html, status: 200, organizationId: found.organizationId, headers }
  }

  #want(wanted: WantedPage): void {
    this.#wanted.set(keyOf(wanted), wanted)
  }

  /** A burst of changes makes them ready once. */
  #warmSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#warm(), WARM_AFTER_MS).unref()
  }

  async #warm(): Promise<void> {
    for (const [key, wanted] of this.#wanted) {
      if (this.#deps.closing.aborted) return
      // Another shop has changed something.
      if (this.#pages.has(key)) continue
      try {
        const { page } = await this.#read(wanted)
        await this.#pages.compress(page)
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
  const { page, headers } = await cache.read({ options, language })
  return sendBytes(c, page, headers)
}
