// The app's extensions of the admin, on the page that each is for: their deployed files, in a sandbox like the platform's.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import type { StandIn } from './options.ts'
import { page } from './page.ts'
import { adminHandleOf, membersOf } from './shops.ts'

const folder = path.join(import.meta.dirname, '../extensions')
const host = readFileSync(path.join(import.meta.dirname, 'extension-host.js'), 'utf8')
const CUSTOMER_BLOCK = 'admin.customer-details.block.render'
const SEGMENT_ACTION = 'admin.customer-segment-details.action.render'

type Extension = { name: string; target: string; module: string }

/** As the configuration of each folder names them; a theme extension has no target. */
const extensions: readonly Extension[] = readdirSync(folder).flatMap((name) => {
  const toml = readFileSync(path.join(folder, name, 'shopify.extension.toml'), 'utf8')
  const valueOf = (key: string) => new RegExp(`^${key} = "(.*?)"`, 'm').exec(toml)?.[1]
  const [target, module] = [valueOf('target'), valueOf('module')]
  return target && module ? [{ name, target, module: path.posix.normalize(module) }] : []
})

/** In the merchant's language; the platform falls back to the file that is called default. */
function textsOf(name: string, locale: string): Record<string, string> {
  const locales = path.join(folder, name, 'locales')
  const files = readdirSync(locales)
  const file = files.find((one) => one === `${locale}.json`) ?? 'en.default.json'
  return JSON.parse(readFileSync(path.join(locales, file), 'utf8')) as Record<string, string>
}

const style = `
body { margin: 0; font: 14px/20px system-ui, sans-serif; color: #303030 }
s-admin-block { display: block; padding: 16px }
s-admin-block::before { content: attr(heading); display: block; font-weight: 600; margin-bottom: 8px }
s-stack { display: grid; gap: 8px } s-stack[direction=inline] { display: flex; flex-wrap: wrap; align-items: center }
s-link { color: #005bd3; cursor: pointer } s-text[color=subdued] { color: #616161 }
s-badge { padding: 2px 8px; border-radius: 8px; background: #e3e3e3; font-size: 12px }
s-paragraph { display: block }
s-banner { display: block; padding: 12px; border-radius: 8px; background: #e0f0ff }
s-banner[tone=warning] { background: #fff1e3 } s-banner[tone=success] { background: #cdfee1 }
s-spinner::before { content: attr(accessibilityLabel) }`

/** For the inside of a script element. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Answers the requests of a page's sandboxes to the admin around them. */
const bridgeTo = (at: string, appId: string) => `
  addEventListener('message', async ({ source, data }) => {
    const frame = [...document.querySelectorAll('iframe')].find((one) => one.contentWindow === source)
    if (!frame) return
    if (data?.call === 'go') location.href = data.value.replace(/^app:/, '${at}/apps/${appId}/')
    if (data?.call === 'close') frame.closest('dialog').close()
    if (data?.call !== 'idToken') return
    const value = await (await fetch('${at}/id-token')).text()
    source.postMessage({ id: data.id, value }, '*')
  })`

