// The shop for its customers: a theme around the pages that apps have written. A language's folder: shopify.dev/docs/storefronts/themes/markets/
// multiple-currencies-languages; five letters ('en-latam') are reported.
import { Hono, type Context } from 'hono'
import type { StandIn } from './options.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import type { Shop } from './shops.ts'
import { blockMarkup, hasBlock, rootOf, templateOf, type Place } from './theme.ts'

const style = `
:root { color-scheme: light }
body { margin: 0; font: 17px/27px Georgia, serif; color: #2b2622; background: #fff }
.mark { background: #303030; color: #fff; font: 13px/20px system-ui, sans-serif; padding: 6px 16px }
header, main, footer { max-width: 880px; margin: 0 auto; padding: 20px }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: baseline; border-bottom: 1px solid #e6e0d8 }
header strong { font-size: 24px } a { color: inherit }
h1, h2, h3 { line-height: 1.25 }
footer { border-top: 1px solid #e6e0d8; color: #6b635b; font-size: 15px }
iframe { width: 100%; border: 0 }
`

/** A language besides the first has a folder of its own: '/de'. */
export const LANGUAGE = ':language{[a-z]{2}(-[a-z]{2,5})?}'

/** What the address says of a visit. */
export function visitOf(c: Context): Pick<Place, 'language' | 'prefix' | 'canonical'> {
  const folder = c.req.param('language')
  const { origin, pathname } = new URL(c.req.url)
  return {
    language: c.req.query('locale') ?? folder ?? 'en',
    ...(folder && { prefix: `/${folder}` }),
    canonical: origin + pathname,
  }
}

const home: Place = { template: { name: 'index', suffix: null } }

/** A page of the shop, with the header and the footer of its theme. */
export function themed(
  { app }: StandIn,
  shop: Shop,
  title: string,
  content: string,
  place: Place = home,
): string {
  const base = rootOf(shop, place)
  const links = shop.pages
    .filter((page) => page.is_published)
    .map(
      (page) => `<a href="${base}/pages/${escapeHtml(page.handle)}">${escapeHtml(page.title)}</a>`,
    )
  return `<!doctype html>
<html lang="${escapeHtml(place.language ?? 'en')}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title && `${escapeHtml(title)} – `}${escapeHtml(shop.name)}</title>${
    place.description ? `<meta name="description" content="${escapeHtml(place.description)}">` : ''
  }${
    place.canonical ? `<link rel="canonical" href="${escapeHtml(place.canonical)}">` : ''
  }<style>${style}</style></head>
<body><div class="mark">Demo store. This is not Shopify; it stands in for it.</div>
<header><strong><a href="${base}">${escapeHtml(shop.name)}</a></strong><nav>${links.join(' ')}</nav></header>
<main>${content}</main>
<footer>${escapeHtml(shop.name)}, ${escapeHtml(shop.email)}</footer>
${blockMarkup(app, shop, 'careers-embed', place)}
</body></html>`
}
export function storefront(standIn: StandIn): Hono {
  const { app, shops } = standIn
  const closed = (shop: Shop) =>
    themed(standIn, shop, 'Opening soon', '<h1>Opening soon</h1><p>Password</p>')

  const front = (c: Context) => {
    const shop = shops.find(c.req.param('shop') ?? '')
    if (!shop) return c.notFound()
    if (shop.is_password_protected) return c.html(closed(shop))
    const products = shop.products.filter(({ status }) => status === 'ACTIVE')
    const items = products.map(({ title }) => `<li>${escapeHtml(title)}</li>`).join('')
    const content = `<h1>${escapeHtml(shop.name)}</h1><ul>${items}</ul>`
    return c.html(themed(standIn, shop, 'Home', content, { ...home, ...visitOf(c) }))
  }
  const ownPage = (c: Context) => {
    const shop = shops.find(c.req.param('shop') ?? '')
    if (!shop) return c.notFound()
    if (shop.is_password_protected) return c.html(closed(shop))
    const wanted = c.req.param('handle') ?? ''
    const page = shop.pages.find(({ handle, is_published: is }) => is && handle === wanted)
    const moved = shop.redirects?.[wanted]
    if (!page && moved) {
      return c.redirect(`/${shop.domain}/pages/${encodeURIComponent(moved)}`, 301)
    }
    if (!page) return c.html(themed(standIn, shop, 'Not found', '<h1>Page not found</h1>'), 404)
    // The body is the app's HTML, unchanged, as on the platform.
    const isDesign = c.req.query('design') === '1'
    const place = { template: templateOf(shop, page), page, isDesign, ...visitOf(c) }
    const block = hasBlock(shop, place.template) ? blockMarkup(app, shop, 'careers', place) : ''
    const content = `<h1>${escapeHtml(page.title)}</h1>${page.body}${block}`
    return c.html(themed(standIn, shop, page.title, content, place))
  }
  return new Hono()
    .get('/:shop', front)
    .get(`/:shop/${LANGUAGE}`, front)
    .get('/:shop/pages/:handle', ownPage)
    .get(`/:shop/${LANGUAGE}/pages/:handle`, ownPage)
}
