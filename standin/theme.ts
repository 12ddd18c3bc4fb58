// The app's blocks in a shop's theme: the deployed files of the theme extension, with their Liquid evaluated.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import type { App, StandIn } from './options.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { page } from './page.ts'
import type { Blocks, BlockSettings, Shop } from './shops.ts'

type Block = keyof Blocks
type Schema = {
  javascript: string
  stylesheet: string
  settings: { id: string; default?: string | boolean }[]
}

/** The page of the theme with the app block. */
export const THEME_PAGE = 'work-with-us'

const read = (file: string) =>
  readFileSync(path.join(import.meta.dirname, '..', 'extensions/careers-widget', file), 'utf8')

function readBlock(name: Block) {
  const source = read(`blocks/${name}.liquid`)
  const [, json = ''] = /\{% schema %\}([\s\S]*?)\{% endschema %\}/.exec(source) ?? []
  return { source, schema: JSON.parse(json) as Schema }
}

const blocks = { careers: readBlock('careers'), 'careers-embed': readBlock('careers-embed') }
const texts = (
  JSON.parse(read('locales/en.default.json')) as { careers: { title: string; close: string } }
).careers
const assets: Readonly<Record<string, { type: string; content: string }>> = {
  'careers.js': { type: 'text/javascript', content: read('assets/careers.js') },
  'careers.css': { type: 'text/css', content: read('assets/careers.css') },
}

const defaultsOf = ({ settings }: Schema): BlockSettings =>
  Object.fromEntries(settings.map(({ id, default: value = '' }) => [id, value]))

/**
 * Not a Liquid engine: it replaces the exact expressions of the two blocks, so a changed block needs a change here. '' when the
 * merchant has not added the block to the theme.
 */
export function blockMarkup(app: App, shop: Shop, name: Block): string {
  const settings = shop.blocks?.[name]
  if (!settings) return ''
  const { source, schema } = blocks[name]
  const title = escapeHtml(texts.title.replace('{{ shop }}', shop.name))
  const values: Record<string, string> = {
    'app | strip': app.url,
    'shop.permanent_domain | url_encode': encodeURIComponent(shop.domain),
    "'careers.title' | t: shop: shop.name | escape": title,
    "'careers.close' | t | escape": escapeHtml(texts.close),
    'block.shopify_attributes': '',
    'request.locale.iso_code | url_encode': 'en',
  }
  for (const [id, value] of Object.entries({ ...defaultsOf(schema), ...settings })) {
    values[`block.settings.${id}`] = String(value)
    values[`block.settings.${id} | escape`] = escapeHtml(String(value))
    values[`block.settings.${id} | remove: '#'`] = String(value).replaceAll('#', '')
  }
  const markup = source
    .replace(/\{% (comment|schema|capture)[\s\S]*?\{% end\1 %\}/g, '')
    .replace(
      /\{% if (block\.settings\.\w+) != blank %\}(.*?)\{% endif %\}/g,
      (_, setting: string, then: string) => (values[setting] ? then : ''),
    )
    .replace(/\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
      const value = values[expression]
      if (value === undefined) throw new Error(`${name}.liquid: {{ ${expression} }} is not known`)
      return value
    })
  if (markup.includes('{%')) throw new Error(`${name}.liquid holds a tag that is not known`)
  return `<link rel="stylesheet" href="/cdn/extensions/${schema.stylesheet}">${markup}
<script src="/cdn/extensions/${schema.javascript}" defer></script>`
}

/** The block that the theme editor opens, by the platform's names for the two parameters. */
function wantedBlock(app: App, query: Record<string, string>): Block | undefined {
  if (query.addAppBlockId === `${app.id}/careers`) return 'careers'
  return query.activateAppId === `${app.id}/careers-embed` ? 'careers-embed' : undefined
}

export function themeRoutes({ app, shops }: StandIn): Hono {
  const editor = '/store/:handle/themes/current/editor'
  return new Hono()
    .get('/cdn/extensions/:file', (c) => {
      const asset = assets[c.req.param('file')]
      if (!asset) return c.notFound()
      return c.body(asset.content, 200, { 'Content-Type': `${asset.type}; charset=utf-8` })
    })
    .get(editor, (c) => {
      const shop = shops.findByHandle(c.req.param('handle'))
      const block = wantedBlock(app, c.req.query())
      if (!shop || !block || !shop.install) return c.notFound()
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
      shop.blocks = { ...shop.blocks, [block]: {} }
      shops.keep()
      const shown = block === 'careers' ? `/pages/${THEME_PAGE}` : ''
      return c.redirect(`/${shop.domain}${shown}`, 303)
    })
}
