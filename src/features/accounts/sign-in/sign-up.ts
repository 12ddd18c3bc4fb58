// Creates an account and signs in.
import { AppError } from '#domain/errors.ts'
import type { SignUpInput } from '#domain/accounts/accounts.ts'
import { rateLimited, type Network } from '#domain/limits.ts'
import { signUpUses } from '#domain/accounts/account-limits.ts'
import { insertUses } from '#data/rate-limits.ts'
import { AuthRefusal, type AuthAnswer } from '#gateways/accounts/auth.ts'
import type { Deps } from '../../deps.ts'
import { requestConfirmation } from '../mail-requests.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'
import type { LinkOptions } from '../send-account-code.ts'
import { updateProofMethod } from './sign-in.ts'

/**
 * A database trigger creates the profile with the account. A mail asks to verify the address; the account works without it.
 */
export async function signUp(
  deps: Deps,
  input: SignUpInput,
  request: Request,
  network: Network,
  options: LinkOptions = { isForPage: true, redirectTo: '/account' },
): Promise<AuthAnswer> {
  const over = await insertUses(deps.db.queries, signUpUses(network))
  if (over) throw rateLimited(over, deps.clock.now())
  await refuseCommonPassword(input.password)
  const answer = await create(deps, input, request)
  if (answer.sessionToken) {
    const session = await updateProofMethod(deps, answer.sessionToken, 'password')
    await requestConfirmation(deps, input.email, session?.id ?? null, network, options)
  }
  return answer
}

async function create(deps: Deps, input: SignUpInput, request: Request): Promise<AuthAnswer> {
  try {
    return await deps.auth.signUp(input, request).catch((error: unknown) => {
      const wasRaced = error instanceof AuthRefusal && error.code === 'FAILED_TO_CREATE_USER'
      // Two sign-ups with the same address at the same time: on a retry the library reports the address as taken.
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
