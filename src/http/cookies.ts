// The cookies that we set ourselves: never read by scripts, and over https under a name that no other host can set.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Ctx } from './context.ts'

export type OwnCookie = {
  name: string
  seconds: number
  /** The part of the site that needs it; all of it where absent. */
  path?: string
}

const isSecure = (c: Ctx): boolean => c.var.deps.appUrl.startsWith('https:')

/** `__Host-` is for cookies of the whole site; one with a path can only be `__Secure-`. */
const prefixOf = ({ path }: OwnCookie) => (path ? 'secure' : 'host')

export function readCookie(c: Ctx, cookie: OwnCookie): string | undefined {
  return isSecure(c) ? getCookie(c, cookie.name, prefixOf(cookie)) : getCookie(c, cookie.name)
}

export function writeCookie(c: Ctx, cookie: OwnCookie, value: string): void {
  setCookie(c, cookie.name, value, {
    httpOnly: true,
    sameSite: 'Lax',
    path: cookie.path ?? '/',
    maxAge: cookie.seconds,
    ...(isSecure(c) && { secure: true, prefix: prefixOf(cookie) }),
  })
}

export function removeCookie(c: Ctx, cookie: OwnCookie): void {
  deleteCookie(c, cookie.name, {
    path: cookie.path ?? '/',
    ...(isSecure(c) && { secure: true, prefix: prefixOf(cookie) }),
  })
}
