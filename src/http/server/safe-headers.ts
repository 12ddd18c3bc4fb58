// The headers that every answer carries, whoever writes it; a page or a file replaces those that it needs otherwise.
import { createMiddleware } from 'hono/factory'
import type { Env } from '../context.ts'

/** Two years, as browsers ask for their preload list; ASVS 3.4.1 wants one at least, and every subdomain. */
const HSTS = 'max-age=63072000; includeSubDomains'

const always: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  // What is no page of ours loads nothing and stands in no frame.
  [
    'Content-Security-Policy',
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ['Referrer-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  [
    'Permissions-Policy',
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
  ],
]

/**
 * Set on Node's own answer before anything else runs, so that no route, error or file server can leave them out: what a
 * route sets under the same name takes their place when the answer is written.
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