export function adminExtensionRoutes({ app, shops }: StandIn): Hono {
  const render = (extension: Extension, selected: string, locale: string) => {
    const settings = {
      appUrl: app.url,
      selected,
      target: extension.target,
      module: `/extensions/${extension.name}/${extension.module}`,
      locale,
      texts: textsOf(extension.name, locale),
    }
    return `<!doctype html><html lang="${escapeHtml(locale)}"><head><meta charset="utf-8"><style>${style}</style></head><body>
      <script type="application/json" id="extension">${inScript(settings)}</script>
      <script type="module" src="/extension-host.js"></script></body></html>`
  }
  return (
    new Hono()
      // A document without an origin may load scripts only from allowed addresses.
      .get('/extension-host.js', (c) =>
        c.body(host, 200, {
          'Content-Type': 'text/javascript; charset=utf-8',
          'Access-Control-Allow-Origin': '*',
        }),
      )
      .get('/extensions/:name/:module{.+}', (c) => {
        const { name, module } = c.req.param()
        const known = extensions.find((one) => one.name === name && one.module === module)
        if (!known) return c.notFound()
        return c.body(readFileSync(path.join(folder, name, module), 'utf8'), 200, {
          'Content-Type': 'text/javascript; charset=utf-8',
          'Access-Control-Allow-Origin': '*',
        })
      })
      .get('/store/:handle/customers/segments/:id/extensions/:name', (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        const extension = extensions.find(({ name }) => name === c.req.param('name'))
        if (!shop?.install || !extension) return c.notFound()
        const segment = `gid://shopify/Segment/${c.req.param('id')}`
        return c.html(render(extension, segment, c.req.query('locale') ?? 'en'))
      })
      .get('/store/:handle/customers/segments/:id', (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        const segment = shop?.segments?.find(({ id }) => id === c.req.param('id'))
        if (!shop || !segment) return c.notFound()
        const at = `/store/${adminHandleOf(shop)}`
        const locale = c.req.query('locale') ?? 'en'
        const actions = extensions.filter(({ target }) => target === SEGMENT_ACTION && shop.install)
        const buttons = actions.map(({ name }) => {
          const src = `${at}/customers/segments/${segment.id}/extensions/${name}?locale=${encodeURIComponent(locale)}`
          return `<button data-src="${escapeHtml(src)}">${escapeHtml(textsOf(name, locale).name ?? name)}</button>`
        })
        const people = membersOf(shop, segment).length
        const open = `
          const dialog = document.querySelector('dialog')
          for (const button of document.querySelectorAll('[data-src]')) {
            button.addEventListener('click', () => {
              dialog.querySelector('iframe').src = button.dataset.src
              dialog.showModal()
            })
          }`
        return c.html(
          page(
            segment.name,
            `<p class="store">${escapeHtml(shop.name)}</p><h1>${escapeHtml(segment.name)}</h1>
            <p>${people} customers</p><h2>Use segment</h2>${buttons.join('') || '<p>No actions</p>'}
            <dialog><iframe class="extension" sandbox="allow-scripts" title="${escapeHtml(app.name)}"></iframe></dialog>
            <script>${bridgeTo(at, app.id)};${open}</script>`,
          ),
        )
      })
      .get('/store/:handle/customers/:id/extensions/:name', (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        const extension = extensions.find(({ name }) => name === c.req.param('name'))
        if (!shop?.install || !extension) return c.notFound()
        const customer = `gid://shopify/Customer/${c.req.param('id')}`
        return c.html(render(extension, customer, c.req.query('locale') ?? 'en'))
      })
      .get('/store/:handle/customers/:id', (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        const customer = shop?.customers.find(({ id }) => id === c.req.param('id'))
        if (!shop || !customer) return c.notFound()
        const name = `${customer.first_name} ${customer.last_name}`
        const at = `/store/${adminHandleOf(shop)}`
        const locale = c.req.query('locale') ?? 'en'
        // An app that is not installed has no extensions here.
        const blocks = extensions
          .filter(({ target }) => target === CUSTOMER_BLOCK && shop.install)
          .map(
            (one) =>
              `<h2>${escapeHtml(app.name)}</h2><iframe class="extension" sandbox="allow-scripts" title="${escapeHtml(app.name)}" src="${at}/customers/${customer.id}/extensions/${one.name}?locale=${encodeURIComponent(locale)}"></iframe>`,
          )
        return c.html(
          page(
            name,
            `<p class="store">${escapeHtml(shop.name)}</p><h1>${escapeHtml(name)}</h1>
            <p>${customer.orders} orders</p>${blocks.join('')}<script>${bridgeTo(at, app.id)}</script>`,
          ),
        )
      })
  )
}
