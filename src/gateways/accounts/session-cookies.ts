// The cookie of a session: its name, its signature, and its value in a request.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { generateSignedCookie } from 'hono/cookie'
import { parse, serializeSigned } from 'hono/utils/cookie'
import type { Secrets } from '../secrets.ts'
import { SESSION } from '#domain/accounts/sessions.ts'

export type SessionCookies = {
  readonly isSecure: boolean
  /** The name of one of our cookies: its prefix depends on the installation's address. */
  named(name: string): string
  /** The session token in a Cookie header, after a check of its signature; undefined when there is none. */
  tokenIn(cookies: string): string | undefined
  /** The Set-Cookie header with this token. */
  setCookie(sessionToken: string): Promise<string>
  /** The Cookie header with this token, signed with the current key: a request may have brought one that is signed with a previous one. */
  cookie(sessionToken: string): Promise<string>
}

export function createSessionCookies(secrets: Secrets, appUrl: string): SessionCookies {
  const currentKey = () => secrets.mainKeys()[0] ?? ''
  const secure = appUrl.startsWith('https:')
  const named = (name: string) => `${secure ? '__Host-' : ''}storehand.${name}`
  const cookieName = named('session_token')
  return {
    isSecure: secure,
    named,
    // The library signs cookies the same way as Hono; reading the cookie here saves two queries per request.
    tokenIn(cookies) {
      const signed = parse(cookies, cookieName)[cookieName]
      if (signed === undefined) return undefined
      for (const key of secrets.mainKeys()) {
        const token = signedText(signed, key)
        if (token) return token
      }
      return undefined
    },
    setCookie: (sessionToken) =>
      generateSignedCookie(cookieName, sessionToken, currentKey(), {
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        secure,
        maxAge: SESSION.absoluteSeconds,
      }),
    async cookie(sessionToken) {
      // Built as a Set-Cookie header, because the cookie's name requires these attributes; only its first part is
      // sent back.
      const signed = await serializeSigned(cookieName, sessionToken, currentKey(), {
        path: '/',
        secure,
      })
      return signed.split(';', 1)[0] ?? ''
    },
  }
}

/** The text before its signature. Hono's own function makes a key and waits for another thread, for each request: 30 times the time. */
function signedText(signed: string, key: string): string | undefined {
  const end = signed.lastIndexOf('.')
  if (end === -1) return undefined
  const text = signed.slice(0, end)
  const given = Buffer.from(signed.slice(end + 1))
  const expected = Buffer.from(createHmac('sha256', key).update(text).digest('base64'))
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined
}
