// How the router writes addresses.
import type { LocationRewrite } from '@tanstack/react-router'

// Plain texts in the address: a search for 2024 stays a text, and links stay readable.
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const set = Object.entries(search).filter(([, value]) => typeof value === 'string')
  const text = new URLSearchParams(set as [string, string][]).toString()
  return text && `?${text}`
}

/** The addresses below `base`. The library's own `basepath` would end that of the first page with a slash. */
export const below = (base: string): LocationRewrite => ({
  input({ url }) {
    const isBelow = url.pathname === base || url.pathname.startsWith(`${base}/`)
    if (isBelow) url.pathname = url.pathname.slice(base.length) || '/'
    return url
  },
  output({ url }) {
    url.pathname = url.pathname === '/' ? base : `${base}${url.pathname}`
    return url
  },
})
