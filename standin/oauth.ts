// Installs the app: the page for the merchant, the signed callback, and the tokens. Beside each answer stands where it is from: D is
// documented, P reported by others, G a guess.
import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { consentPage } from './consent.ts'
import type { StandIn } from './options.ts'
import { escapeHtml } from '#domain/texts/escape-html.ts'
import { page } from './page.ts'
import { registeredRedirects } from './registration.ts'
import { newToken, takeFault, userOf, type Install, type Shop } from './shops.ts'
import { hostOf, readSessionToken, signQuery } from './signatures.ts'

const MINUTE = 60_000
// D: 60 minutes (shopify.dev/changelog/offline-access-tokens-now-support-expiry-and-refresh), and 90 days
// (shopify.dev/docs/apps/build/authentication-authorization/access-tokens/offline-access-tokens).
const ACCESS_TOKEN_MS = 60 * MINUTE
const REFRESH_TOKEN_MS = 90 * 24 * 60 * MINUTE
// G.
const CODE_MS = MINUTE

// D: as long as the user's session in the admin, at most a day.
const ONLINE_TOKEN_SECONDS = 24 * 3600
// D: shopify.dev/docs/apps/build/authentication-authorization/access-tokens/token-exchange.
const TOKEN_TYPE = {
  offline: 'urn:shopify:params:oauth:token-type:offline-access-token',
  online: 'urn:shopify:params:oauth:token-type:online-access-token',
}

type Code = { domain: string; scopes: string[]; ends: number }

const listOf = (scopes: string) => scopes.split(',').filter((scope) => scope !== '')

