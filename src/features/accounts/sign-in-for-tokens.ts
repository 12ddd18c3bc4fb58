// Signing up and in by password, answered with tokens instead of cookies.
import { AppError } from '#domain/errors.ts'
import { SIGN_IN_FAILURES, type TokenSession, type TokenSignUpInput } from '#domain/token-api.ts'
import type { SignInInput } from '#domain/accounts.ts'
import { countUses, insertUse } from '#data/usage.ts'
import { updateUser } from '#data/users.ts'
import type { AuthAnswer } from '#gateways/auth.ts'
import type { Deps } from '../deps.ts'
import { openSession } from './open-session.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'

export async function signUpForTokens(
  deps: Deps,
  { email, password, data }: TokenSignUpInput,
  request: Request,
): Promise<TokenSession> {
  const { first_name, last_name, ...metadata } = data
  const answer = await signUp(deps, { email, password, first_name, last_name }, request)
  if (answer.userId && Object.keys(metadata).length > 0) {
    await updateUser(deps.db.queries, answer.userId, { user_metadata: metadata })
  }
  return openSession(deps, sessionTokenOf(answer), 'password')
}

export async function signInForTokens(
  deps: Deps,
  input: SignInInput,
  request: Request,
): Promise<TokenSession> {
  const { most, seconds } = SIGN_IN_FAILURES
  const key = `sign-in failures ${input.email}`
  if ((await countUses(deps.db.queries, key, seconds)) >= most) {
    throw new AppError('server.rateLimited')
  }
  const answer = await signIn(deps, input, request).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'auth.badCredentials') {
      await insertUse(deps.db.queries, key, seconds)
    }
    throw error
  })
  return openSession(deps, sessionTokenOf(answer), 'password')
}

function sessionTokenOf({ sessionToken }: AuthAnswer): string {
  if (!sessionToken) throw new AppError('auth.unexpected')
  return sessionToken
}
