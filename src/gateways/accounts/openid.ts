// Providers of OpenID Connect: where to send a person, and what their answers are worth. Protocol and signatures are the auth
// library's; what is asked of a token stands here.
import {
  createAuthorizationURL,
  validateAuthorizationCode,
  verifyJwsAccessToken,
} from 'better-auth/oauth2'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { namesOf, type OpenIdProvider, type ProviderClaims } from '#domain/accounts/providers.ts'

/** A provider that does not answer must not hold a request for long. */
const TIMEOUT_MS = 10_000
const DISCOVERY_KEPT_MS = 3_600_000
/** Never a keyed hash: who knows the client's secret could sign in as anybody. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'RS384', 'ES384', 'RS512', 'ES512', 'EdDSA']
const CLOCK_SECONDS = 60

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
  /** In the order of the setting. */
  providers: readonly OpenIdProvider[]
  find(id: string): OpenIdProvider | undefined
  /** Where the browser goes. Throws provider.unavailable when the provider cannot be reached. */
  authorizationUrl(
    provider: OpenIdProvider,
    flow: { state: string; nonce: string; verifier: string; redirectUri: string },
  ): Promise<string>
  /** The code of a callback, exchanged and checked; `nonce` is the one that was sent. */
  exchange(
    provider: OpenIdProvider,
    flow: { code: string; nonce: string; verifier: string; redirectUri: string },
  ): Promise<ProviderClaims>
  /** A token that a client brought itself. Undefined when it is none of this provider's for us, or its nonce is another. */
  readIdToken(
    provider: OpenIdProvider,
    token: string,
    nonce: string | undefined,
  ): Promise<(ProviderClaims & { expires: Date }) | undefined>
}

export function createOpenId(providers: readonly OpenIdProvider[]): OpenId {
  const known = new Map<string, { read: number; answer: Promise<Discovered> }>()

  /** The provider's own description of itself, kept for an hour; a failure is not kept. */
  function discover(provider: OpenIdProvider): Promise<Discovered> {
    const kept = known.get(provider.id)
    if (kept && Date.now() - kept.read < DISCOVERY_KEPT_MS) return kept.answer
    const answer = readDiscovery(provider)
    known.set(provider.id, { read: Date.now(), answer })
    answer.catch(() => known.delete(provider.id))
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
        clockTolerance: CLOCK_SECONDS,
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
            // What a provider takes that does not say so (OpenID Connect Discovery, section 3).
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
        if (isWorthless(error)) return undefined
        throw error instanceof AppError
          ? error
          : new AppError('provider.unavailable', { cause: error })
      }
    },
  }
}

/** The token's own fault, not that of the way to the provider. */
function isWorthless(error: unknown): boolean {
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

/** Strict providers put no address into the id token; they tell it here, to whoever holds the access token. */
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
    // Some say it as text.
    email_verified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    ...namesOf(claims),
  }
}
