// Sign-up and sign-in with a password for clients that use tokens instead of cookies.
import { AppError } from '#domain/errors.ts'
import type { Network } from '#domain/limits.ts'
import type { TokenSession, TokenSignUpInput } from '#domain/accounts/token-api.ts'
import type { SignInInput } from '#domain/accounts/accounts.ts'
import { updateUser } from '#data/accounts/users.ts'
import type { AuthAnswer } from '#gateways/accounts/auth.ts'
import type { Deps } from '../../deps.ts'
import type { LinkOptions } from '../send-account-code.ts'
import { openSession } from '../sessions/open-session.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'

export async function signUpForTokens(
  deps: Deps,
  { email, password, data }: TokenSignUpInput,
  request: Request,
  network: Network,
  options: LinkOptions,
): Promise<TokenSession> {
  const { first_name, last_name, ...metadata } = data
  const person = { email, password, first_name, last_name }
  const answer = await signUp(deps, person, request, network, options)
  if (answer.userId && Object.keys(metadata).length > 0) {
    await updateUser(deps.db.queries, answer.userId, { user_metadata: metadata })
  }
  return openSession(deps, sessionTokenOf(answer), 'password')
}

/** The same use case as on the sign-in page, with the same limits. */
export async function signInForTokens(
  deps: Deps,
  input: SignInInput,
  request: Request,
  network: Network,
): Promise<TokenSession> {
  const answer = await signIn(deps, input, request, network)
  return openSession(deps, sessionTokenOf(answer), 'password')
}

function sessionTokenOf({ sessionToken }: AuthAnswer): string {
  if (!sessionToken) throw new AppError('auth.unexpected')
  return sessionToken
}
