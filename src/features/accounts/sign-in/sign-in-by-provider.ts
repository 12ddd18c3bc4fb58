// Sign-in through an OpenID Connect provider: the redirect and the callback.
import { timingSafeEqual } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { providerFlowUses } from '#domain/accounts/account-limits.ts'
import { rateLimited, type Network } from '#domain/limits.ts'
import { PROVIDER_FLOW_SECONDS, type ProviderName } from '#domain/accounts/providers.ts'
import type { TokenSession } from '#domain/accounts/token-api.ts'
import {
  deleteProviderFlow,
  insertProviderFlow,
  type ProviderFlow,
} from '#data/accounts/identities.ts'
import { insertUses } from '#data/rate-limits.ts'
import { hashOf, newToken } from '#gateways/secrets.ts'
import type { Deps } from '../../deps.ts'
import { accountOfProvider } from './open-provider-account.ts'
import { flowCodeFor, sessionFor } from '../prove-account-code.ts'
import { ownAddress, type LinkOptions } from '../send-account-code.ts'
import { updateProofMethod, requireNotSuspended } from './sign-in.ts'
import { needsSecondFactor } from '../factors/verify-factor.ts'

export const readProviders = (deps: Deps): ProviderName[] =>
  deps.openId.providers.map(({ id, name }) => ({ id, name }))

/** The redirect URI registered with every provider. */
const callbackOf = (deps: Deps) => `${deps.appUrl}/auth/v1/callback`

const KEY = /^[\w-]{43}$/

/**
 * Returns the URL to redirect to, and a secret for a cookie. Without the cookie, an attacker could send another person to the
 * callback and sign them in as the attacker. An existing cookie is reused, so that two tabs do not interfere.
 */
export async function beginProviderSignIn(
  deps: Deps,
  providerId: string,
  /** Of a client of the token API; undefined for our own sign-in page. */
  client: LinkOptions | undefined,
  cookieKey: string | undefined,
  network: Network,
): Promise<{ url: string; browserKey: string }> {
  const provider = deps.openId.find(providerId)
  if (!provider) throw new AppError('provider.missing')
  const over = await insertUses(deps.db.queries, providerFlowUses(network))
  if (over) throw rateLimited(over, deps.clock.now())
  const browserKey = cookieKey && KEY.test(cookieKey) ? cookieKey : newToken()
  const [state, nonce, verifier] = [newToken(), newToken(), newToken()]
  const redirectUri = callbackOf(deps)
  const url = await deps.openId.authorizationUrl(provider, { state, nonce, verifier, redirectUri })
  await insertProviderFlow(deps.db.queries, {
    state_hash: hashOf(state),
    provider_id: provider.id,
    browser_hash: hashOf(browserKey),
    secrets_sealed: deps.secrets.encrypt(JSON.stringify({ nonce, verifier })),
    redirect_to: client ? ownAddress(deps, client.redirectTo) : null,
    code_challenge: client?.codeChallenge ?? null,
    expires_at: new Date(deps.clock.now().getTime() + PROVIDER_FLOW_SECONDS * 1000),
  })
  return { url, browserKey }
}

export type ProviderAnswer = {
  state: string
  code: string | undefined
  error: string | undefined
  /** The issuer (RFC 9207), if the provider sends it. */
  iss: string | undefined
}

export type ProviderCallback =
  | { to: 'page'; sessionToken: string; needsSecondFactor: boolean }
  | { to: 'client'; redirectTo: string; opened: { code: string } | { session: TokenSession } }
  /** Refused; `redirectTo` is the client's page, if any. */
  | { to: 'nowhere'; redirectTo: string | null; error: AppError }

export async function finishProviderSignIn(
  deps: Deps,
  answer: ProviderAnswer,
  browserKey: string | undefined,
  userAgent: string,
): Promise<ProviderCallback> {
  const flow = await deleteProviderFlow(deps.db.queries, hashOf(answer.state))
  try {
    if (!flow || !isOfBrowser(flow, browserKey) || isOver(deps, flow)) {
      throw new AppError('provider.flowInvalid')
    }
    const userId = await provenBy(deps, flow, answer)
    await requireNotSuspended(deps, userId)
    if (flow.redirect_to === null) {
      const sessionToken = await deps.auth.createSession(userId, userAgent)
      await updateProofMethod(deps, sessionToken, 'oauth')
      return {
        to: 'page',
        sessionToken,
        needsSecondFactor: await needsSecondFactor(deps, userId),
      }
    }
    const opened = flow.code_challenge
      ? {
          code: await flowCodeFor(
            deps,
            { user_id: userId, code_challenge: flow.code_challenge },
            'oauth',
          ),
        }
      : { session: await sessionFor(deps, userId, 'oauth', userAgent) }
    return { to: 'client', redirectTo: flow.redirect_to, opened }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Only the browser that started the flow learns its target.
    const redirectTo = flow && isOfBrowser(flow, browserKey) ? flow.redirect_to : null
    return { to: 'nowhere', redirectTo, error }
  }
}

const isOfBrowser = (flow: ProviderFlow, browserKey: string | undefined) =>
  browserKey !== undefined && timingSafeEqual(flow.browser_hash, hashOf(browserKey))

const isOver = (deps: Deps, flow: ProviderFlow) =>
  Date.parse(flow.expires_at) <= deps.clock.now().getTime()

/** The user id for the provider's answer. */
async function provenBy(
  deps: Deps,
  flow: ProviderFlow,
  { code, error, iss }: ProviderAnswer,
): Promise<string> {
  const provider = deps.openId.find(flow.provider_id)
  if (!provider) throw new AppError('provider.missing')
  if (iss !== undefined && iss !== provider.issuer) throw new AppError('provider.failed')
  if (error !== undefined || !code) throw new AppError('provider.refused')
  const { nonce, verifier } = JSON.parse(deps.secrets.decrypt(flow.secrets_sealed)) as {
    nonce: string
    verifier: string
  }
  const redirectUri = callbackOf(deps)
  const claims = await deps.openId.exchange(provider, { code, nonce, verifier, redirectUri })
  return accountOfProvider(deps, provider.id, claims)
}
