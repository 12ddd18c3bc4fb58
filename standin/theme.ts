// The app's blocks in a shop's theme: the deployed files of the theme extension, rendered by a Liquid engine. Schema, settings, targets and
// what a block may load: shopify.dev/docs/apps/build/online-store/theme-app-extensions/configuration; objects: shopify.dev/docs/api/liquid.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import { Context, Liquid, TokenKind, type TagToken } from 'liquidjs'
import type { App, StandIn } from './options.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { liquidMetafields } from './metafields.ts'
import { page } from './page.ts'
import { adminHandleOf, type Blocks, type BlockSettings, type Page, type Shop } from './shops.ts'

type Block = keyof Blocks
type Schema = {
  name: string
  target: string
  javascript?: string
  stylesheet: string
  settings: { id: string; default?: string | boolean }[]
}

/** The template of a page: that of its suffix if the theme has it, otherwise the default one, which every page uses. */
export function templateOf(shop: Shop, page: Page): Place['template'] {
  const suffix = page.template_suffix
  const isThere = suffix !== null && shop.theme_templates?.includes(`page.${suffix}`)
  return { name: 'page', suffix: isThere ? suffix : null }
}

/** Whether the block is in this template. */
export const hasBlock = (shop: Shop, { name, suffix }: Place['template']): boolean =>
  (shop.careers_template ?? 'page') === (suffix ? `${name}.${suffix}` : name)

const folder = path.join(import.meta.dirname, '..', 'extensions/careers-widget')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

function readBlock(name: Block) {
  const source = read(`blocks/${name}.liquid`)
  const [, json = ''] = /\{% schema %\}([\s\S]*?)\{% endschema %\}/.exec(source) ?? []
  return { source, schema: JSON.parse(json) as Schema }
}

const blocks = { careers: readBlock('careers'), 'careers-embed': readBlock('careers-embed') }
const texts = JSON.parse(read('locales/en.default.json')) as Record<string, Record<string, string>>
const textsOf = (language: string) =>
  language === 'en'
    ? texts
    : (JSON.parse(read(`locales/${language}.json`)) as Record<string, Record<string, string>>)
const assets: Readonly<Record<string, { type: string; content: string }>> = {
  'careers.js': { type: 'text/javascript', content: read('assets/careers.js') },
  'careers-list.js': { type: 'text/javascript', content: read('assets/careers-list.js') },
  'careers.css': { type: 'text/css', content: read('assets/careers.css') },
}

const defaultsOf = ({ settings }: Schema): BlockSettings =>
  Object.fromEntries(settings.map(({ id, default: value = '' }) => [id, value]))

const snippets = Object.fromEntries(
  readdirSync(path.join(folder, 'snippets')).map((file) => [
    file.replace('.liquid', ''),
    read(`snippets/${file}`),
  ]),
)

/** The platform's Liquid as far as the blocks use it; an unknown filter or tag is an error. */
const liquid = new Liquid({ strictFilters: true, relativeReference: false, templates: snippets })
liquid.registerFilter('t', function (key: string, ...values: [string, unknown][]) {
  const [group = '', name = ''] = key.split('.')
  const { request } = this.context.getAll() as { request?: { locale: { iso_code: string } } }
  const text = textsOf(request?.locale.iso_code ?? 'en')[group]?.[name]
  if (text === undefined) throw new Error(`no text ${key}`)
  return liquid.parseAndRenderSync(text, Object.fromEntries(values))
})
liquid.registerFilter('asset_url', (file: string) => `/cdn/extensions/${file}`)
// Read for its settings, and not shown.
liquid.registerTag('schema', {
  parse(tag, rest) {
    for (let token = rest.shift(); token; token = rest.shift()) {
      if (token.kind === TokenKind.Tag && (token as TagToken).name === 'endschema') return
    }
    throw new Error(`${tag.getText()} has no end`)
  },
  render: () => '',
})

/** The document around a block. `page` is missing for pages that are not pages of the shop. */
export type Place = {
  template: { name: string; suffix: string | null }
  page?: Page
  /** The visitor's language; English by default. */
  language?: string
  /** '/de': where the shop has this language. */
  prefix?: string
  /** The address that search engines are told: without what is behind the question mark, as the platform's `canonical_url`. */
  canonical?: string
  description?: string
  /** In the theme editor. */
  isDesign?: boolean
}

/** The extension as App Bridge describes it: each block with its status in the published theme. */
export function themeExtension(shop: Shop) {
  // As @shopify/app-bridge-types documents a block ('template--product.alternate/main/my_app_product_rating_GPzUYy'), and its page an embed.
  const placed = {
    careers: `template--${shop.careers_template ?? 'page'}/main/storehand_careers_GPzUYy`,
    'careers-embed': 'theme',
  }
  return {
    handle: 'careers-widget',
    type: 'theme_app_extension',
    activations: (['careers', 'careers-embed'] as const).map((handle) => {
      const { name, target } = blocks[handle].schema
      const isActive = shop.blocks?.[handle] !== undefined
      return {
        handle,
        name,
        target,
        // A theme of the old kind takes embeds, but no block in a page.
        status:
          shop.has_old_theme && handle === 'careers'
            ? 'unavailable'
            : isActive
              ? 'active'
              : 'available',
        activations: isActive
          ? [{ target: placed[handle], themeId: 'gid://shopify/OnlineStoreTheme/1' }]
          : [],
      }
    }),
  }
}

