// OpenID Connect providers: authorization URLs, code exchange and checks of id tokens. The auth library implements the protocol and
// verifies signatures; this file states which claims and algorithms are required.
import {
  authorizationCodeRequest,
  createAuthorizationURL,
  verifyJwsAccessToken,
} from 'better-auth/oauth2'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { namesOf, type OpenIdProvider, type ProviderClaims } from '#domain/accounts/providers.ts'
import { limitedFetch } from '../limited-fetch.ts'

/** For one request to a provider. A discovery document, a set of keys or claims have some kilobytes. */
const LIMITS = { totalMs: 10_000, most: 512 * 1024 }
/** Large providers have four. Each would be compared with the token's. */
const KEYS_MAX = 100
const DISCOVERY_CACHE_MS = 3_600_000
/** No HMAC algorithms: a client secret must not be enough to forge an id token. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'RS384', 'ES384', 'RS512', 'ES512', 'EdDSA']
const CLOCK_TOLERANCE_SECONDS = 60
/** Also refuses a token from the future. */
const TOKEN_AGE_SECONDS = 86_400

/** Without TLS only where the provider itself has none, on this machine. */
const discoveredAt = (issuer: string) => {
  const endpoint = z.url({ protocol: issuer.startsWith('https:') ? /^https$/ : /^https?$/ })
  return z.object({
    issuer: z.literal(issuer),
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    jwks_uri: endpoint,
    userinfo_endpoint: endpoint.optional(),
    token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  })
}
type Discovered = z.infer<ReturnType<typeof discoveredAt>>

/** OpenID Connect Core, section 2: another type would become a text that several people share. */
const subject = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x20-\x7e]+$/)
const tokenAnswer = z.object({ id_token: z.string(), access_token: z.string().optional() })
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(KEYS_MAX) })

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
  limits: { totalMs: number; most: number } = LIMITS,
): OpenId {
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

  /** Every request to a provider. Throws for an answer of another form, or with an error status. */
  async function read<Answer>(
    schema: z.ZodType<Answer>,
    address: string,
    init: RequestInit = {},
  ): Promise<Answer> {
    const headers = { accept: 'application/json', ...(init.headers as Record<string, string>) }
    const answer = await limitedFetch(address, { ...init, headers }, limits).catch((cause) => {
      // The auth library would print the stack of a failed fetch.
      throw new Error(`${address} cannot be read`, { cause })
    })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    return schema.parse(await answer.json())
  }

  async function readDiscovery({ issuer }: OpenIdProvider): Promise<Discovered> {
    try {
      const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
      return await read(discoveredAt(issuer), address)
    } catch (error) {
      throw new AppError('provider.unavailable', { cause: error })
    }
  }

  async function verify(provider: OpenIdProvider, token: string) {
    const { jwks_uri } = await discover(provider)
    const claims = await verifyJwsAccessToken(token, {
      jwksFetch: () => read(keySet, jwks_uri),
      jwksCacheKey: provider,
      verifyOptions: {
        issuer: provider.issuer,
        audience: provider.client_id,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp', 'iat'],
        maxTokenAge: TOKEN_AGE_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      },
    })
    // OpenID Connect Core, section 3.1.3.7: a token for several clients says to which it was issued.
    const isForSeveral = Array.isArray(claims.aud) && claims.aud.length > 1
    const isOurs =
      claims['azp'] === undefined ? !isForSeveral : claims['azp'] === provider.client_id
    if (!isOurs || !subject.safeParse(claims.sub).success) {
      throw new Error('Invalid Token: for another client, or about nobody')
    }
    return claims
  }

  /** The userinfo endpoint: some providers give the email address only there, not in the id token. */
  async function readUserInfo(endpoint: string, accessToken: string, sub: string) {
    const claims = await read(z.looseObject({ sub: z.string() }), endpoint, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    if (claims.sub !== sub) throw new Error('The userinfo is of another person')
    return claims
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
