// The code that a shop pastes into its own pages: the script element, or a plain frame with its listener.
import type { ThemeEditor } from '../store/store.ts'
import { escapeHtml } from '../texts/escape-html.ts'
import { t } from '../texts/text.ts'
import {
  WIDGET_HEIGHT,
  widgetHref,
  widgetMessages,
  type WidgetOptions,
  type WidgetStyle,
} from './widget.ts'

const LOADER_PATH = '/embed.js'

export const frameTitle = (shopName: string): string => t('careers.frameTitle', { shop: shopName })

type Snippet = {
  /** The product's URL, without a trailing slash. */
  appUrl: string
  shopName: string
  options: WidgetOptions
}

/** Pixels reserved from the first paint, so that nothing below jumps when the script inserts the frame. */
const ROOM: Readonly<Record<WidgetStyle, number>> = {
  full: WIDGET_HEIGHT.cap,
  widget: 400,
  button: 120,
}

/** The script creates the frame; when scripts are blocked the link remains. */
export function loaderSnippet({ appUrl, shopName, options }: Snippet): string {
  const given = [
    ['org', options.org],
    ['shop', options.shop],
    ['title', frameTitle(shopName)],
    ['style', options.style],
    ['theme', options.theme === 'light' ? null : options.theme],
    ['lang', options.lang],
    ['color', options.color],
    ['powered', options.powered ? null : 'false'],
    ['store', options.store],
  ].flatMap(([name, value]) => (value ? [`data-${name}="${escapeHtml(value)}"`] : []))
  const address = escapeHtml(appUrl + widgetHref(options))
  return [
    `<div style="min-height:${ROOM[options.style]}px">`,
    `<script src="${escapeHtml(appUrl + LOADER_PATH)}"`,
    `  ${given.join(' ')} async></script>`,
    `<noscript><a href="${address}">${escapeHtml(frameTitle(shopName))}</a></noscript>`,
    '</div>',
  ].join('\n')
}

/** For pages that allow no external script. Without its listener the frame keeps its height and scrolls. */
export function frameSnippet({ appUrl, shopName, options }: Snippet): string {
  return [
    `<iframe id="storehand" src="${escapeHtml(appUrl + widgetHref(options))}"`,
    `  title="${escapeHtml(frameTitle(shopName))}" loading="lazy"`,
    `  style="width:100%;height:${WIDGET_HEIGHT.cap}px;border:0"></iframe>`,
    '<script>',
    "addEventListener('message', function (event) {",
    "  var frame = document.getElementById('storehand')",
    '  if (event.source !== frame.contentWindow) return',
    `  if (event.origin !== '${appUrl}') return`,
    `  if (event.data.type !== '${widgetMessages.resize}') return`,
    "  frame.style.height = event.data.height + 'px'",
    `  event.source.postMessage({ type: '${widgetMessages.resizeAcknowledged}' }, event.origin)`,
    '})',
    '</script>',
  ].join('\n')
}

/**
 * The suffix of the theme's template for our pages. A theme without this template shows them in its default one, `page.json`, where the
 * block shows itself on pages of this suffix alone.
 */
export const PAGE_TEMPLATE = 'careers'

/** The two blocks of the theme extension, by the names of their files. */
export const themeBlocks = { page: 'careers', everyPage: 'careers-embed' } as const

/** The link that adds a block to the theme. `pageHandle`: the page of the shop that the editor shows beside it. */
export function themeEditorUrl(
  { url, client_id: client }: ThemeEditor,
  block: keyof typeof themeBlocks,
  pageHandle?: string,
): string {
  // Every published example has the slash as it is: https://shopify.dev/docs/apps/build/online-store/theme-app-extensions/configuration
  const name = `${client}/${themeBlocks[block]}`
  const query =
    block === 'page'
      ? // Every theme that takes blocks has this template. One that the theme lacks is an error there ('Template is not found').
        {
          template: 'page',
          addAppBlockId: name,
          target: 'newAppsSection',
          ...(pageHandle && { previewPath: `/pages/${pageHandle}` }),
        }
      : { context: 'apps', activateAppId: name }
  return `${url}?${Object.entries(query)
    .map(([key, value]) => `${key}=${value === name ? value : encodeURIComponent(value)}`)
    .join('&')}`
}
