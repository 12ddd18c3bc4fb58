// Signing in by password, and out again.
import { AppError } from '#domain/errors.ts'
import type { SignInInput } from '#domain/accounts.ts'
import { AuthRefusal, type AuthAnswer } from '#gateways/auth.ts'
import type { Deps } from '../deps.ts'

/** One text for an unknown address and a wrong password; the library spends the same time on both. */
export async function signIn(
  deps: Deps,
  input: SignInInput,
  request: Request,
): Promise<AuthAnswer> {
  try {
    return await deps.auth.signIn(input, request)
  } catch (error) {
    if (error instanceof AuthRefusal) throw new AppError('auth.badCredentials', { cause: error })
    throw error
  }
}

export async function signOut(deps: Deps, request: Request): Promise<AuthAnswer> {
  try {
    return await deps.auth.signOut(request)
  } catch (error) {
    throw new AppError('auth.signOutFailed', { cause: error })
  }
}
