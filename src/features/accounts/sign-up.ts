// A new account, signed in at once.
import { AppError } from '#domain/errors.ts'
import type { SignUpInput } from '#domain/accounts.ts'
import { rateLimited, signUpUses, type Network } from '#domain/limits.ts'
import { insertUses } from '#data/usage.ts'
import { AuthRefusal, type AuthAnswer } from '#gateways/auth.ts'
import type { Deps } from '../deps.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'

/** The profile is made by the database itself, together with the account. */
export async function signUp(
  deps: Deps,
  input: SignUpInput,
  request: Request,
  network: Network,
): Promise<AuthAnswer> {
  const over = await insertUses(deps.db.queries, signUpUses(network))
  if (over) throw rateLimited(over, deps.clock.now())
  await refuseCommonPassword(input.password)
  try {
    return await deps.auth.signUp(input, request).catch((error: unknown) => {
      const wasRaced = error instanceof AuthRefusal && error.code === 'FAILED_TO_CREATE_USER'
      // The same address at the same moment: asked again, the library finds it taken.
      if (wasRaced) return deps.auth.signUp(input, request)
      throw error
    })
  } catch (error) {
    if (error instanceof AuthRefusal && error.code.startsWith('USER_ALREADY_EXISTS')) {
      throw new AppError('auth.emailTaken', { cause: error })
    }
    throw new AppError('auth.unexpected', { cause: error })
  }
}
