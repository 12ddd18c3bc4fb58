// A new password that everybody tries first is none.
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import { isCommonPassword } from '#gateways/accounts/common-passwords.ts'

/** Throws, at the field. Asked wherever a password is chosen, and nowhere else: old ones still open their accounts. */
export async function refuseCommonPassword(password: string): Promise<void> {
  if (!(await isCommonPassword(password))) return
  const message = t('auth.passwordCommon')
  throw new AppError('application.invalid', { values: { message }, fields: { password: message } })
}
