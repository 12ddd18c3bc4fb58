// Out to a provider of OpenID Connect and back, for clients of the token API and for our own sign-in page.
import { AppError } from '#domain/errors.ts'
import type { TextCode } from '#domain/texts/text.ts'
import { PROVIDER_FLOW_SECONDS, type ProviderProblem } from '#domain/accounts/providers.ts'
import { authorizeInput } from '#domain/accounts/token-api.ts'
import type { LinkOptions } from '#features/accounts/send-account-code.ts'
import {
  beginProviderSignIn,
  finishProviderSignIn,
} from '#features/accounts/sign-in/sign-in-by-provider.ts'
import type { Ctx } from '../../context.ts'
import { writeCookie, readCookie, type OwnCookie } from '../../cookies.ts'
import { networkOf } from '../../server/network.ts'
import { sessionHash, setProblem, userAgentOf } from './mailed-link.ts'
import { tokenErrorMessage } from './token-errors.ts'
import { t } from '#domain/texts/text.ts'

const BROWSER: OwnCookie = { name: 'storehand.provider', seconds: PROVIDER_FLOW_SECONDS }

/** The URL to redirect the browser to; the cookie for the callback is already set. */
export async function startProviderSignIn(
  c: Ctx,
  providerId: string,
  client: LinkOptions | undefined,
): Promise<string> {
  const { deps } = c.var
  const cookie = readCookie(c, BROWSER)
  const { url, browserKey } = await beginProviderSignIn(
    deps,
    providerId,
    client,
    cookie,
    networkOf(c),
  )
  writeCookie(c, BROWSER, browserKey)
  return url
}

/** For a client that waits for tokens: by PKCE a code, else the tokens behind the #. */
export async function authorize(c: Ctx): Promise<Response> {
  const parsed = authorizeInput.safeParse(c.req.query())
  if (!parsed.success) {
    const message = t('input.providerOrChallenge')
    throw new AppError('server.invalid', { values: { message } })
  }
  const { provider, redirect_to, code_challenge } = parsed.data
  const client = { redirectTo: redirect_to, codeChallenge: code_challenge ?? undefined }
  return c.redirect(await startProviderSignIn(c, provider, client), 302)
}

const problems: Partial<Record<TextCode, ProviderProblem>> = {
  'provider.refused': 'refused',
  'provider.flowInvalid': 'expired',
  'provider.emailUnverified': 'unverified',
  'auth.suspended': 'suspended',
}

export async function comeBack(c: Ctx): Promise<Response> {
  const { deps } = c.var
  const { state = '', code, error, iss } = c.req.query()
  const answer = { state, code, error, iss }
  const back = await finishProviderSignIn(deps, answer, readCookie(c, BROWSER), userAgentOf(c))
  c.header('Referrer-Policy', 'no-referrer')
  if (back.to === 'page') {
    c.header('Set-Cookie', await deps.auth.sessionCookie(back.sessionToken), { append: true })
    return c.redirect(back.needsSecondFactor ? '/auth?step=second-factor' : '/auth?step=in', 303)
  }
  if (back.to === 'client') {
    const target = new URL(back.redirectTo)
    if ('code' in back.opened) target.searchParams.set('code', back.opened.code)
    else target.hash = sessionHash(back.opened.session)
    return c.redirect(target.href, 303)
  }
  const { cause } = back.error
  const what = 'sign-in by a provider failed'
  if (cause && !deps.warnOfExternalFailure(back.error, what)) deps.log.warn({ err: cause }, what)
  if (back.redirectTo === null) {
    return c.redirect(`/auth?problem=${problems[back.error.code] ?? 'failed'}`, 303)
  }
  const target = new URL(back.redirectTo)
  setProblem(target, back.error, tokenErrorMessage(back.error)[1])
  return c.redirect(target.href, 303)
}
