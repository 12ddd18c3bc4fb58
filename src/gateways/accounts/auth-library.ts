// better-auth as it is set up here: on our own tables, with our cookies, signing keys and password hashing.
import { betterAuth } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { jwt } from 'better-auth/plugins/jwt'
import type { Pool } from 'pg'
import { fewAtOnce } from '../few-at-once.ts'
import type { Secrets } from '../secrets.ts'
import type { SessionCookies } from './session-cookies.ts'
import { signingKeysIn } from './signing-keys.ts'
import { PASSWORD } from '#domain/accounts/accounts.ts'
import { SESSION } from '#domain/accounts/sessions.ts'

export type PasswordHashing = {
  hash(password: string): Promise<string>
  verify(data: { hash: string; password: string }): Promise<boolean>
}

export type AuthSettings = {
  pool: Pool
  secrets: Secrets
  appUrl: string
  /** Replaces the library's password hashing; for tests that set thousands of passwords. */
  hashing?: PasswordHashing
}

type LibrarySettings = Required<AuthSettings> & { cookies: SessionCookies }

/**
 * Each takes 32 MB and a tenth of a second of a thread of Node's pool, whose four threads also read files and compress answers: half
 * of them stay free.
 */
const HASHED_AT_ONCE = { most: 2, waiting: 200 } as const

export function inTurn(hashing: PasswordHashing): PasswordHashing {
  const run = fewAtOnce(HASHED_AT_ONCE)
  return {
    hash: (password) => run(() => hashing.hash(password)),
    verify: (data) => run(() => hashing.verify(data)),
  }
}

export const libraryHashing: PasswordHashing = { hash: hashPassword, verify: verifyPassword }

const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' }

const user = {
  modelName: 'users',
  fields: { ...timestamps, emailVerified: 'email_verified' },
  additionalFields: {
    first_name: { type: 'string', required: true },
    last_name: { type: 'string', required: true },
  },
} as const

const session = {
  modelName: 'sessions',
  expiresIn: SESSION.absoluteSeconds,
  disableSessionRefresh: true,
  fields: {
    ...timestamps,
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
    userId: 'user_id',
  },
}

const account = {
  modelName: 'credentials',
  fields: {
    ...timestamps,
    accountId: 'account_id',
    providerId: 'provider_id',
    userId: 'user_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
  },
}

const verification = {
  modelName: 'auth_verifications',
  fields: { ...timestamps, expiresAt: 'expires_at' },
}

const accessTokens = ({ secrets, appUrl }: LibrarySettings) =>
  jwt({
    disableSettingJwtHeader: true,
    // auth-js verifies ES256 with the browser's Web Crypto, but not EdDSA.
    jwks: { keyPairConfig: { alg: 'ES256' }, disablePrivateKeyEncryption: true },
    adapter: signingKeysIn(secrets),
    jwt: { issuer: `${appUrl}/auth/v1`, audience: 'authenticated' },
    schema: {
      jwks: {
        modelName: 'auth_signing_keys',
        fields: {
          publicKey: 'public_key',
          privateKey: 'private_key',
          createdAt: 'created_at',
          expiresAt: 'expires_at',
        },
      },
    },
  })

function libraryWith(secret: string, settings: LibrarySettings) {
  const { pool, appUrl, hashing, cookies } = settings
  return betterAuth({
    appName: 'Storehand',
    baseURL: appUrl,
    basePath: '/api/auth',
    secret,
    database: pool,
    telemetry: { enabled: false },
    // The library would log email addresses; failures are logged once, in src/http.
    logger: { disabled: true },
    trustedOrigins: [appUrl],
    advanced: {
      database: { generateId: 'uuid' },
      // The library would trust an X-Forwarded-For header from any client.
      ipAddress: { disableIpTracking: true },
      // The library would use `__Secure-`; our `__Host-` prefix also keeps other subdomains from setting the cookie.
      useSecureCookies: false,
      cookiePrefix: 'storehand',
      defaultCookieAttributes: { secure: cookies.isSecure },
      cookies: Object.fromEntries(
        ['session_token', 'session_data', 'account_data', 'dont_remember'].map((name) => [
          name,
          { name: cookies.named(name) },
        ]),
      ),
    },
    // It limits only the library's HTTP handler, which is not mounted.
    rateLimit: { enabled: false },
    user,
    session,
    account,
    verification,
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD.min,
      maxPasswordLength: PASSWORD.max,
      password: hashing,
    },
    plugins: [accessTokens(settings)],
  })
}

/** Returns the library for the main key of now, which can change while the server runs: it keeps the key that it was created with. */
export type CurrentLibrary = () => ReturnType<typeof libraryWith>

export function createLibrary(settings: LibrarySettings): CurrentLibrary {
  const currentKey = () => settings.secrets.mainKeys()[0] ?? ''
  let key = currentKey()
  let library = libraryWith(key, settings)
  return () => {
    if (key !== currentKey()) {
      key = currentKey()
      library = libraryWith(key, settings)
    }
    return library
  }
}
