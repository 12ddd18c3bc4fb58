// The token API for clients without cookies, in the format of GoTrue and the public auth-js client.
import { z } from 'zod'
import { accountAddress, emailAddress, PASSWORD, password, personName } from './accounts.ts'
import { AppError } from '../errors.ts'
import { t } from '../texts/text.ts'
import { deviceAnswer } from './passkeys.ts'

export const ACCESS_SECONDS = 3600
/** A refresh whose answer was lost can be repeated within this time; a used token that comes later was stolen. */
export const REFRESH_REUSE_SECONDS = 10
const METADATA_MAX = 16_384

const CODE_HOURS = 1
/** Longer than a sign-in link: people do not wait for an invitation. */
const INVITE_HOURS = 72
/** The purpose of a mailed code. */
export const accountCodeKinds = [
  'signup',
  'magiclink',
  'recovery',
  'reauthentication',
  'email_change',
  'invite',
  /** The dashboard's link to choose a new password; it has no code. */
  'reset',
] as const
export type AccountCodeKind = (typeof accountCodeKinds)[number]
/** Mails that a person requests for an address. */
export const mailRequestKinds = [
  'signup',
  'magiclink',
  'recovery',
  'email_change',
  'reset',
  /** Not about an account: the links to the applications of an address. */
  'application_links',
] as const
export type MailRequestKind = (typeof mailRequestKinds)[number]
/** What a link proves depends on whether its client shows the verifier that the account's own session began with. */
export const flowProofKinds = ['signup', 'email_change'] as const
export type FlowProofKind = (typeof flowProofKinds)[number]

export const hoursOf = (kind: AccountCodeKind): number =>
  kind === 'invite' ? INVITE_HOURS : CODE_HOURS

export const verifyTypes = [
  'email',
  'magiclink',
  'signup',
  'invite',
  'recovery',
  'email_change',
] as const
export type VerifyType = (typeof verifyTypes)[number]

const signInKinds = ['magiclink', 'signup'] as const
/** The kinds of mail for a client's type names. */
export const kindsOfType: Record<VerifyType | 'reauthentication', readonly AccountCodeKind[]> = {
  email: signInKinds,
  magiclink: signInKinds,
  signup: signInKinds,
  invite: ['invite'],
  recovery: ['recovery'],
  email_change: ['email_change'],
  reauthentication: ['reauthentication'],
}

export const factorTypes = ['totp', 'recovery_code', 'webauthn'] as const
export type FactorType = (typeof factorTypes)[number]
export const FACTORS_MAX = 10
export const RECOVERY_CODES = 10
export const CHALLENGE_SECONDS = 300

export type EnrolledTotp = {
  id: string
  type: 'totp'
  friendly_name?: string
  /** The QR code of the secret as an SVG, which the client makes a data URL of. */
  totp: { qr_code: string; secret: string; uri: string }
}
export type EnrolledPasskey = { id: string; type: 'webauthn'; friendly_name?: string }
export type EnrolledCodes = {
  id: string
  type: 'recovery_code'
  friendly_name?: string
  total: number
  codes: string[]
}

export const assuranceLevels = ['aal1', 'aal2'] as const
export type AssuranceLevel = (typeof assuranceLevels)[number]
export type ProofMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'oauth'
  | 'web3'
  | 'totp'
  | 'mfa/recovery_code'
  | 'mfa/webauthn'
export type ProvenMethod = { method: ProofMethod; timestamp: number }
export type Metadata = Record<string, unknown>

/** An account in the client's format. */
export type TokenUser = {
  id: string
  aud: 'authenticated'
  role: 'authenticated'
  email: string
  phone: ''
  email_confirmed_at?: string
  confirmed_at?: string
  last_sign_in_at?: string
  banned_until?: string
  /** A change of address that waits for verification. */
  new_email?: string
  app_metadata: Metadata
  user_metadata: Metadata
  factors: {
    id: string
    friendly_name?: string
    factor_type: FactorType
    status: 'unverified' | 'verified'
    created_at: string
    updated_at: string
  }[]
  identities: {
    identity_id: string
    id: string
    user_id: string
    /** 'email', or the id of a configured provider. */
    provider: string
    identity_data: { sub: string; email: string; email_verified: boolean }
    created_at: string
    updated_at: string
  }[]
  is_anonymous: false
  created_at: string
  updated_at: string
}

