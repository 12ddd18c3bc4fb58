// A mailed link is opened: a page with one button, because mail scanners open links too; pressing it follows the link.
import { html } from 'hono/html'
import { AppError } from '#domain/errors.ts'
import { messages } from '#domain/messages.ts'
import { verifyTypes, type TokenSession, type VerifyType } from '#domain/token-api.ts'
import { openLink } from '#features/accounts/prove-account-code.ts'
import { ownAddress } from '#features/accounts/send-account-code.ts'
import type { Ctx } from '../context.ts'
import { networkOf } from '../network.ts'

export const userAgentOf = (c: Ctx): string => (c.req.header('user-agent') ?? '').slice(0, 500)

export function showLink(c: Ctx): Response | Promise<Response> {
  const { token = '', type = '', redirect_to = '' } = c.req.query()
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
  // The token stands in the address, which no other site may be told. Not 'no-referrer': the button's post would then name
  // no origin, and be refused as another site's.
  c.header('Referrer-Policy', 'same-origin')
  return c.html(
    html`<!doctype html>
      <html lang="en-GB">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width,initial-scale=1" />
          <meta name="robots" content="noindex" />
          <meta name="color-scheme" content="light dark" />
          <title>${messages['token.confirmTitle']}</title>
          <style>
            :root {
              color-scheme: light dark;
            }
            body {
              font:
                16px/24px system-ui,
                sans-serif;
              margin: 0;
              padding: 48px 16px;
              background: light-dark(#fbfaf7, #110f16);
              color: light-dark(#1e1927, #f2f0ec);
            }
            main {
              max-width: 432px;
              margin: auto;
              padding: 24px;
              border: 1px solid light-dark(#e2dfda, #33303a);
              border-top: 1.5px solid light-dark(#1e1927, #76727f);
              border-radius: 0 0 10px 10px;
              background: light-dark(#fff, #1a171f);
            }
            h1 {
              margin: 0;
              font-size: 24px;
              line-height: 32px;
            }
            button {
              min-height: 44px;
              padding: 8px 18px;
              border: 0;
              border-radius: 7px;
              background: light-dark(#763ae2, #8255e7);
              color: #fff;
              font: inherit;
              font-weight: 600;
              cursor: pointer;
            }
            button:focus-visible {
              outline: 2px solid #8b5cf6;
              outline-offset: 2px;
            }
          </style>
        </head>
        <body>
          <main>
            <h1>${messages['token.confirmTitle']}</h1>
            <p>${messages['token.confirmText']}</p>
            <form method="post" action="/auth/v1/verify">
              <input type="hidden" name="token" value="${token}" />
              <input type="hidden" name="type" value="${type}" />
              <input type="hidden" name="redirect_to" value="${redirect_to}" />
              <button>${messages['token.confirmButton']}</button>
            </form>
          </main>
        </body>
      </html>`,
  )
}

/** What the client looks for behind the #, which no server is sent. */
export function sessionHash(session: TokenSession, more: Record<string, string> = {}): string {
  const { access_token, refresh_token, expires_in, expires_at, token_type } = session
  return new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: String(expires_in),
    expires_at: String(expires_at),
    token_type,
    ...more,
  }).toString()
}

/** A client looks in the query or behind the #, by the kind of its flow. */
export function setProblem(target: URL, error: AppError, error_code: string): void {
  const told = { error: 'access_denied', error_code, error_description: error.message }
  for (const [name, value] of Object.entries(told)) target.searchParams.set(name, value)
  target.hash = new URLSearchParams(told).toString()
}

/** On to the client's page: the tokens stand behind the #, which no server is sent; with PKCE a code before it. */
export async function followLink(c: Ctx): Promise<Response> {
  const { deps } = c.var
  const form = await c.req.parseBody()
  const text = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
  const target = new URL(ownAddress(deps, text('redirect_to')))
  c.header('Referrer-Policy', 'no-referrer')
  const type = verifyTypes.find((known): known is VerifyType => known === text('type'))
  try {
    if (!type) throw new AppError('token.codeInvalid')
    const proof = { type, token_hash: text('token') }
    const opened = await openLink(deps, proof, userAgentOf(c), networkOf(c))
    if ('code' in opened) {
      target.searchParams.set('code', opened.code)
    } else {
      target.hash = sessionHash(opened.session, { type })
    }
  } catch (error) {
    if (!(error instanceof AppError) || ['unavailable', 'limited'].includes(error.kind)) {
      throw error
    }
    setProblem(target, error, error.code === 'auth.suspended' ? 'user_banned' : 'otp_expired')
  }
  return c.redirect(target.href, 303)
}
