// Sign-in by OpenID Connect providers: authorization URLs, code exchange and id tokens. The auth library implements the protocol and
// verifies signatures; openid-provider.ts states which claims and algorithms are required.
import { authorizationCodeRequest, createAuthorizationURL } from 'better-auth/oauth2'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { namesOf, type OpenIdProvider, type ProviderClaims } from '#domain/accounts/providers.ts'
import { createProviderClient, type ProviderLimits } from './openid-provider.ts'

/** For one request to a provider. A discovery document, a set of keys or claims have some kilobytes. */
const LIMITS = { totalMs: 10_000, most: 512 * 1024 }
const tokenAnswer = z.object({ id_token: z.string(), access_token: z.string().optional() })

export type OpenId = {
  /** In the order of the configuration. */
  providers: readonly OpenIdProvider[]
  find(id: string): OpenIdProvider | undefined
  /** The URL to redirect the browser to. Throws provider.unavailable when the provider cannot be reached. */
  authorizationUrl(
    provider: OpenIdProvider,
    flow: { state: string; nonce: string; verifier: string; redirectUri: string },
  ): Promise<string>
  /** Exchanges the code of a callback and returns verified claims; `nonce` must match. Throws provider.failed, provider.unavailable. */
  exchange(
    provider: OpenIdProvider,
    flow: { code: string; nonce: string; verifier: string; redirectUri: string },
  ): Promise<ProviderClaims>
  /** Verifies an id token sent by a client. Undefined when the token is invalid or the nonce differs; throws provider.unavailable. */
  readIdToken(
    provider: OpenIdProvider,
    token: string,
    nonce: string | undefined,
  ): Promise<(ProviderClaims & { expires: Date }) | undefined>
}

export function createOpenId(
  providers: readonly OpenIdProvider[],
  limits: ProviderLimits = LIMITS,
): OpenId {
  const { discover, read, verify, readUserInfo } = createProviderClient(limits)
  return {
    providers,
    find: (id) => providers.find((provider) => provider.id === id),
    async authorizationUrl(provider, { state, nonce, verifier, redirectUri }) {
      const { authorization_endpoint } = await discover(provider)
      const url = await createAuthorizationURL({
        id: provider.id,
        options: { clientId: provider.client_id },
        authorizationEndpoint: authorization_endpoint,
        redirectURI: redirectUri,
        state,
        nonce,
        codeVerifier: verifier,
        scopes: [...new Set(['openid', ...provider.scopes])],
      })
      return url.href
    },
    async exchange(provider, { code, nonce, verifier, redirectUri }) {
      const found = await discover(provider)
      const { token_endpoint, userinfo_endpoint } = found
      const methods = found.token_endpoint_auth_methods_supported
      try {
        const { body, headers } = await authorizationCodeRequest({
          code,
          codeVerifier: verifier,
          redirectURI: redirectUri,
          tokenEndpoint: token_endpoint,
          options: {
            clientId: provider.client_id,
            ...(provider.client_secret && { clientSecret: provider.client_secret }),
          },
          ...(provider.client_secret && {
            // client_secret_basic is the default when the provider names no method (OpenID Connect Discovery, section 3).
            authentication: !methods || methods.includes('client_secret_basic') ? 'basic' : 'post',
          }),
        })
        const { id_token: idToken, access_token: accessToken } = await read(
          tokenAnswer,
          token_endpoint,
          { method: 'POST', body, headers },
        )
        const claims = await verify(provider, idToken)
        if (claims.nonce !== nonce) throw new Error('The nonce of the id token is another')
        if (claims['email'] !== undefined || !userinfo_endpoint || !accessToken) {
          return claimsOf(claims)
        }
        return claimsOf(await readUserInfo(userinfo_endpoint, accessToken, String(claims.sub)))
      } catch (error) {
        throw new AppError('provider.failed', { cause: error })
      }
    },
    async readIdToken(provider, token, nonce) {
      try {
        const claims = await verify(provider, token)
        if (claims.nonce !== nonce) return undefined
        return { ...claimsOf(claims), expires: new Date(Number(claims.exp) * 1000) }
      } catch (error) {
        if (isInvalidToken(error)) return undefined
        throw error instanceof AppError
          ? error
          : new AppError('provider.unavailable', { cause: error })
      }
    },
  }
}

/** Whether the token itself is invalid, as opposed to a failed request to the provider. */
function isInvalidToken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^ERR_J(?:WT|WS|OSE)|^ERR_JWKS_NO_MATCHING/.test(code) ||
    error.message.startsWith('Invalid Token')
  )
}

function claimsOf(claims: Record<string, unknown>): ProviderClaims {
  const { email } = claims
  return {
    sub: String(claims['sub']),
    email: typeof email === 'string' ? email : undefined,
    // Some providers send a string.
    email_verified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    ...namesOf(claims),
  }
}
