// A mailed link is opened: a page with one button, because mail scanners open links too; pressing it follows the link.
import { html } from 'hono/html'
import { AppError } from '#domain/errors.ts'
import { messages } from '#domain/messages.ts'
import { verifyTypes, type VerifyType } from '#domain/token-api.ts'
import { openLink } from '#features/accounts/prove-account-code.ts'
import { ownAddress } from '#features/accounts/send-account-code.ts'
import type { Ctx } from '../context.ts'

export const userAgentOf = (c: Ctx): string => (c.req.header('user-agent') ?? '').slice(0, 500)

export function showLink(c: Ctx): Response | Promise<Response> {
  const { token = '', type = '', redirect_to = '' } = c.req.query()
  c.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
  // The token stands in the address, which no other page may be told.
  c.header('Referrer-Policy', 'no-referrer')
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
            body {
              font:
                1rem/1.5 system-ui,
                sans-serif;
              max-width: 32rem;
              margin: 15vh auto 0;
              padding: 0 1rem;
            }
            button {
              font: inherit;
              min-height: 44px;
              padding: 0.5rem 1.5rem;
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
    const opened = await openLink(deps, { type, token_hash: text('token') }, userAgentOf(c))
    if ('code' in opened) {
      target.searchParams.set('code', opened.code)
    } else {
      const { access_token, refresh_token, expires_in, expires_at, token_type } = opened.session
      target.hash = new URLSearchParams({
        access_token,
        refresh_token,
        expires_in: String(expires_in),
        expires_at: String(expires_at),
        token_type,
        type,
      }).toString()
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error
    const told = {
      error: 'access_denied',
      error_code: error.code === 'auth.suspended' ? 'user_banned' : 'otp_expired',
      error_description: error.message,
    }
    for (const [name, value] of Object.entries(told)) target.searchParams.set(name, value)
    target.hash = new URLSearchParams(told).toString()
  }
  return c.redirect(target.href, 303)
}
