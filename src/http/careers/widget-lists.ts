// The widget's first page, cached as finished bytes: most visitors of a store only ever see this one.
import { widgetHref, type WidgetOptions } from '#domain/careers/widget.ts'
import type { Deps } from '#features/deps.ts'
import type { PublicLists } from '#features/jobs/public-lists.ts'
import { languageOf } from '#domain/texts/languages.ts'
import { DEFAULT_LOCALE, inLocale, preferredLocale, type Locale } from '#domain/texts/locale.ts'
import { pageHeaders } from '../verification/verification-pages.ts'
import type { Ctx, Screens } from '../context.ts'
import { listView } from './widget-steps.ts'
import { sendBytes } from '../pages/compressed-page.ts'
import { PageCache, type Rendered } from './page-cache.ts'

export type SendWidgetList = (c: Ctx, options: WidgetOptions) => Promise<Response>

/** `lists`: one shop's list serves all its colours and styles. */
export function widgetLists(deps: Deps, screens: Screens, lists: PublicLists): SendWidgetList {
  const pages = new PageCache(deps)

  /** `language`: null when only the shop's language applies. */
  async function render(options: WidgetOptions, language: Locale | null): Promise<Rendered> {
    const found = await lists.read(options)
    const locale = language ?? languageOf(found.language) ?? DEFAULT_LOCALE
    const page = inLocale(locale, () => ({
      page: 'embed' as const,
      view: listView(options, found),
    }))
    const html = inLocale(locale, () => screens.renderCareersPage(page))
    const headers = {
      'Content-Type': 'text/html; charset=UTF-8',
      'Cache-Control': 'no-cache',
      Vary: 'Accept, Accept-Encoding, Accept-Language',
      ...Object.fromEntries(pageHeaders(screens.careersScriptHashes, '*', page)),
    }
    return { html, status: 200, organizationId: found.organizationId, headers }
  }

  return async (c, options) => {
    const language = preferredLocale() ?? null
    const kept = await pages.read(
      `${language} ${widgetHref(options)}`,
      () => render(options, language),
      options.search !== null,
    )
    if (!kept) throw new Error('A list is always rendered')
    return sendBytes(c, kept.page, kept.headers)
  }
}
