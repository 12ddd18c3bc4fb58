// OpenID Connect providers: authorization URLs, code exchange and checks of id tokens. The auth library implements the protocol and
// verifies signatures; this file states which claims and algorithms are required.
import {
  createAuthorizationURL,
  validateAuthorizationCode,
  verifyJwsAccessToken,
} from 'better-auth/oauth2'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { namesOf, type OpenIdProvider, type ProviderClaims } from '#domain/accounts/providers.ts'

/** Timeout of one request to a provider. */
const TIMEOUT_MS = 10_000
const DISCOVERY_CACHE_MS = 3_600_000
/** No HMAC algorithms: a client secret must not be enough to forge an id token. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'RS384', 'ES384', 'RS512', 'ES512', 'EdDSA']
const CLOCK_TOLERANCE_SECONDS = 60

const discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})
type Discovered = z.infer<typeof discovered>

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

export function createOpenId(providers: readonly OpenIdProvider[]): OpenId {
  const cache = new Map<string, { read: number; answer: Promise<Discovered> }>()

  /** The provider's discovery document, cached for an hour; failures are not cached. */
  function discover(provider: OpenIdProvider): Promise<Discovered> {
    const cached = cache.get(provider.id)
    if (cached && Date.now() - cached.read < DISCOVERY_CACHE_MS) return cached.answer
    const answer = readDiscovery(provider)
    cache.set(provider.id, { read: Date.now(), answer })
    answer.catch(() => cache.delete(provider.id))
    return answer
  }

  async function verify(provider: OpenIdProvider, token: string) {
    const { jwks_uri } = await discover(provider)
    return verifyJwsAccessToken(token, {
      jwksFetch: jwks_uri,
      verifyOptions: {
        issuer: provider.issuer,
        audience: provider.client_id,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      },
    })
  }

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
        const { idToken, accessToken } = await validateAuthorizationCode({
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
        if (!idToken) throw new Error('The provider sent no id token')
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

async function readDiscovery(provider: OpenIdProvider): Promise<Discovered> {
  try {
    const issuer = provider.issuer.replace(/\/$/, '')
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`The provider's discovery answered ${answer.status}`)
    const found = discovered.parse(await answer.json())
    if (found.issuer !== provider.issuer) {
      throw new Error(`The provider calls itself ${found.issuer}`)
    }
    return found
  } catch (error) {
    throw new AppError('provider.unavailable', { cause: error })
  }
}

/** The userinfo endpoint: some providers give the email address only there, not in the id token. */
async function readUserInfo(
  endpoint: string,
  accessToken: string,
  sub: string,
): Promise<Record<string, unknown>> {
  const answer = await fetch(endpoint, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`The provider's userinfo answered ${answer.status}`)
  const claims = z.looseObject({ sub: z.string() }).parse(await answer.json())
  if (claims.sub !== sub) throw new Error('The userinfo is of another person')
  return claims
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