export type TokenSession = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: TokenUser
}

/** The claims of an access token. */
export type AccessClaims = {
  sub: string
  email: string
  phone: ''
  role: 'authenticated'
  session_id: string
  aal: AssuranceLevel
  amr: ProvenMethod[]
  app_metadata: Metadata
  user_metadata: Metadata
  is_anonymous: false
}

export const signOutScopes = ['global', 'local', 'others'] as const
export type SignOutScope = (typeof signOutScopes)[number]

const sizeOf = (data: object) => JSON.stringify(data).length
const fits = (data: object) => sizeOf(data) <= METADATA_MAX
const tooLarge = { error: () => t('token.metadataTooLarge') }

/**
 * The metadata of an account after a change: the limit is for all of it, which is in every access token. Refused like
 * the `field` of a request that is too large by itself, unless there is no more of it than before.
 */
export function mergedMetadata(
  before: Metadata | undefined,
  changes: Metadata | null | undefined,
  field: string,
): Metadata {
  const merged = { ...before, ...changes }
  if (!fits(merged) && sizeOf(merged) > sizeOf(before ?? {})) {
    const message = tooLarge.error()
    throw new AppError('application.invalid', { values: { message }, fields: { [field]: message } })
  }
  return merged
}

/** The metadata that a client may store with an account. The names are columns of ours and validated as such. */
export const newUserData = z
  .looseObject({ first_name: personName('firstName'), last_name: personName('lastName') })
  .refine(fits, tooLarge)
export type NewUserData = z.infer<typeof newUserData>
const changedUserData = z
  .looseObject({
    first_name: personName('firstName').optional(),
    last_name: personName('lastName').optional(),
  })
  .refine(fits, tooLarge)

/** PKCE, by hash only: the plain method would send the verifier in the clear. */
const challenge = {
  code_challenge: z
    .string()
    .max(43)
    .regex(/^[\w-]{43}$/)
    .nullish(),
  code_challenge_method: z
    .string()
    .max(4)
    .regex(/^s256$/i)
    .nullish(),
}

export const otpInput = z.object({
  email: emailAddress,
  create_user: z.boolean().default(true),
  data: z.unknown().optional(),
  ...challenge,
})
export const recoverInput = z.object({ email: emailAddress, ...challenge })
export const resendInput = z.object({
  email: emailAddress,
  type: z.enum(['signup', 'email_change']),
  ...challenge,
})
export const verifyInput = z.union([
  z.object({ type: z.enum(verifyTypes), token_hash: z.string().min(1).max(200) }),
  z.object({ type: z.enum(verifyTypes), email: emailAddress, token: z.string().min(1).max(200) }),
])
export const idTokenGrantInput = z.object({
  provider: z.string().max(40),
  id_token: z.string().min(1).max(20_000),
  nonce: z.string().max(500).nullish(),
})
export type IdTokenGrantInput = z.infer<typeof idTokenGrantInput>

/** The query of an address that a browser opens. */
export const authorizeInput = z.object({
  provider: z.string().max(40),
  redirect_to: z.string().max(2000).optional(),
  ...challenge,
})
export const pkceGrantInput = z.object({
  auth_code: z.string().min(1).max(200),
  code_verifier: z.string().min(1).max(200),
})

export const tokenSignUpInput = z.object({
  email: emailAddress,
  password,
  data: newUserData,
  ...challenge,
})
export type TokenSignUpInput = z.infer<typeof tokenSignUpInput>

