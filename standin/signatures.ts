// The platform's signatures of queries, webhooks and session tokens, implemented from its documentation and without the
// library that the product uses.
import { createHmac, randomUUID } from 'node:crypto'
import { adminHandleOf, type Shop } from './shops.ts'

/** shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant: HMAC in hex over percent-encoded pairs in the order of their names, without the signature itself. */
export function signQuery(query: Record<string, string>, secret: string): string {
  const text = Object.entries(query)
    .filter(([name]) => name !== 'hmac' && name !== 'signature')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** As the proxy signs (shopify.dev/docs/apps/build/online-store/app-proxies/authenticate-app-proxies): HMAC in hex over `name=value` in the order of the names, with nothing between them; lists with commas. */
export function signProxyQuery(query: URLSearchParams, secret: string): string {
  const names = [...new Set(query.keys())].filter((name) => name !== 'signature').toSorted()
  const text = names.map((name) => `${name}=${query.getAll(name).join(',')}`).join('')
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** Base64 over the raw bytes of the body (shopify.dev/docs/apps/build/webhooks/verify-deliveries). */
export const signBody = (body: string, secret: string) =>
  createHmac('sha256', secret).update(body, 'utf8').digest('base64')

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What a session token says, for one minute (shopify.dev/docs/apps/build/authentication-authorization/session-tokens). */
export const sessionClaims = (
  app: { id: string },
  shop: { domain: string },
  { secondsToLive = 60, userId = '42' } = {},
) => {
  const now = Math.floor(Date.now() / 1000)
  return {
    iss: `https://${shop.domain}/admin`,
    dest: `https://${shop.domain}`,
    aud: app.id,
    sub: userId,
    exp: now + secondsToLive,
    nbf: now,
    iat: now,
    jti: randomUUID(),
    sid: randomUUID(),
  }
}

/** Any claims, signed as the platform signs those of the admin and those of its checkout. */
export function signClaims(claims: object, secret: string): string {
  const content = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

/** The session token that App Bridge gives to the app. */
export const signSessionToken = (
  app: { id: string; secret: string },
  shop: { domain: string },
  options: { secondsToLive?: number; userId?: string } = {},
): string => signClaims(sessionClaims(app, shop, options), app.secret)

/** The shop and the user of a session token; undefined when it is forged, for another app, expired or none of the admin. */
export function readSessionToken(
  app: { id: string; secret: string },
  token: string,
): { domain: string; userId: string } | undefined {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const right = createHmac('sha256', app.secret).update(`${head}.${claims}`).digest('base64url')
  if (right !== signature) return undefined
  const { aud, exp, nbf, iss, dest, sub, sid } = JSON.parse(
    Buffer.from(claims, 'base64url').toString(),
  ) as Partial<ReturnType<typeof sessionClaims>>
  const now = Date.now() / 1000
  if (aud !== app.id || !exp || exp < now || !nbf || nbf > now) return undefined
  if (!dest || iss !== `${dest}/admin` || !sub || !/^\d+$/.test(sub) || !sid) return undefined
  return { domain: new URL(dest).hostname, userId: sub }
}

/** `host` in the platform's format: base64 (documented) without padding (reported). */
export const hostOf = (shop: Shop) =>
  Buffer.from(`admin.shopify.com/store/${adminHandleOf(shop)}`)
    .toString('base64')
    .replaceAll('=', '')
