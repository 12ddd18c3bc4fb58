// The path of a request, as the routes are compared with it.
import { getPath } from 'hono/utils/url'

const FORWARDED = /^\/shopify-proxy(?:\/|%2f|$)/i
const ENDS = ['/', '%2f', '%2F']

/**
 * Shopify forwards a path with a slash at its end ("which is the case for app proxy loads": Shopify/shopify-app-js, pull request 710), and a visitor may
 * type one: below /shopify-proxy both spellings are one address.
 */
export function routedPath(request: Request): string {
  let path = getPath(request)
  if (!FORWARDED.test(path)) return path
  for (let end = endOf(path); end; end = endOf(path)) path = path.slice(0, -end.length)
  return path
}

const endOf = (path: string): string | undefined => ENDS.find((end) => path.endsWith(end))
