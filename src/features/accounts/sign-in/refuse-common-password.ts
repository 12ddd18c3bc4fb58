// Rejects common passwords.
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import { isCommonPassword } from '#gateways/accounts/common-passwords.ts'

/** Throws AppError application.invalid with the field `password`. Only for new passwords: old ones still sign in. */
export async function refuseCommonPassword(password: string): Promise<void> {
  if (!(await isCommonPassword(password))) return
  const message = t('auth.passwordCommon')
  throw new AppError('application.invalid', { values: { message }, fields: { password: message } })
}
