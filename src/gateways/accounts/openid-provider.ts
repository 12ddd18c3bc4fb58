// Requests to OpenID Connect providers: the discovery document, the check of id tokens, and what is known of a person.
import { verifyJwsAccessToken } from 'better-auth/oauth2'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { OpenIdProvider } from '#domain/accounts/providers.ts'
import { limitedFetch } from '../limited-fetch.ts'

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
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(KEYS_MAX) })

/** How long one request may take, and how many bytes of its answer are read. */
export type ProviderLimits = { totalMs: number; most: number }

export type ProviderClient = ReturnType<typeof createProviderClient>

export function createProviderClient(limits: ProviderLimits) {
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

  return { discover, read, verify, readUserInfo }
}
