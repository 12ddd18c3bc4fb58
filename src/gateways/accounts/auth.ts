// Accounts, passwords and sessions: better-auth on our own tables.
import { runWithTransaction } from '@better-auth/core/context'
import { APIError } from 'better-auth/api'
import type { Context } from 'hono'
import { createAccessTokens, type AccessTokens } from './access-tokens.ts'
import {
  createLibrary,
  inTurn,
  libraryHashing,
  type AuthSettings,
  type CurrentLibrary,
  type PasswordHashing,
} from './auth-library.ts'
import { createSessionCookies, type SessionCookies } from './session-cookies.ts'
import { createStoredPasswords, linkPassword, type StoredPasswords } from './stored-passwords.ts'

export type Auth = SignIns &
  Sessions &
  StoredPasswords &
  AccessTokens & {
    /** Creates an account without a password; returns its id. The address must not be in use. */
    createUser(values: {
      email: string
      first_name: string
      last_name: string
      email_verified: boolean
    }): Promise<string>
  }

/** These return the cookies to set, and throw AuthRefusal with the library's error code. */
type SignIns = {
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
}

type Sessions = {
  /** Creates a session without a password, for a person who verified an address; returns the session token. */
  createSession(userId: string, userAgent: string): Promise<string>
  /** The Set-Cookie header of such a session, the same as after a sign-in with a password. */
  sessionCookie(sessionToken: string): Promise<string>
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

export function createAuth({
  pool,
  secrets,
  appUrl,
  hashing = libraryHashing,
}: AuthSettings): Auth {
  const cookies = createSessionCookies(secrets, appUrl)
  const password = inTurn(hashing)
  const library = createLibrary({ pool, secrets, appUrl, hashing: password, cookies })
  const sessions = createSessions(library, cookies)
  return {
    ...createSignIns(library, { password, cookies, sessions }),
    ...sessions,
    ...createStoredPasswords(library),
    ...createAccessTokens(library),
    createUser: (person) => createUser(library, person),
  }
}

const createSessions = (library: CurrentLibrary, cookies: SessionCookies): Sessions => ({
  async createSession(userId, userAgent) {
    const { internalAdapter } = await library().$context
    const { token } = await internalAdapter.createSession(userId, false, {
      ipAddress: '',
      userAgent,
    })
    return token
  },
  sessionCookie: (sessionToken) => cookies.setCookie(sessionToken),
  readSessionToken: (context) => cookies.tokenIn(context.req.header('cookie') ?? ''),
})

async function createUser(
  library: CurrentLibrary,
  person: Parameters<Auth['createUser']>[0],
): Promise<string> {
  const { internalAdapter } = await library().$context
  const { email, first_name, last_name, email_verified } = person
  const name = `${first_name} ${last_name}`
  const values = { email, name, first_name, last_name, emailVerified: email_verified }
  const { id } = await internalAdapter.createUser(values, { method: 'email-otp' })
  return id
}

function createSignIns(
  library: CurrentLibrary,
  {
    password,
    cookies,
    sessions,
  }: { password: PasswordHashing; cookies: SessionCookies; sessions: Sessions },
): SignIns {
  async function begin(userId: string, request: Request): Promise<AuthAnswer> {
    const userAgent = request.headers.get('user-agent') ?? ''
    const sessionToken = await sessions.createSession(userId, userAgent)
    return { userId, sessionToken, cookies: [await cookies.setCookie(sessionToken)] }
  }
  return {
    // Not by the library's own sign-up and sign-in, which refuse addresses that have mailboxes: those of domains such as .рф, and of
    // carriers that gave out names with two dots.
    async signUp({ email, password: given, first_name, last_name }, request) {
      // Outside of the transaction: while a hash waits for its turn nobody else could use that connection.
      const hash = await password.hash(given)
      const { adapter, internalAdapter } = await library().$context
      if (await internalAdapter.findUserByEmail(email)) throw new AuthRefusal('USER_ALREADY_EXISTS')
      const userId = await runWithTransaction(adapter, async () => {
        const person = { email, first_name, last_name, email_verified: false }
        const id = await createUser(library, person)
        await linkPassword(library, id, hash)
        return id
      }).catch((cause: unknown) => {
        throw new AuthRefusal('FAILED_TO_CREATE_USER', cause)
      })
      return begin(userId, request)
    },
    async signIn({ email, password: given }, request) {
      const { internalAdapter } = await library().$context
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
      const token = cookies.tokenIn(headers.get('cookie') ?? '')
      // The library knows one key only, and the cookie may be signed with a previous one.
      if (token) headers.set('cookie', await cookies.cookie(token))
      return library().api.signOut({ headers, returnHeaders: true }).then(answer, refusal)
    },
  }
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

function sessionTokenOf(response: unknown): string | null {
  if (typeof response !== 'object' || response === null || !('token' in response)) return null
  return typeof response.token === 'string' ? response.token : null
}

function userIdOf(response: unknown): string | null {
  if (typeof response !== 'object' || response === null || !('user' in response)) return null
  const { user } = response
  return typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : null
}
