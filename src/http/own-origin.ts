// What changes something is accepted from our own pages only: one check of `Origin` and `Sec-Fetch-Site` before every
// route, for every verb but the safe ones, and the addresses that are left out of it.
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { AppError } from '#domain/errors.ts'
import { isLoopback } from '#domain/loopback.ts'
import type { Ctx, Env } from './context.ts'
import { isJson } from './json-body.ts'
import { bearerToken, isSafe } from './session.ts'

type Exception = Readonly<{
  /**
   * `any`: requests of every site. `json`: those with a JSON body, which a form cannot send. `no origin`: those of our
   * own pages that name none (`Origin: null`), also from browsers without `Sec-Fetch-Site`.
   */
  accepts: 'any' | 'json' | 'no origin'
  why: string
}>

const TOKEN_API: Exception = {
  accepts: 'json',
  why: 'Clients of the token API are on any site. It reads no cookie here, and answers with tokens that only the caller gets.',
}
const APPLICATIONS: Exception = {
  accepts: 'any',
  why: 'Sent from stores’ own pages too. The grant in the body is the proof; no cookie is read.',
}
const FROM_SHOPIFY: Exception = {
  accepts: 'any',
  why: 'Shopify forwards the posts of a shop’s pages, without cookies. It signs the address; the proof of the person is in the body.',
}
const OWN_PAGE: Exception = {
  accepts: 'no origin',
  why: 'These pages send no referrer, so browsers name no origin in their posts. The proof is the form’s token in the body.',
}

/** By the router's own patterns. Each reads its proof from the body, the address or a signature, and no cookie. */
export const originExceptions: Readonly<Record<string, Exception>> = {
  'POST /api/unsubscribe': {
    accepts: 'any',
    why: 'Mail programs post by themselves (RFC 8058). The signed token of the address is the proof.',
  },
  'POST /shopify-proxy/:job': FROM_SHOPIFY,
  'POST /shopify-proxy/*': FROM_SHOPIFY,
  'POST /api/applications': APPLICATIONS,
  'POST /api/applications/cv': APPLICATIONS,
  'POST /api/applications/cv/:address': {
    accepts: 'any',
    why: 'Opened by the form in a shop’s theme. The encrypted address names the grant; no cookie is read.',
  },
  'POST /auth/v1/signup': TOKEN_API,
  'POST /auth/v1/token': TOKEN_API,
  'POST /auth/v1/otp': TOKEN_API,
  'POST /auth/v1/recover': TOKEN_API,
  'POST /auth/v1/resend': TOKEN_API,
  // A form is the page behind a mailed link, which reads the session: only our own.
  'POST /auth/v1/verify': TOKEN_API,
  'POST /me': OWN_PAGE,
  'POST /me/:token/:act': OWN_PAGE,
}

const READS_BEARER = /^\/(?:api|functions|auth\/v1)\//

export const ownOriginOnly = createMiddleware<Env>(async (c, next) => {
  if (!isSafe(c) && !isFromOwnPage(c) && !isException(c)) throw new AppError('server.originRefused')
  await next()
})

/**
 * Without both headers it is no page of a browser of today that asks. `same-site` is another host of the same domain, whose pages
 * get past SameSite cookies.
 */
function isFromOwnPage(c: Ctx): boolean {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin === undefined) return true
  return origin === 'null' ? site === 'same-origin' : isOwnOrigin(c, origin)
}

/**
 * That of `APP_URL`, with its scheme, whatever host the request names. In development also the other names of this
 * machine, when the page was opened under one of them.
 */
function isOwnOrigin(c: Ctx, origin: string): boolean {
  const { appUrl, isPublic } = c.var.deps
  const own = new URL(appUrl)
  if (origin === own.origin) return true
  if (isPublic || own.protocol !== 'http:') return false
  const asked = new URL(c.req.url)
  return isLoopback(asked.hostname) && origin === `http://${asked.host}`
}

function isException(c: Ctx): boolean {
  // A browser never adds a bearer token by itself, and where one is read, the cookie is not.
  if (bearerToken(c) && READS_BEARER.test(c.req.path)) return true
  const addresses = matchedRoutes(c).map(({ method, path }) => `${method} ${path}`)
  return addresses.some((address) => {
    if (!Object.hasOwn(originExceptions, address)) return false
    const accepts = originExceptions[address]?.accepts
    if (accepts === 'json') return isJson(c)
    if (accepts === 'any') return true
    return c.req.header('origin') === 'null' && c.req.header('sec-fetch-site') === undefined
  })
}
