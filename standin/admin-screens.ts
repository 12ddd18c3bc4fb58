// The screens of the store's admin that an app depends on: opening it in its frame, installing it, choosing it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Hono, type Context } from 'hono'
import { consentPage, scopeList } from './consent.ts'
import { framePage } from './frame-page.ts'
import type { StandIn } from './options.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { page } from './page.ts'
import { themeExtension } from './theme.ts'
import { adminHandleOf, signedInUser, type Shop } from './shops.ts'
import { hostOf, signQuery, signSessionToken } from './signatures.ts'
import { deliver } from './webhooks.ts'

const bridge = readFileSync(path.join(import.meta.dirname, 'app-bridge.js'), 'utf8')

async function sentScopes(c: Context): Promise<string> {
  const { optional_scopes: scopes } = await c.req.parseBody()
  return typeof scopes === 'string' ? scopes : ''
}

export function adminScreens(standIn: StandIn): Hono {
  const { app, shops } = standIn
  const signed = (shop: Shop, more: Record<string, string>) => {
    const query: Record<string, string> = {
      host: hostOf(shop),
      shop: shop.domain,
      timestamp: String(Math.floor(Date.now() / 1000)),
      ...more,
    }
    return new URLSearchParams({ ...query, hmac: signQuery(query, app.secret) }).toString()
  }

  /** What the platform adds when it opens the app in its frame (shopify.dev/docs/apps/build/authentication-authorization/set-embedded-app-authorization; `locale` and `session` reported). */
  const opened = (shop: Shop) => ({
    embedded: '1',
    id_token: signSessionToken(app, shop, { userId: signedInUser(shop).id }),
    locale: signedInUser(shop).locale ?? 'en',
    session: 'demo',
  })

  /** Opens the app of a store without it: the platform asks for permission, or sends a signed visit to the app. */
  const installVisit = (shop: Shop, optional = '') =>
    app.isManaged
      ? `/store/${adminHandleOf(shop)}/oauth/install?client_id=${app.id}${optional && `&optional_scopes=${optional}`}`
      : `${app.url}/?${signed(shop, {})}`
  const appPage = (shop: Shop) => `/store/${adminHandleOf(shop)}/apps/${app.id}`

  /** The requested optional scopes; undefined when the app's configuration does not have one of them. */
  function optionalOf(asked = ''): string[] | undefined {
    const wanted = asked.split(',').filter(Boolean)
    const known = [...app.scopes, ...app.optionalScopes]
    return wanted.every((one) => known.includes(one)) ? wanted : undefined
  }

  async function grant(shop: Shop, given: readonly string[]): Promise<void> {
    const former = shop.install
    shop.install = {
      ...(former ?? {
        installed_at: new Date().toISOString(),
        access_tokens: {},
        refresh_tokens: {},
      }),
      scopes: [...new Set([...(former?.scopes ?? []), ...given])],
    }
    shops.keep()
    if (former) await deliver(standIn, shop, { topic: 'app/scopes_update' })
  }

  return (
    new Hono()
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
        const segments = (shop.segments ?? []).map(
          ({ id, name }) =>
            `<li><a href="/store/${adminHandleOf(shop)}/customers/segments/${id}">${escapeHtml(name)}</a></li>`,
        )
        return c.html(
          page(
            shop.name,
            `<h1>${escapeHtml(shop.name)}</h1>
          <p><a href="/store/${adminHandleOf(shop)}/apps/${app.id}">${escapeHtml(app.name)}</a> · <a href="/${shop.domain}">Online store</a></p>
          <h2>Pages</h2><ul>${pages.join('') || '<li>None yet</li>'}</ul>
          <h2>Segments</h2><ul>${segments.join('') || '<li>None yet</li>'}</ul>`,
          ),
        )
      })
      .get('/store/:handle/id-token', (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        return shop
          ? c.text(signSessionToken(app, shop, { userId: signedInUser(shop).id }))
          : c.notFound()
      })
      // The answer of App Bridge to app.extensions().
      .get('/store/:handle/extensions', (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        return c.json(shop?.install ? [themeExtension(shop)] : [])
      })
      .get('/store/:handle/oauth/install', (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        if (!shop || c.req.query('client_id') !== app.id) return c.notFound()
        if (!app.isManaged) return c.redirect(installVisit(shop))
        const optional = optionalOf(c.req.query('optional_scopes'))
        if (!optional) return c.text('The app’s configuration does not have these scopes.', 400)
        const has = shop.install?.scopes ?? []
        const wanted = [...app.scopes, ...optional]
        // Not requested again when all scopes were granted before.
        if (shop.install && wanted.every((one) => has.includes(one))) {
          return c.redirect(appPage(shop))
        }
        const hidden = { optional_scopes: optional.join(',') }
        return c.html(consentPage(app, shop, wanted, { action: installVisit(shop), hidden }))
      })
      .post('/store/:handle/oauth/install', async (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        const optional = optionalOf(await sentScopes(c))
        if (!shop || !app.isManaged || !optional) return c.notFound()
        await grant(shop, [...app.scopes, ...optional])
        return c.redirect(appPage(shop))
      })
      // The app's requests from its frame, sent by the platform's script.
      .get('/store/:handle/scopes', (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        const optional = optionalOf(c.req.query('optional_scopes'))
        if (!shop?.install || !app.isManaged || !optional)
          return c.text('Not in the configuration', 400)
        return c.html(`<p>${escapeHtml(app.name)} asks for:</p><ul>${scopeList(optional)}</ul>`)
      })
      .post('/store/:handle/scopes', async (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        const optional = optionalOf(await sentScopes(c))
        if (!shop?.install || !app.isManaged || !optional) return c.notFound()
        await grant(shop, optional)
        return c.body(null, 204)
      })
      .get('/store/:handle/apps/:client', (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        if (!shop || c.req.param('client') !== app.id) return c.notFound()
        return shop.install
          ? c.html(framePage(standIn, shop, '', signed(shop, opened(shop))))
          : c.redirect(installVisit(shop))
      })
      .get('/store/:handle/apps/:client/:inside{.+}', (c) => {
        const shop = shops.findByHandle(c.req.param('handle'))
        if (!shop || c.req.param('client') !== app.id) return c.notFound()
        return shop.install
          ? c.html(
              framePage(
                standIn,
                shop,
                c.req.param('inside'),
                signed(shop, { ...c.req.query(), ...opened(shop) }),
              ),
            )
          : c.redirect(installVisit(shop))
      })
      .get('/:shop/admin/oauth/install', (c) => {
        const shop = shops.find(c.req.param('shop'))
        return shop ? c.redirect(installVisit(shop, c.req.query('optional_scopes'))) : c.notFound()
      })
      .get('/:shop/admin', (c) => {
        const shop = shops.find(c.req.param('shop'))
        return shop ? c.redirect(`/store/${adminHandleOf(shop)}`) : c.notFound()
      })
  )
}
