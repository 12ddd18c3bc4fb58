// A mailed link is opened: a page with a button, because mail scanners open links too; pressing it follows the link.
import { html } from 'hono/html'
import { AppError } from '#domain/errors.ts'
import { messages } from '#domain/messages.ts'
import { verifyTypes, type TokenSession, type VerifyType } from '#domain/token-api.ts'
import { PASSWORD } from '#domain/accounts.ts'
import {
  askOfLink,
  followMailedLink,
  type LinkQuestion,
} from '#features/accounts/read-mailed-link.ts'
import { ownAddress } from '#features/accounts/send-account-code.ts'
import type { Ctx } from '../context.ts'
import { networkOf } from '../network.ts'

export const userAgentOf = (c: Ctx): string => (c.req.header('user-agent') ?? '').slice(0, 500)

const typeOf = (text: string) => verifyTypes.find((known): known is VerifyType => known === text)

type Link = { token: string; type: string; redirect_to: string; session: string }

export async function showLink(c: Ctx): Promise<Response> {
  const { token = '', type = '', redirect_to = '', session = '' } = c.req.query()
  return drawLink(c, { token, type, redirect_to, session })
}

/** `problem` beside the password, where one was wrong. */
async function drawLink(c: Ctx, link: Link, problem = ''): Promise<Response> {
  const { deps } = c.var
  const known = typeOf(link.type)
  const proof = known && { type: known, token_hash: link.token }
  const sessionToken = await deps.auth.readSessionToken(c)
  const question = proof ? await askOfLink(deps, proof, sessionToken) : 'button'
  c.header('Cache-Control', 'no-store')
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
            button:focus-visible,
            input:focus-visible {
              outline: 2px solid #8b5cf6;
              outline-offset: 2px;
            }
            form + form {
              margin-top: 24px;
              padding-top: 8px;
              border-top: 1px solid light-dark(#e2dfda, #33303a);
            }
            form + form button {
              border: 1px solid light-dark(#8d8894, #76727f);
              background: none;
              color: inherit;
            }
            label {
              display: block;
              font-weight: 600;
            }
            input[type='password'] {
              box-sizing: border-box;
              width: 100%;
              min-height: 44px;
              margin: 4px 0 16px;
              padding: 8px 12px;
              border: 1px solid light-dark(#8d8894, #76727f);
              border-radius: 7px;
              background: light-dark(#fff, #110f16);
              color: inherit;
              font: inherit;
            }
            [role='alert'] {
              margin: 0 0 8px;
              color: light-dark(#b3261e, #ffb4ab);
            }
          </style>
        </head>
        <body>
          <main>
            <h1>${messages['token.confirmTitle']}</h1>
            <p>${messages['token.confirmText']}</p>
            ${formsOf(link, question, problem)}
          </main>
        </body>
      </html>`,
    problem ? 403 : 200,
  )
}

const formOf = (link: Link, inside: ReturnType<typeof html>) =>
  html`<form method="post" action="/auth/v1/verify">
    <input type="hidden" name="token" value="${link.token}" />
    <input type="hidden" name="type" value="${link.type}" />
    <input type="hidden" name="redirect_to" value="${link.redirect_to}" />
    <input type="hidden" name="session" value="${link.session}" />
    ${inside}
  </form>`

const passwordField = (problem: string) =>
  html`<label for="password">${messages['token.passwordLabel']}</label>
    <input
      id="password"
      type="password"
      name="password"
      autocomplete="current-password"
      maxlength="${PASSWORD.max}"
      required
    />
    ${problem && html`<p role="alert">${problem}</p>`}`

function formsOf(link: Link, question: LinkQuestion, problem: string) {
  const button = html`<button>${messages['token.confirmButton']}</button>`
  switch (question) {
    case 'button':
      return formOf(link, button)
    case 'elsewhere':
      return html`<p>${messages['token.elsewhereText']}</p>`
    case 'password':
      return formOf(
        link,
        html`<p>${messages['token.moveText']}</p>
          ${passwordField(problem)} ${button}`,
      )
    case 'choice':
      return html`${formOf(
        link,
        html`<p>${messages['token.keepText']}</p>
          ${passwordField(problem)} <button>${messages['token.keepButton']}</button>`,
      )}
      ${formOf(
        link,
        html`<p>${messages['token.anewText']}</p>
          <button>${messages['token.anewButton']}</button>`,
      )}`
  }
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
  const type = typeOf(text('type'))
  try {
    if (!type) throw new AppError('token.codeInvalid')
    const proof = { type, token_hash: text('token') }
    const given = {
      password: text('password') || undefined,
      sessionToken: await deps.auth.readSessionToken(c),
      isForPage: text('session') === 'none',
    }
    const opened = await followMailedLink(deps, proof, given, userAgentOf(c), networkOf(c))
    if ('page' in opened) return c.redirect(opened.page ?? target.href, 303)
    if ('code' in opened) {
      target.searchParams.set('code', opened.code)
    } else {
      target.hash = sessionHash(opened.session, { type })
    }
  } catch (error) {
    if (!(error instanceof AppError) || ['unavailable', 'limited'].includes(error.kind)) {
      throw error
    }
    if (error.code === 'account.passwordWrong') {
      const link = { token: text('token'), type: text('type'), redirect_to: text('redirect_to') }
      return drawLink(c, { ...link, session: text('session') }, error.message)
    }
    setProblem(target, error, error.code === 'auth.suspended' ? 'user_banned' : 'otp_expired')
  }
  return c.redirect(target.href, 303)
}