/** '' when the merchant has not added the block to the theme. */
export function blockMarkup(app: App, shop: Shop, name: Block, place: Place): string {
  const given = shop.blocks?.[name]
  if (!given) return ''
  const { source, schema } = blocks[name]
  const settings: Record<string, unknown> = { ...defaultsOf(schema), ...given }
  // A setting of the type page gives the page itself.
  if (typeof settings.page === 'string') settings.page = { handle: settings.page }
  const { page, language = 'en' } = place
  // The deployed snippet contains the address where the app is registered; here it is this one.
  const root = rootOf(shop, place)
  // The objects of the platform are there in snippets too.
  const globals = {
    app: { metafields: liquidMetafields(shop) },
    shop: { name: shop.name, permanent_domain: shop.domain },
    template: place.template,
    routes: { root_url: root },
    request: {
      locale: { iso_code: language },
      design_mode: place.isDesign ?? false,
      path: page ? `${root}/pages/${page.handle}` : root,
    },
    page: page && {
      handle: page.handle,
      content: page.body,
      template_suffix: page.template_suffix,
    },
  }
  const markup = liquid.parseAndRenderSync(
    source.replace("{% render 'app-address' %}", app.url),
    { block: { settings, shopify_attributes: '' } },
    { globals },
  )
  return `<link rel="stylesheet" href="/cdn/extensions/${schema.stylesheet}">${wrapped(markup)}${
    schema.javascript
      ? `
<script src="/cdn/extensions/${schema.javascript}" defer></script>`
      : ''
  }`
}

/** The app's answer, rendered as a template with the shop's own values, and what it assigns to the names of the layout. */
export function renderInTheme(shop: Shop, source: string, place: Place) {
  const context = new Context({
    app: { metafields: liquidMetafields(shop) },
    shop: {
      name: shop.name,
      permanent_domain: shop.domain,
      customer_accounts_enabled: shop.customer_accounts !== 'none',
    },
    routes: {
      root_url: rootOf(shop, place),
      account_login_url: `${rootOf(shop, place)}/account/login`,
      storefront_login_url:
        shop.customer_accounts === 'new'
          ? `${rootOf(shop)}/customer_authentication/login?return_to=%2F&locale=en`
          : `${rootOf(shop, place)}/account/login`,
    },
    // The platform's object shop_locale: a folder is that of another language than the first.
    request: { locale: { iso_code: place.language ?? 'en', primary: !place.prefix } },
  })
  const content = String(liquid.renderSync(liquid.parse(source), context))
  const assigned = (name: string) => {
    const text = shop.proxy?.takes_title ? context.getSync([name]) : ''
    return typeof text === 'string' ? text : ''
  }
  return { content, title: assigned('page_title'), description: assigned('page_description') }
}

/** Of every address in the shop. Here a shop has a folder and not a domain; another language than the first is one more. */
export const rootOf = (shop: Shop, { prefix = '' }: Pick<Place, 'prefix'> = {}): string =>
  `/${shop.domain}${prefix}`

const wrapped = (markup: string) => `<div class="shopify-block shopify-app-block">${markup}</div>`

/** The block that the theme editor opens, by the platform's names for the two parameters. */
function wantedBlock(app: App, query: Record<string, string>): Block | undefined {
  if (query.addAppBlockId === `${app.id}/careers`) return 'careers'
  return query.activateAppId === `${app.id}/careers-embed` ? 'careers-embed' : undefined
}

/** The JSON templates that every theme has: a link to another one is an error in the theme editor. */
const defaultTemplates = ['index', 'page', 'product', 'collection', 'blog', 'article', 'cart']
const isThere = (shop: Shop, template: string): boolean =>
  defaultTemplates.includes(template) || (shop.theme_templates ?? []).includes(template)

export function themeRoutes({ app, shops }: StandIn): Hono {
  const editor = '/store/:handle/themes/current/editor'
  const templateMissing = page('Theme editor', '<h1>Template not found</h1>')
  return (
    new Hono()
      .get('/cdn/extensions/:file', (c) => {
        const asset = assets[c.req.param('file')]
        if (!asset) return c.notFound()
        return c.body(asset.content, 200, { 'Content-Type': `${asset.type}; charset=utf-8` })
      })
      // The documented address of links into the editor; the admin has it under a handle of its own.
      .get('/:domain/admin/themes/current/editor', (c) => {
        const shop = shops.find(c.req.param('domain'))
        if (!shop) return c.notFound()
        const { search } = new URL(c.req.url)
        return c.redirect(`/store/${adminHandleOf(shop)}/themes/current/editor${search}`)
      })
      .get(editor, (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        const block = wantedBlock(app, c.req.query())
        if (!shop || !block || !shop.install) return c.notFound()
        if (!isThere(shop, c.req.query('template') ?? 'index')) return c.html(templateMissing, 404)
        const title = block === 'careers' ? 'Add ‘Careers’ to a page' : 'Switch on ‘Careers button’'
        return c.html(
          page(
            'Theme editor',
            `<p class="store">${escapeHtml(shop.name)}</p><h1>${title}</h1>
          <form method="post"><button>Save</button></form>`,
          ),
        )
      })
      .post(editor, (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        const block = wantedBlock(app, c.req.query())
        if (!shop || !block || !shop.install) return c.notFound()
        const { template = 'index', previewPath = '' } = c.req.query()
        if (!isThere(shop, template)) return c.html(templateMissing, 404)
        shop.blocks = { ...shop.blocks, [block]: {} }
        if (block === 'careers') shop.careers_template = template
        shops.keep()
        // What the editor shows beside the settings.
        return c.redirect(`/${shop.domain}${previewPath}`, 303)
      })
  )
}
