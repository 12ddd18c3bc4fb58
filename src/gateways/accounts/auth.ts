// Accounts, passwords and sessions: better-auth on our own tables.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { runWithTransaction } from '@better-auth/core/context'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { jwt } from 'better-auth/plugins/jwt'
import { generateSignedCookie } from 'hono/cookie'
import { parse, serializeSigned } from 'hono/utils/cookie'
import type { Context } from 'hono'
import type { Pool } from 'pg'
import { fewAtOnce } from '../few-at-once.ts'
import type { Secrets } from '../secrets.ts'
import { signingKeysIn } from './signing-keys.ts'
import { PASSWORD } from '#domain/accounts/accounts.ts'
import { SESSION } from '#domain/accounts/sessions.ts'
import type { AccessClaims } from '#domain/accounts/token-api.ts'

const SESSION_SECONDS = SESSION.absoluteSeconds

export type Auth = {
  /** signUp, signIn and signOut return the cookies to set, and throw AuthRefusal with the library's error code. */
  signUp(
    input: {
      email: string
      password: string
      first_name: string
      last_name: string
    },
    request: Request,
  ): Promise<AuthAnswer>
  signIn(input: { email: string; password: string }, request: Request): Promise<AuthAnswer>
  signOut(request: Request): Promise<AuthAnswer>
  /** Creates a session without a password, for a person who verified an address; returns the session token. */
  createSession(userId: string, userAgent: string): Promise<string>
  /** The Set-Cookie header of such a session, the same as after a sign-in with a password. */
  sessionCookie(sessionToken: string): Promise<string>
  /** Whether the password is right; undefined when the account has none. */
  isPassword(userId: string, password: string): Promise<boolean | undefined>
  /** The stored hash of a password. */
  hashPassword(password: string): Promise<string>
  setPassword(userId: string, password: string): Promise<void>
  /** Creates an account without a password; returns its id. The address must not be in use. */
  createUser(values: {
    email: string
    first_name: string
    last_name: string
    email_verified: boolean
  }): Promise<string>
  signToken(claims: AccessClaims, expiresAt: number): Promise<string>
  /** The claims of a valid access token of this installation; undefined for any other text. */
  verifyToken(token: string): Promise<AccessClaims | undefined>
  /** The public keys as a JSON Web Key Set. */
  publicKeys(): Promise<{ keys: object[] }>
  /** The session token of the request's cookie, after a check of its signature; undefined when there is none. */
  readSessionToken(context: Context): string | undefined
}

export type AuthAnswer = {
  userId: string | null
  /** The token in the cookie, for clients without cookies. */
  sessionToken: string | null
  cookies: string[]
}

