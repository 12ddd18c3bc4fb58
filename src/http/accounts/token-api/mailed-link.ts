// A mailed link is opened: a page with a button, because mail scanners open links too; a click on it follows the link.
import { html } from 'hono/html'
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import { verifyTypes, type TokenSession, type VerifyType } from '#domain/accounts/token-api.ts'
import { PASSWORD } from '#domain/accounts/accounts.ts'
import {
  readMailedLinkState,
  followMailedLink,
  type LinkQuestion,
} from '#features/accounts/read-mailed-link.ts'
import { ownAddress } from '#features/accounts/send-account-code.ts'
import type { Ctx } from '../../context.ts'
import { networkOf } from '../../server/network.ts'
import { renderSmallPage } from '../../pages/small-page.ts'

export const userAgentOf = (c: Ctx): string => (c.req.header('user-agent') ?? '').slice(0, 500)

const typeOf = (text: string) => verifyTypes.find((known): known is VerifyType => known === text)

type Link = { token: string; type: string; redirect_to: string; session: string }

export async function showLink(c: Ctx): Promise<Response> {
  const { token = '', type = '', redirect_to = '', session = '' } = c.req.query()
  return renderLink(c, { token, type, redirect_to, session })
}

/** `problem`: the message beside the password field after a wrong password. */
async function renderLink(c: Ctx, link: Link, problem = ''): Promise<Response> {
  const { deps } = c.var
  const known = typeOf(link.type)
  const proof = known && { type: known, token_hash: link.token }
  const sessionToken = deps.auth.readSessionToken(c)
  const question = proof ? await readMailedLinkState(deps, proof, sessionToken) : 'button'
  return renderSmallPage(
    c,
    t('token.confirmTitle'),
    html`<p>${t('token.confirmText')}</p>
      ${formsOf(link, question, problem)}`,
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
  html`<label for="password">${t('token.passwordLabel')}</label>
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
  const button = html`<button>${t('token.confirmButton')}</button>`
  switch (question) {
    case 'button':
      return formOf(link, button)
    case 'elsewhere':
      return html`<p>${t('token.elsewhereText')}</p>`
    case 'password':
      return formOf(
        link,
        html`<p>${t('token.moveText')}</p>
          ${passwordField(problem)} ${button}`,
      )
    case 'choice':
      return html`${formOf(
        link,
        html`<p>${t('token.keepText')}</p>
          ${passwordField(problem)} <button>${t('token.keepButton')}</button>`,
      )}
      ${formOf(
        link,
        html`<p>${t('token.anewText')}</p>
          <button>${t('token.anewButton')}</button>`,
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
  const refusal = { error: 'access_denied', error_code, error_description: error.message }
  for (const [name, value] of Object.entries(refusal)) target.searchParams.set(name, value)
  target.hash = new URLSearchParams(refusal).toString()
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
      sessionToken: deps.auth.readSessionToken(c),
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
      return renderLink(c, { ...link, session: text('session') }, error.message)
    }
    setProblem(target, error, error.code === 'auth.suspended' ? 'user_banned' : 'otp_expired')
  }
  return c.redirect(target.href, 303)
}
