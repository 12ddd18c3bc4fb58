// What a refusal becomes under /auth/v1: the status and error code that the auth-js client looks for.
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppError } from '#domain/errors.ts'
import { t, type TextCode } from '#domain/texts/text.ts'
import type { Ctx } from '../../context.ts'
import { asAppError, setRetryAfter, statusFor } from '../../errors.ts'

const translated: Partial<Record<TextCode, [status: ContentfulStatusCode, errorCode: string]>> = {
  'auth.badCredentials': [400, 'invalid_credentials'],
  'auth.emailTaken': [422, 'user_already_exists'],
  'auth.suspended': [403, 'user_banned'],
  'account.passwordWrong': [400, 'invalid_credentials'],
  'passkey.proofNeeded': [400, 'reauthentication_needed'],
  'factor.proofWrong': [400, 'invalid_credentials'],
  'token.missing': [401, 'no_authorization'],
  'token.invalid': [403, 'bad_jwt'],
  'token.sessionMissing': [403, 'session_not_found'],
  'token.refreshMissing': [400, 'refresh_token_not_found'],
  'token.refreshUsed': [400, 'refresh_token_already_used'],
  'token.codeInvalid': [403, 'otp_expired'],
  'token.emailExists': [422, 'email_exists'],
  'token.flowMissing': [404, 'flow_state_not_found'],
  'token.flowExpired': [422, 'flow_state_expired'],
  'token.verifierWrong': [400, 'bad_code_verifier'],
  'token.reauthenticationNeeded': [400, 'reauthentication_needed'],
  'token.reauthenticationInvalid': [422, 'reauthentication_not_valid'],
  'token.samePassword': [422, 'same_password'],
  'token.notOperator': [403, 'not_admin'],
  'user.missing': [404, 'user_not_found'],
  'user.onlyOwner': [409, 'conflict'],
  'passkey.refused': [422, 'mfa_verification_failed'],
  'passkey.challengeExpired': [422, 'mfa_challenge_expired'],
  'provider.missing': [400, 'provider_disabled'],
  'provider.flowInvalid': [400, 'bad_oauth_state'],
  'provider.failed': [500, 'bad_oauth_callback'],
  'provider.emailUnverified': [403, 'provider_email_needs_verification'],
  'wallet.invalid': [400, 'bad_web3_signature'],
  'provider.tokenInvalid': [400, 'bad_jwt'],
  'factor.missing': [404, 'mfa_factor_not_found'],
  'factor.nameTaken': [422, 'mfa_factor_name_conflict'],
  'factor.tooMany': [403, 'too_many_enrolled_mfa_factors'],
  'factor.codeWrong': [422, 'mfa_verification_failed'],
  'factor.challengeExpired': [422, 'mfa_challenge_expired'],
  'factor.needed': [403, 'insufficient_aal'],
  'factor.soleFactor': [422, 'mfa_recovery_codes_sole_factor'],
  'factor.codesExist': [422, 'mfa_verified_factor_exists'],
  'factor.locked': [429, 'mfa_recovery_codes_locked'],
  'server.rateLimited': [429, 'over_request_rate_limit'],
  'server.unexpected': [500, 'unexpected_failure'],
}

const weak = (): readonly string[] => [
  t('auth.passwordTooShort'),
  t('auth.passwordTooLong'),
  t('auth.passwordCommon'),
]

/**
 * The status by the first field, which is also the one in the message: a request is validated before any use case runs.
 */
function fieldCode({ fields }: AppError): [ContentfulStatusCode, string] | undefined {
  const [[field, text] = []] = Object.entries(fields)
  if (field === 'password' && text && weak().includes(text)) return [422, 'weak_password']
  if (field === 'email' && text === t('auth.emailInvalid')) {
    return [400, 'email_address_invalid']
  }
}

/** The HTTP status and the error code of the token API. */
export const tokenErrorMessage = (refusal: AppError): [ContentfulStatusCode, string] =>
  translated[refusal.code] ?? fieldCode(refusal) ?? [statusFor(refusal), 'validation_failed']

export function answerTokenError(error: unknown, c: Ctx): Response {
  const request_id = c.var.requestId
  const refusal = asAppError(error, c)
  const [status, error_code] = tokenErrorMessage(refusal)
  setRetryAfter(c, refusal)
  c.header('Cache-Control', 'no-store')
  return c.json(
    {
      code: status,
      error_code,
      msg: refusal.message,
      request_id,
      ...(error_code === 'weak_password' && {
        weak_password: { message: refusal.message, reasons: ['length'] },
      }),
    },
    status,
  )
}
