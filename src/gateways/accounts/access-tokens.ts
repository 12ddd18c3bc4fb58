// The signed tokens of the token API: short-lived, and verified without a query.
import type { CurrentLibrary } from './auth-library.ts'
import type { AccessClaims } from '#domain/accounts/token-api.ts'

export type AccessTokens = {
  signToken(claims: AccessClaims, expiresAt: number): Promise<string>
  /** The claims of a valid access token of this installation; undefined for any other text. */
  verifyToken(token: string): Promise<AccessClaims | undefined>
  /** The public keys as a JSON Web Key Set. */
  publicKeys(): Promise<{ keys: object[] }>
}

export const createAccessTokens = (library: CurrentLibrary): AccessTokens => ({
  async signToken(claims, expiresAt) {
    const payload = { ...claims, iat: Math.floor(Date.now() / 1000), exp: expiresAt }
    return (await library().api.signJWT({ body: { payload } })).token
  },
  async verifyToken(token) {
    const { payload } = await library().api.verifyJWT({ body: { token } })
    // Only signToken signs for this issuer and audience, so a valid token has its claims.
    return payload ? (payload as unknown as AccessClaims) : undefined
  },
  async publicKeys() {
    return { keys: (await library().api.getJwks()).keys }
  },
})
