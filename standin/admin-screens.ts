// The screens of the store's admin that an app depends on: opening it in its frame, installing it, choosing it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import { consentPage } from './consent.ts'
import type { StandIn } from './options.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { page } from './page.ts'
import type { Shop } from './shops.ts'
import { hostOf, signQuery, signSessionToken } from './signatures.ts'

const bridge = readFileSync(path.join(import.meta.dirname, 'app-bridge.js'), 'utf8')

export function adminScreens({ app, shops }: StandIn): Hono {
  const signed = (shop: Shop, more: Record<string, string>) => {
    const query: Record<string, string> = {
      host: hostOf(shop.handle),
      shop: shop.domain,
      timestamp: String(Math.floor(Date.now() / 1000)),
      ...more,
    }
    return new URLSearchParams({ ...query, hmac: signQuery(query, app.secret) }).toString()
  }

  /** Opens the app of a store without it: the platform asks for permission, or sends a signed visit to the app. */
  const installVisit = (shop: Shop) =>
    app.isManaged
      ? `/store/${shop.handle}/oauth/install?client_id=${app.id}`
      : `${app.url}/?${signed(shop, {})}`
  const appPage = (shop: Shop) => `/store/${shop.handle}/apps/${app.id}`

  const frame = (shop: Shop, inside: string) => {
    const query = signed(shop, {
      embedded: '1',
      id_token: signSessionToken(app, shop),
      locale: 'en',
      session: 'demo',
    })
    return page(
      app.name,
      `<nav><strong>${escapeHtml(shop.name)}</strong> <a href="/store/${shop.handle}">Home</a></nav>
      <iframe title="${escapeHtml(app.name)}" src="${escapeHtml(`${app.url}/${inside}?${query}`)}"></iframe>
      <p role="status" id="toast"></p>
      <script>
        const frame = document.querySelector('iframe')
        const appOrigin = ${JSON.stringify(new URL(app.url).origin)}
        addEventListener('message', async (event) => {
          if (event.origin !== appOrigin || event.source !== frame.contentWindow) return
          const { demoStore, call, value } = event.data ?? {}
          if (demoStore === undefined) return
          const answer = (value) => frame.contentWindow.postMessage({ demoStore, value }, appOrigin)
          if (call === 'idToken') answer(await (await fetch('/store/${shop.handle}/id-token')).text())
          if (call === 'toast') { document.querySelector('#toast').textContent = value.message; answer(null) }
          if (call === 'scopes') answer({ result: 'declined-all' })
          if (call === 'go' && /^https?:/.test(value)) location.href = value
        })
      </script>`,
      { isWide: true },
    )
  }

  return new Hono()
    .get('/app-bridge.js', (c) =>
      c.body(bridge, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
    )
    .get('/oauth/install', (c) =>
      c.html(
        page(
          'Choose a store',
          `<h1>Choose a store</h1><ul>${shops
            .list()
            .map(
              (shop) =>
                `<li><a href="${escapeHtml(installVisit(shop))}">${escapeHtml(shop.name)}</a></li>`,
            )
            .join('')}</ul>`,
        ),
      ),
    )
    .get('/store/:handle', (c) => {
      const shop = shops.findByHandle(c.req.param('handle'))
      if (!shop) return c.notFound()
      const pages = shop.pages.map(
        ({ handle, title }) =>
          `<li><a href="/${shop.domain}/pages/${escapeHtml(handle)}">${escapeHtml(title)}</a></li>`,
      )
      return c.html(
        page(
          shop.name,
          `<h1>${escapeHtml(shop.name)}</h1>
          <p><a href="/store/${shop.handle}/apps/${app.id}">${escapeHtml(app.name)}</a> · <a href="/${shop.domain}">Online store</a></p>
          <h2>Pages</h2><ul>${pages.join('') || '<li>None yet</li>'}</ul>`,
        ),
      )
    })
    .get('/store/:handle/id-token', (c) => {
      const shop = shops.findByHandle(c.req.param('handle'))
      return shop ? c.text(signSessionToken(app, shop)) : c.notFound()
    })
    .get('/store/:handle/oauth/install', (c) => {
      const shop = shops.findByHandle(c.req.param('handle'))
      if (!shop || c.req.query('client_id') !== app.id) return c.notFound()
      if (!app.isManaged) return c.redirect(installVisit(shop))
      const has = shop.install?.scopes ?? []
      // Not asked again when all scopes were granted before.
      if (shop.install && app.scopes.every((one) => has.includes(one))) {
        return c.redirect(appPage(shop))
      }
      return c.html(consentPage(app, shop, app.scopes, { action: installVisit(shop) }))
    })
    .post('/store/:handle/oauth/install', (c) => {
      const shop = shops.findByHandle(c.req.param('handle'))
      if (!shop || !app.isManaged) return c.notFound()
      const { scopes = [], ...kept } = shop.install ?? {
        installed_at: new Date().toISOString(),
        access_tokens: {},
        refresh_tokens: {},
      }
      shop.install = { ...kept, scopes: [...new Set([...scopes, ...app.scopes])] }
      shops.keep()
      return c.redirect(appPage(shop))
    })
    .get('/store/:handle/apps/:client', (c) => {
      const shop = shops.findByHandle(c.req.param('handle'))
      if (!shop || c.req.param('client') !== app.id) return c.notFound()
      return shop.install ? c.html(frame(shop, '')) : c.redirect(installVisit(shop))
    })
    .get('/store/:handle/apps/:client/:inside{.+}', (c) => {
      const shop = shops.findByHandle(c.req.param('handle'))
      if (!shop || c.req.param('client') !== app.id) return c.notFound()
      return shop.install
        ? c.html(frame(shop, c.req.param('inside')))
        : c.redirect(installVisit(shop))
    })
    .get('/:shop/admin/oauth/install', (c) => {
      const shop = shops.find(c.req.param('shop'))
      return shop ? c.redirect(installVisit(shop)) : c.notFound()
    })
    .get('/:shop/admin', (c) => {
      const shop = shops.find(c.req.param('shop'))
      return shop ? c.redirect(`/store/${shop.handle}`) : c.notFound()
    })
}