export function oauthRoutes(standIn: StandIn): Hono {
  const { app, shops } = standIn
  const codes = new Map<string, Code>()

  /** Redirects to the app, signed like the platform (D: shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant); a fault may damage one part. */
  function callbackAddress(shop: Shop, to: string, state: string, scopes: string[]): string {
    const code = randomBytes(16).toString('hex')
    codes.set(code, { domain: shop.domain, scopes, ends: Date.now() + CODE_MS })
    const query: Record<string, string> = {
      code,
      host: hostOf(shop),
      shop: shop.domain,
      state,
      timestamp: String(Math.floor(Date.now() / 1000)),
    }
    const kind = takeFault(shop, 'callback')?.kind
    if (kind === 'state') query.state = randomBytes(32).toString('hex')
    if (kind === 'timestamp') query.timestamp = String(Number(query.timestamp) - 3600)
    if (kind === 'shop') query.shop = 'shop.evil.example'
    if (kind === 'host') query.host = Buffer.from('evil.example/store/x').toString('base64')
    query.hmac = signQuery(query, app.secret)
    if (kind === 'hmac') query.hmac = query.hmac.replace(/./g, 'a')
    const address = new URL(to)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    return address.href
  }

  /** The merchant refuses: the app gets a signed callback without a code (G: documented is only OAuth's own `access_denied`). */
  function refusalAddress(shop: Shop, to: string, state: string): string {
    const query: Record<string, string> = {
      error: 'access_denied',
      error_description: 'The merchant did not agree',
      host: hostOf(shop),
      shop: shop.domain,
      state,
      timestamp: String(Math.floor(Date.now() / 1000)),
    }
    query.hmac = signQuery(query, app.secret)
    const address = new URL(to)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    return address.href
  }

  const refuse = (c: Context, text: string) =>
    c.html(
      page('Demo store', `<h1>This app cannot be installed</h1><p>${escapeHtml(text)}</p>`),
      400,
    )

  return new Hono()
    .get('/:shop/admin/oauth/authorize', (c) => {
      const shop = shops.find(c.req.param('shop'))
      if (!shop) return c.notFound()
      const { client_id: client, scope = '', redirect_uri: to = '', state = '' } = c.req.query()
      if (client !== app.id) return refuse(c, 'There is no app with this client id.')
      if (!isRegistered(app.url, to)) return refuse(c, NOT_REGISTERED)
      // An installation that the platform manages uses the scopes of the app's configuration: those of the URL are
      // ignored (D: shopify.dev/docs/apps/build/authentication-authorization/app-installation/manage-access-scopes).
      const wanted = app.isManaged ? app.scopes : listOf(scope)
      const unknown = wanted.filter((one) => !/^(?:unauthenticated_)?(?:read|write)_\w+$/.test(one))
      if (unknown.length > 0) return refuse(c, `Unknown scopes: ${unknown.join(', ')}`)
      const has = shop.install?.scopes ?? []
      // Not requested again when all scopes were granted before.
      if (shop.install && wanted.every((one) => has.includes(one))) {
        return c.redirect(callbackAddress(shop, to, state, has))
      }
      const hidden = { scope: wanted.join(','), redirect_uri: to, state }
      const cancel = refusalAddress(shop, to, state)
      return c.html(consentPage(app, shop, wanted, { action: 'grant', hidden, cancel }))
    })
    .post('/:shop/admin/oauth/grant', async (c) => {
      const shop = shops.find(c.req.param('shop'))
      if (!shop) return c.notFound()
      const form = await c.req.parseBody()
      const text = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
      const to = text('redirect_uri')
      if (!isRegistered(app.url, to)) return refuse(c, NOT_REGISTERED)
      const scopes = app.isManaged
        ? [...new Set([...(shop.install?.scopes ?? []), ...app.scopes])]
        : listOf(text('scope'))
      return c.redirect(callbackAddress(shop, to, text('state'), scopes))
    })
    .post('/:shop/admin/oauth/access_token', async (c) => {
      const shop = shops.findInternal(c.req.param('shop'))
      if (!shop) return c.json({ error: 'Not Found' }, 404)
      const fault = takeFault(shop, 'token')
      if (fault) return standIn.fail(c, fault)
      const body = await readBody(c)
      const secrets = [app.secret, ...(app.otherSecrets ?? [])]
      if (body.client_id !== app.id || !secrets.includes(body.client_secret ?? '')) {
        // The words of all these refusals are a guess; the errors are OAuth's (RFC 6749, 5.2).
        return c.json({ error: 'invalid_client', error_description: 'Client not recognised.' }, 401)
      }
      const expiring = body.expiring === '1' || body.expiring === 'true'
      if (body.grant_type === 'refresh_token') return refresh(c, shop, body.refresh_token ?? '')
      if (body.grant_type === 'urn:ietf:params:oauth:grant-type:token-exchange') {
        return exchangeSession(c, shop, body, expiring)
      }
      const code = codes.get(body.code ?? '')
      codes.delete(body.code ?? '')
      if (!code || code.domain !== shop.domain || code.ends < Date.now()) {
        const error_description = 'The authorization code was not found or was already used'
        return c.json({ error: 'invalid_request', error_description }, 400)
      }
      shop.install = {
        scopes: code.scopes,
        installed_at: new Date().toISOString(),
        access_tokens: {},
        refresh_tokens: {},
        ...(shop.install?.metafields && { metafields: shop.install.metafields }),
      }
      return c.json(issue(shop.install, expiring))
    })

  /** Installs the app when its page is opened, as with installations managed by the platform. */
  function exchangeSession(
    c: Context,
    shop: Shop,
    body: Record<string, string>,
    expiring: boolean,
  ) {
    const proven = readSessionToken(app, body.subject_token ?? '')
    // D: 400 for a session token that is expired or invalid.
    if (proven?.domain !== shop.domain) {
      const error_description = 'The subject token is invalid or has expired'
      return c.json({ error: 'invalid_subject_token', error_description }, 400)
    }
    if (!shop.install) return c.json({ error: 'app_not_installed' }, 400)
    const kind = body.requested_token_type ?? TOKEN_TYPE.offline
    if (kind === TOKEN_TYPE.offline) return c.json(issue(shop.install, expiring))
    const user = userOf(shop, proven.userId)
    if (kind !== TOKEN_TYPE.online || !user) return c.json({ error: 'invalid_request' }, 400)
    const scope = shop.install.scopes.join(',')
    // An online token belongs to the user: it expires with their session in the admin, and has no refresh token.
    return c.json({
      access_token: newToken('shpua'),
      scope,
      expires_in: ONLINE_TOKEN_SECONDS,
      associated_user_scope: scope,
      associated_user: { collaborator: false, ...user, id: Number(user.id), locale: 'en' },
    })
  }

  function refresh(c: Context, shop: Shop, token: string) {
    const install = shop.install
    const known = install?.refresh_tokens[token]
    const successor = known?.replaced_by ? install?.refresh_tokens[known.replaced_by] : undefined
    // A replaced token stays valid until the new one is used, in case that answer was lost (D: shopify.dev/changelog, 2026-08-28, 'More
    // resilient refreshes for expiring offline access tokens').
    const isSpent = known?.replaced_by && !successor
    if (!install || !known || known.ends < Date.now() || isSpent) {
      const error_description = 'This request requires an active refresh_token'
      return c.json({ error: 'invalid_grant', error_description }, 400)
    }
    for (const [older, one] of Object.entries(install.refresh_tokens)) {
      if (one.replaced_by === token) delete install.refresh_tokens[older]
    }
    const answer = issue(install, true)
    known.replaced_by = answer.refresh_token ?? null
    shops.keep()
    return c.json(answer)
  }

  function issue(install: Install, expiring: boolean) {
    const access_token = newToken('shpat')
    const ends = expiring ? Date.now() + ACCESS_TOKEN_MS : null
    install.access_tokens[access_token] = ends
    const scope = install.scopes.join(',')
    if (!expiring) {
      shops.keep()
      return { access_token, scope }
    }
    const refresh_token = newToken('shprt')
    install.refresh_tokens[refresh_token] = {
      ends: Date.now() + REFRESH_TOKEN_MS,
      replaced_by: null,
    }
    shops.keep()
    return {
      access_token,
      scope,
      expires_in: ACCESS_TOKEN_MS / 1000,
      refresh_token,
      refresh_token_expires_in: REFRESH_TOKEN_MS / 1000,
    }
  }
}

// P: the sentence in many reports.
const NOT_REGISTERED = 'The redirect_uri is not whitelisted'
const isRegistered = (appUrl: string, to: string) => registeredRedirects(appUrl).includes(to)

async function readBody(c: Context): Promise<Record<string, string>> {
  const text = await c.req.text()
  if (c.req.header('content-type')?.includes('json')) {
    const body = JSON.parse(text || '{}') as Record<string, unknown>
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
  }
  return Object.fromEntries(new URLSearchParams(text))
}
