// Security headers of every answer; a page or file may replace those that it needs different.
import { createMiddleware } from 'hono/factory'
import type { Env } from '../context.ts'

/** Two years, as browsers' preload lists recommend; ASVS 3.4.1 requires at least one year and all subdomains. */
const HSTS = 'max-age=63072000; includeSubDomains'

const always: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  // The default for everything but pages: loads nothing and may not be framed.
  [
    'Content-Security-Policy',
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['X-Robots-Tag', 'noindex, nofollow'],
  [
    'Permissions-Policy',
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  ],
]

/** Replaces the default for what search engines may index: a new page is not indexed before it says so. */
export const INDEXED = { 'X-Robots-Tag': 'all' } as const

/**
 * Sets the headers on Node's response before anything else runs, so that no route, error or file server can omit them. A header
 * that a route sets under the same name replaces them.
 */
export function safeHeaders(appUrl: string) {
  const headers = appUrl.startsWith('https:')
    ? [...always, ['Strict-Transport-Security', HSTS] as const]
    : always
  return createMiddleware<Env>(async (c, next) => {
    for (const [name, value] of headers) c.env.outgoing.setHeader(name, value)
    await next()
  })
}