/** Only the form is checked: a refusal must not reveal which part was wrong. */
export const passwordGrantInput = z.object({
  email: accountAddress,
  password: z.string().max(PASSWORD.max),
})
export const refreshGrantInput = z.object({ refresh_token: z.string().min(1).max(200) })

export const userUpdateInput = z.object({
  email: emailAddress.nullish(),
  password: password.nullish(),
  nonce: z.string().max(20).nullish(),
  current_password: z.string().max(PASSWORD.max).nullish(),
  data: changedUserData.nullish(),
  ...challenge,
})
export type UserUpdateInput = z.infer<typeof userUpdateInput>

const friendlyName = z.string().trim().max(100).nullish()
export const enrollInput = z.object({
  factor_type: z.enum(['totp', 'webauthn']),
  friendly_name: friendlyName,
  issuer: z.string().trim().max(100).nullish(),
})
export type EnrollInput = z.infer<typeof enrollInput>
export const verifyFactorInput = z.union([
  z.object({ challenge_id: z.uuid(), code: z.string().max(20) }),
  z.object({
    challenge_id: z.uuid(),
    webauthn: z.object({ credential_response: deviceAnswer }),
  }),
])
export type VerifyFactorInput = z.infer<typeof verifyFactorInput>
export const recoveryCodesInput = z.object({ friendly_name: friendlyName })
export const recoveryCodeInput = z.object({ code: z.string().min(1).max(100) })
/** For a cookie's session. */
export const secondFactorInput = recoveryCodeInput

/** A duration in Go's format, as in GoTrue: `24h`, `1h30m`, or `none`. */
const DURATION = /^(?:none|(?:\d{1,7}(?:\.\d{1,3})?(?:h|m|s))+)$/
const UNIT_SECONDS: Record<string, number> = { h: 3600, m: 60, s: 1 }

/** 0 for `none`. */
export function banSeconds(duration: string): number {
  let seconds = 0
  for (const [, number = '', unit = ''] of duration.matchAll(/(\d{1,7}(?:\.\d{1,3})?)([hms])/g)) {
    seconds += Number(number) * (UNIT_SECONDS[unit] ?? 0)
  }
  return seconds
}

const managed = {
  password: password.nullish(),
  app_metadata: z.record(z.string(), z.unknown()).refine(fits, tooLarge).nullish(),
  email_confirm: z.boolean().nullish(),
  ban_duration: z.string().max(40).regex(DURATION).nullish(),
}
export const adminUserInput = z.object({
  ...managed,
  email: emailAddress,
  user_metadata: newUserData,
})
export type AdminUserInput = z.infer<typeof adminUserInput>
export const adminUserUpdate = z.object({
  ...managed,
  email: emailAddress.nullish(),
  user_metadata: changedUserData.nullish(),
})
export type AdminUserUpdate = z.infer<typeof adminUserUpdate>
export const deleteUserInput = z.object({ should_soft_delete: z.literal(false).optional() })

const given = z.looseObject({}).refine(fits, tooLarge).nullish()
export const inviteInput = z.object({ email: emailAddress, data: given })
export type InviteInput = z.infer<typeof inviteInput>
const asked = { email: emailAddress, data: given, redirect_to: z.string().max(2000).nullish() }
export const linkInput = z.discriminatedUnion('type', [
  z.object({ ...asked, type: z.literal('signup'), password }),
  z.object({ ...asked, type: z.enum(['invite', 'magiclink', 'recovery']) }),
  z.object({ ...asked, type: z.literal('email_change_new'), new_email: emailAddress }),
])
export type LinkInput = z.infer<typeof linkInput>
export type MadeLink = TokenUser & {
  action_link: string
  email_otp: string
  hashed_token: string
  verification_type: LinkInput['type']
  redirect_to: string
}

const wholeNumber = (otherwise: number, max: number) =>
  z.coerce.number().int().min(1).max(max).default(otherwise)
export const pageInput = z.object({
  page: wholeNumber(1, 1_000_000),
  per_page: wholeNumber(50, 1000),
})