export class AuthRefusal extends Error {
  override name = 'AuthRefusal'
  readonly code: string
  constructor(code: string, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

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

/**
 * Each takes 32 MB and a tenth of a second of a thread of Node's pool, whose four threads also read files and compress answers: half
 * of them stay free.
 */
const HASHED_AT_ONCE = { most: 2, waiting: 200 } as const

function inTurn(hashing: PasswordHashing): PasswordHashing {
  const run = fewAtOnce(HASHED_AT_ONCE)
  return {
    hash: (password) => run(() => hashing.hash(password)),
    verify: (data) => run(() => hashing.verify(data)),
  }
}

const ofLibrary: PasswordHashing = { hash: hashPassword, verify: verifyPassword }

export function createAuth({ pool, secrets, appUrl, hashing = ofLibrary }: AuthSettings): Auth {
  const password = inTurn(hashing)
  const currentKey = () => secrets.mainKeys()[0] ?? ''
  const secure = appUrl.startsWith('https:')
  const cookieNamed = (name: string) => `${secure ? '__Host-' : ''}storehand.${name}`
  const cookieName = cookieNamed('session_token')
  const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' }
  const libraryWith = (secret: string) =>
    betterAuth({
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
        defaultCookieAttributes: { secure },
        cookies: Object.fromEntries(
          ['session_token', 'session_data', 'account_data', 'dont_remember'].map((name) => [
            name,
            { name: cookieNamed(name) },
          ]),
        ),
      },
      // It limits only the library's HTTP handler, which is not mounted.
      rateLimit: { enabled: false },
      user: {
        modelName: 'users',
        fields: { ...timestamps, emailVerified: 'email_verified' },
        additionalFields: {
          first_name: { type: 'string', required: true },
          last_name: { type: 'string', required: true },
        },
      },
      session: {
        modelName: 'sessions',
        expiresIn: SESSION_SECONDS,
        disableSessionRefresh: true,
        fields: {
          ...timestamps,
          expiresAt: 'expires_at',
          ipAddress: 'ip_address',
          userAgent: 'user_agent',
          userId: 'user_id',
        },
      },
      account: {
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
      },
      verification: {
        modelName: 'auth_verifications',
        fields: { ...timestamps, expiresAt: 'expires_at' },
      },
      emailAndPassword: {
        enabled: true,
        minPasswordLength: PASSWORD.min,
        maxPasswordLength: PASSWORD.max,
        password,
      },
      plugins: [
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
        }),
      ],
    })

  let key = currentKey()
  let library = libraryWith(key)
  /** The library keeps the key that it was created with; the main key can change while the server runs. */
  const auth = () => {
    if (key !== currentKey()) {
      key = currentKey()
      library = libraryWith(key)
    }
    return library
  }

  // The library signs cookies the same way as Hono; reading the cookie here saves two queries per request.
  function sessionTokenIn(cookies: string): string | undefined {
    const signed = parse(cookies, cookieName)[cookieName]
    if (signed === undefined) return undefined
    for (const key of secrets.mainKeys()) {
      const token = signedText(signed, key)
      if (token) return token
    }
    return undefined
  }

  const refusal = (error: unknown): never => {
    if (error instanceof APIError)
      throw new AuthRefusal(String(error.body?.code ?? error.status), error)
    throw error
  }
  const answer = ({ headers, response }: { headers: Headers; response: unknown }): AuthAnswer => ({
    userId: userIdOf(response),
    sessionToken: sessionTokenOf(response),
    cookies: headers.getSetCookie(),
  })
  const createUser: Auth['createUser'] = async (person) => {
    const { internalAdapter } = await auth().$context
    const { email, first_name, last_name, email_verified } = person
    const name = `${first_name} ${last_name}`
    const values = { email, name, first_name, last_name, emailVerified: email_verified }
    const { id } = await internalAdapter.createUser(values, { method: 'email-otp' })
    return id
  }
  async function linkPassword(userId: string, hash: string): Promise<void> {
    const { internalAdapter } = await auth().$context
    await internalAdapter.linkAccount({
      userId,
      providerId: 'credential',
      accountId: userId,
      password: hash,
    })
  }
  const createSession: Auth['createSession'] = async (userId, userAgent) => {
    const { internalAdapter } = await auth().$context
    const { token } = await internalAdapter.createSession(userId, false, {
      ipAddress: '',
      userAgent,
    })
    return token
  }
  const sessionCookie: Auth['sessionCookie'] = (sessionToken) =>
    generateSignedCookie(cookieName, sessionToken, currentKey(), {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure,
      maxAge: SESSION_SECONDS,
    })
  async function begin(userId: string, request: Request): Promise<AuthAnswer> {
    const sessionToken = await createSession(userId, request.headers.get('user-agent') ?? '')
    return { userId, sessionToken, cookies: [await sessionCookie(sessionToken)] }
  }
  return {
    // Not by the library's own sign-up and sign-in, which refuse addresses that have mailboxes: those of domains such as .рф, and of
    // carriers that gave out names with two dots.
    async signUp({ email, password: given, first_name, last_name }, request) {
      // Outside of the transaction: while a hash waits for its turn nobody else could use that connection.
      const hash = await password.hash(given)
      const { adapter, internalAdapter } = await auth().$context
      if (await internalAdapter.findUserByEmail(email)) throw new AuthRefusal('USER_ALREADY_EXISTS')
      const userId = await runWithTransaction(adapter, async () => {
        const id = await createUser({ email, first_name, last_name, email_verified: false })
        await linkPassword(id, hash)
        return id
      }).catch((cause: unknown) => {
        throw new AuthRefusal('FAILED_TO_CREATE_USER', cause)
      })
      return begin(userId, request)
    },
    async signIn({ email, password: given }, request) {
      const { internalAdapter } = await auth().$context
      const found = await internalAdapter.findUserByEmail(email)
      const credential = found && (await internalAdapter.findCredentialAccount(found.user.id))
      const hash = credential?.password
      // As much work without an account.
      const isRight = hash
        ? await password.verify({ hash, password: given })
        : await password.hash(given).then(() => false)
      if (!isRight || !found) throw new AuthRefusal('INVALID_EMAIL_OR_PASSWORD')
      return begin(found.user.id, request)
    },
    async signOut(request) {
      const headers = new Headers(request.headers)
      const token = sessionTokenIn(headers.get('cookie') ?? '')
      // The library knows one key only, and the cookie may be signed with a previous one.
      if (token) {
        // Built as a Set-Cookie header, because the cookie's name requires these attributes; only its first part is
        // sent back.
        const signed = await serializeSigned(cookieName, token, currentKey(), { path: '/', secure })
        headers.set('cookie', signed.split(';', 1)[0] ?? '')
      }
      return auth().api.signOut({ headers, returnHeaders: true }).then(answer, refusal)
    },
    createSession,
    sessionCookie,
    async isPassword(userId, given) {
      const { internalAdapter, password } = await auth().$context
      const hash = (await internalAdapter.findCredentialAccount(userId))?.password
      return hash ? password.verify({ hash, password: given }) : undefined
    },
    async hashPassword(given) {
      const { password } = await auth().$context
      return password.hash(given)
    },
    async setPassword(userId, given) {
      const { internalAdapter, password } = await auth().$context
      const hash = await password.hash(given)
      if (await internalAdapter.findCredentialAccount(userId)) {
        await internalAdapter.updatePassword(userId, hash)
      } else {
        await linkPassword(userId, hash)
      }
    },
    createUser,
    async signToken(claims, expiresAt) {
      const payload = { ...claims, iat: Math.floor(Date.now() / 1000), exp: expiresAt }
      return (await auth().api.signJWT({ body: { payload } })).token
    },
    async verifyToken(token) {
      const { payload } = await auth().api.verifyJWT({ body: { token } })
      // Only signToken signs for this issuer and audience, so a valid token has its claims.
      return payload ? (payload as unknown as AccessClaims) : undefined
    },
    async publicKeys() {
      return { keys: (await auth().api.getJwks()).keys }
    },
    readSessionToken: (context) => sessionTokenIn(context.req.header('cookie') ?? ''),
  }
}

/** The text before its signature. Hono's own function makes a key and waits for another thread, for each request: 30 times the time. */
function signedText(signed: string, key: string): string | undefined {
  const end = signed.lastIndexOf('.')
  if (end === -1) return undefined
  const text = signed.slice(0, end)
  const given = Buffer.from(signed.slice(end + 1))
  const expected = Buffer.from(createHmac('sha256', key).update(text).digest('base64'))
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined
}

function sessionTokenOf(response: unknown): string | null {
  if (typeof response !== 'object' || response === null || !('token' in response)) return null
  return typeof response.token === 'string' ? response.token : null
}

function userIdOf(response: unknown): string | null {
  if (typeof response !== 'object' || response === null || !('user' in response)) return null
  const { user } = response
  return typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : null
}
