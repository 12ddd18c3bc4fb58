// The app proxy: forwards requests for /apps/careers/… of a shop to the app, and puts its answer into the theme. What is forwarded, what is
// signed, and Liquid in the answer: shopify.dev/docs/apps/build/online-store/app-proxies. What is not documented there can be both here: the
// fields of `Proxying`.
import { Hono, type Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { App, StandIn } from './options.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { registeredProxy } from './registration.ts'
import type { Customer, Proxying, Shop } from './shops.ts'
import { signProxyQuery } from './signatures.ts'
import { LANGUAGE, themed, visitOf } from './storefront.ts'
import { renderInTheme } from './theme.ts'

const CUSTOMER_COOKIE = 'customer'
/** The parts of a request that the platform forwards; never cookies (documented). Which other headers come is a guess. */
const HEADERS = ['accept', 'accept-language', 'content-type', 'content-length', 'user-agent']

/** The customer who is signed in to the shop in this browser. */
function customerOf(c: Context, shop: Shop): Customer | undefined {
  const id = getCookie(c, CUSTOMER_COOKIE)
  return shop.customers.find((customer) => customer.id === id)
}

const proxyPathOf = ({ proxy_path: path }: Shop): string => path ?? registeredProxy.path

/**
 * The path below the app's address. With a slash at its end: "which is the case for app proxy loads" (Shopify/shopify-app-js, pull request 710), and
 * Shopify's library adds one to every link and form of a page (`processLiquidBody` in its `appProxy/authenticate.ts`).
 */
function forwardedPath(rest: string, { keeps_path: isKept, escapes }: Proxying = {}): string {
  const path = isKept || rest.endsWith('/') ? rest : `${rest}/`
  return escapes ? path.replaceAll('-', '%2D').replace(/\/$/, '%2F') : path
}

/** The address at the app, signed. Parameters that the visitor sent stay in it, whatever their names are. */
function addressAtApp(
  app: App,
  visited: URL,
  { shop, prefix, customer }: { shop: Shop; prefix: string; customer: Customer | undefined },
): string {
  const path = proxyPathOf(shop)
  const here = `/${shop.domain}${prefix}${path}`
  const query = new URLSearchParams(visited.search)
  query.append('shop', shop.domain)
  query.append('logged_in_customer_id', customer?.id ?? '')
  // Not documented for a shop's other languages.
  query.append('path_prefix', (shop.proxy?.tells_folder ? prefix : '') + path)
  query.append('timestamp', String(Math.floor(Date.now() / 1000)))
  query.append('signature', signProxyQuery(query, app.secret))
  const rest = forwardedPath(visited.pathname.slice(here.length), shop.proxy)
  return `${app.url}${registeredProxy.url}${rest}?${query}`
}

export function proxyRoutes(standIn: StandIn): Hono {
  const { app, shops } = standIn
  const pass = async (c: Context) => {
    const shop = shops.find(c.req.param('shop') ?? '')
    if (!shop) return c.notFound()
    const notFound = () =>
      c.html(themed(standIn, shop, 'Not found', '<h1>Page not found</h1>'), 404)
    const visit = visitOf(c)
    const { prefix = '' } = visit
    const below = `/${shop.domain}${prefix}${proxyPathOf(shop)}`
    const isHere = `${new URL(c.req.url).pathname}/`.startsWith(`${below}/`)
    if (!shop.install || shop.is_password_protected || !isHere) return notFound()
    const customer = customerOf(c, shop)
    const headers = new Headers({ 'X-Forwarded-For': '127.0.0.1' })
    for (const name of shop.proxy?.tells_referrer ? [...HEADERS, 'referer'] : HEADERS) {
      const value = c.req.header(name)
      if (value) headers.set(name, value)
    }
    const body = c.req.method === 'POST' ? await c.req.raw.arrayBuffer() : undefined
    if (body && body.byteLength > (shop.proxy?.largest_form ?? Infinity)) {
      return c.html('<h1>413 Request Entity Too Large</h1>', 413)
    }
    const address = addressAtApp(app, new URL(c.req.url), { shop, prefix, customer })
    const answer = await fetch(address, {
      method: c.req.method,
      headers,
      // The platform follows a redirect itself (reported), without a signature (a guess): the app must not need one.
      redirect: 'error',
      ...(body && { body }),
    }).catch(() => undefined)
    if (!answer) return c.html(themed(standIn, shop, 'Error', '<h1>Something went wrong</h1>'), 502)
    const type = answer.headers.get('content-type') ?? 'text/plain'
    const text = await answer.text()
    const status = answer.status as 200
    // Reported by several public apps of whatever is not 2xx; others see their answer passed on.
    if (!answer.ok && shop.proxy?.replaces_errors) {
      const words = '<p>There was an error in the third-party application.</p>'
      return c.html(themed(standIn, shop, 'Error', words), status)
    }
    // Without Set-Cookie: the platform keeps an app's cookies from the shop's visitors.
    if (!type.startsWith('application/liquid'))
      return c.body(text, status, { 'Content-Type': type })
    const place = {
      template: { name: 'index', suffix: null },
      ...visit,
      // Without a folder the theme is in the shop's first language; here it follows what the page is in.
      language: visit.prefix ? visit.language : (c.req.query('lang') ?? 'en'),
    } as const
    const { content, title, description } = renderInTheme(shop, text, place)
    return c.html(themed(standIn, shop, title, content, { ...place, description }), status)
  }
  return new Hono()
    .all(`/:shop${registeredProxy.path}`, pass)
    .all(`/:shop${registeredProxy.path}/*`, pass)
    .all(`/:shop/${LANGUAGE}${registeredProxy.path}`, pass)
    .all(`/:shop/${LANGUAGE}${registeredProxy.path}/*`, pass)
    .all('/:shop/community/*', pass)
    .route('/', signInRoutes(standIn))
}

/** The shop's own sign-in, with parameters that are reported, not documented (`return_url`, `return_to`): classic accounts on a page of the theme, newer ones on one of the platform. */
function signInRoutes(standIn: StandIn): Hono {
  const { shops } = standIn
  const ask = (c: Context) => {
    const shop = shops.find(c.req.param('shop') ?? '')
    if (!shop) return c.notFound()
    const form = `<h1>Sign in</h1><form method="post"><label>Email <input name="email" type="email" required></label> <button>Sign in</button></form>`
    return c.html(themed(standIn, shop, 'Sign in', form))
  }
  const enter = (back: string) => async (c: Context) => {
    const shop = shops.find(c.req.param('shop') ?? '')
    const { email = '' } = await c.req.parseBody<{ email?: string }>()
    const customer = shop?.customers.find((one) => one.email === email)
    if (!shop || !customer) return c.html(`<p>No customer ${escapeHtml(email)}</p>`, 404)
    setCookie(c, CUSTOMER_COOKIE, customer.id, { path: `/${shop.domain}`, sameSite: 'Lax' })
    const isNew = shop.customer_accounts === 'new'
    // With newer accounts the classic page's parameter counts for nothing.
    const to = isNew === (back === 'return_to') ? c.req.query(back) : undefined
    const isInShop = to?.startsWith(`/${shop.domain}/`)
    return c.redirect(to && isInShop ? to : `/${shop.domain}`, 303)
  }
  const routes = new Hono()
  for (const path of ['/:shop/account/login', `/:shop/${LANGUAGE}/account/login`]) {
    routes.get(path, ask).post(path, enter('return_url'))
  }
  const path = '/:shop/customer_authentication/login'
  return routes.get(path, ask).post(path, enter('return_to'))
}
