// Accounts, passwords and sessions, by a well-kept library on our own tables.
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { getSignedCookie } from 'hono/cookie'
import type { Context } from 'hono'
import type { Pool } from 'pg'
import { PASSWORD } from '#domain/accounts.ts'

/** Seven days, whatever the person does; then sign in again. */
const SESSION_SECONDS = 7 * 24 * 3600
export const RESET_SECONDS = 3600

export type Auth = {
  /** Each answers with the cookies to set. They throw AuthRefusal with the library's code. */
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
  requestReset(email: string): Promise<void>
  resetPassword(input: { token: string; password: string }): Promise<void>
  /** Whether this is the password of whoever the request's session belongs to. */
  checkPassword(password: string, request: Request): Promise<boolean>
  /** The session token in a request's cookie, its signature checked; undefined when there is none. */
  readSessionToken(context: Context): Promise<string | undefined>
}

export type AuthAnswer = { userId: string | null; cookies: string[] }

export class AuthRefusal extends Error {
  override name = 'AuthRefusal'
  readonly code: string
  constructor(code: string, cause: unknown) {
    super(code, { cause })
    this.code = code
  }
}

export type AuthSettings = {
  pool: Pool
  secret: string
  appUrl: string
  /** Queues the mail with the reset link; the library calls it only for addresses that have an account. */
  sendReset: (person: { email: string; name: string }, token: string) => Promise<void>
}

export function createAuth({ pool, secret, appUrl, sendReset }: AuthSettings): Auth {
  const secure = appUrl.startsWith('https:')
  const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' }
  const auth = betterAuth({
    appName: 'Storehand',
    baseURL: appUrl,
    basePath: '/api/auth',
    secret,
    database: pool,
    telemetry: { enabled: false },
    // It would print addresses; what fails is logged once, by the HTTP floor.
    logger: { disabled: true },
    trustedOrigins: [appUrl],
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: secure,
      cookiePrefix: 'storehand',
    },
    // It counts calls of its own HTTP handler, which is not mounted.
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
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => sendReset(user, token),
    },
  })

  const refusal = (error: unknown): never => {
    if (error instanceof APIError)
      throw new AuthRefusal(String(error.body?.code ?? error.status), error)
    throw error
  }
  const answer = ({ headers, response }: { headers: Headers; response: unknown }): AuthAnswer => ({
    userId: userIdOf(response),
    cookies: headers.getSetCookie(),
  })
  const cookieName = `${secure ? '__Secure-' : ''}storehand.session_token`

  return {
    signUp: ({ email, password, first_name, last_name }, request) =>
      auth.api
        .signUpEmail({
          body: { email, password, name: `${first_name} ${last_name}`, first_name, last_name },
          headers: request.headers,
          returnHeaders: true,
        })
        .then(answer, refusal),
    signIn: (body, request) =>
      auth.api
        .signInEmail({ body, headers: request.headers, returnHeaders: true })
        .then(answer, refusal),
    signOut: (request) =>
      auth.api.signOut({ headers: request.headers, returnHeaders: true }).then(answer, refusal),
    async requestReset(email) {
      await auth.api.requestPasswordReset({ body: { email } }).catch(refusal)
    },
    async resetPassword({ token, password }) {
      await auth.api.resetPassword({ body: { token, newPassword: password } }).catch(refusal)
    },
    async checkPassword(password, request) {
      try {
        return (await auth.api.verifyPassword({ body: { password }, headers: request.headers }))
          .status
      } catch (error) {
        if (error instanceof APIError) return false
        throw error
      }
    },
    // The library signs its cookie the way Hono does; reading it here saves two queries a request.
    async readSessionToken(context) {
      return (await getSignedCookie(context, secret, cookieName)) || undefined
    },
  }
}

function userIdOf(response: unknown): string | null {
  if (typeof response !== 'object' || response === null || !('user' in response)) return null
  const { user } = response
  return typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : null
}
