// Accounts and profiles: their types, and the limits of names and passwords.
import { z } from 'zod'
import { EMAIL_MAX, readEmailAddress } from './email-address.ts'
import { roles, type Role } from './access.ts'
import { brand } from '../organizations/brand.ts'
import { languages } from '../texts/locale.ts'
import { t } from '../texts/text.ts'
import { isWalletEmail } from './wallets.ts'
import { tooLong, type FieldName } from '../too-long.ts'

export const PASSWORD = { min: 6, max: 128 } as const
export const PERSON_NAME_MAX = 100

/** One text for each mailbox, by which addresses are compared. */
export const emailAddress = z
  .string({ error: () => t('auth.emailInvalid') })
  .trim()
  .max(EMAIL_MAX, tooLong('email', EMAIL_MAX))
  .transform((typed) => readEmailAddress(typed) ?? '')
  .pipe(z.string().min(1, { error: () => t('auth.emailInvalid') }))
  // The addresses of wallet accounts: they get no mail, so a person who typed one would hold another person's account.
  .refine((email) => !isWalletEmail(email), { error: () => t('auth.emailInvalid') })

/** Of an account that should be there: what is no address is refused later, in the same words as an unknown one. */
export const accountAddress = z
  .string()
  .max(EMAIL_MAX)
  .transform((typed) => readEmailAddress(typed) ?? typed.trim().toLowerCase())

const profile = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  organization_id: z.string().nullable(),
  role: z.enum(roles),
  is_approved: z.boolean(),
  approved_by: z.string().nullable(),
  approved_at: z.string().nullable(),
  created_at: z.string(),
})
export type Profile = z.output<typeof profile>

/** The answer of `GET /api/session`: the current person, or nulls. */
export const sessionView = z.object({
  user: z
    .object({
      id: z.string(),
      email: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      /** When the account will be deleted, if its owner has closed it. */
      closes_at: z.string().nullable(),
      /** Whether a person with this account has proved that they read the mail of its address. */
      email_confirmed: z.boolean(),
      /** The person's language for the dashboard and mails; absent when the browser decides. */
      language: z.enum(languages).optional(),
    })
    .nullable(),
  profile: profile.nullable(),
  organization: z
    .object({
      id: z.string(),
      slug: z.string(),
      /** The language of its ads; absent when no owner has set it. */
      language: z.enum(languages).optional(),
    })
    .extend(brand.shape)
    .nullable(),
  /** The organization that a person has requested to join; absent without a request. */
  join_request: z.object({ organization_name: z.string() }).optional(),
  /** For members: the position from which the live stream must start, so that no change after this answer is missed. */
  live_after: z.string().optional(),
})
export type SessionView = z.output<typeof sessionView>

/** The state of the authenticator app on the account page. */
export const secondFactorView = z.object({
  /** Null without one. */
  since: z.string().nullable(),
  /** Null when the person has no recovery codes. */
  recovery_codes: z.object({ total: z.number(), remaining: z.number() }).nullable(),
})
export type SecondFactorView = z.output<typeof secondFactorView>
/** For the phone to scan as a QR code, or to type; returned once. */
export const secondFactorOffer = z.object({
  factor_id: z.string(),
  secret: z.string(),
  uri: z.string(),
})
export type SecondFactorOffer = z.output<typeof secondFactorOffer>
export const recoveryCodes = z.object({ codes: z.array(z.string()) })
export type RecoveryCodes = z.output<typeof recoveryCodes>

export const roleLabel = (role: Role): string => t(`role.${role}`)

export const password = z
  .string({ error: () => t('auth.passwordTooShort') })
  .min(PASSWORD.min, { error: () => t('auth.passwordTooShort') })
  .max(PASSWORD.max, { error: () => t('auth.passwordTooLong') })

export const personName = (label: FieldName) =>
  z
    .string({ error: () => t('auth.nameRequired') })
    .trim()
    .min(1, { error: () => t('auth.nameRequired') })
    .max(PERSON_NAME_MAX, tooLong(label, PERSON_NAME_MAX))

export const signUpInput = z.object({
  email: emailAddress,
  password,
  first_name: personName('firstName'),
  last_name: personName('lastName'),
})
export type SignUpInput = z.infer<typeof signUpInput>

/** Only the form is checked at sign-in: a refusal must not reveal which part was wrong. */
export const signInInput = z.object({
  email: accountAddress,
  password: z.string().max(PASSWORD.max),
})
export type SignInInput = z.infer<typeof signInInput>

export const requestResetInput = z.object({ email: emailAddress })
export const resetPasswordInput = z.object({ token: z.string().min(1).max(200), password })
export const confirmFactorInput = z.object({ factor_id: z.uuid(), code: z.string().max(20) })
/** The password, a code of the authenticator app, or a recovery code: required again before a second factor changes. */
export const proofInput = z.object({ proof: z.string().min(1).max(PASSWORD.max) })
export const changePasswordInput = z.object({
  current_password: z.string().max(PASSWORD.max),
  password,
})
export type ChangePasswordInput = z.infer<typeof changePasswordInput>
export const namesInput = z.object({
  first_name: personName('firstName'),
  last_name: personName('lastName'),
})
export type NamesInput = z.infer<typeof namesInput>
/** Null: the browser's language. */
export const languageInput = z.object({ language: z.enum(languages).nullable() })
export type LanguageInput = z.output<typeof languageInput>
/** The same, required only when the session is not fresh. */
export const freshProofInput = z.object({ proof: z.string().max(PASSWORD.max).optional() })
export const confirmAddressInput = z.object({ code: z.string().max(20) })
/** `proof`: the password or a code; left out when the session is fresh. */
export const newAddressInput = z.object({
  email: emailAddress,
  proof: z.string().max(PASSWORD.max).optional(),
})
export type NewAddressInput = z.infer<typeof newAddressInput>
export const confirmNewAddressInput = z.object({ email: emailAddress, code: z.string().max(20) })
export type ConfirmNewAddressInput = z.infer<typeof confirmNewAddressInput>
/** Until then another request sends no further mail. */
export const confirmAddressView = z.object({ sent: z.boolean(), next_at: z.string() })
export type ConfirmAddressView = z.output<typeof confirmAddressView>
/** Required again before an action that cannot be undone. */
export const closeAccountInput = z.object({ password: z.string().max(PASSWORD.max) })
