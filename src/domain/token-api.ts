// The token API for clients without cookies: GoTrue's words, as the public auth-js client speaks them.
import { z } from 'zod'
import { EMAIL_MAX, emailAddress, PASSWORD, password, personName } from './accounts.ts'
import { messages } from './messages.ts'

export const ACCESS_SECONDS = 3600
/** A refresh whose answer was lost can be asked for again this long; later, a used token is a stolen one. */
export const REFRESH_REUSE_SECONDS = 10
/** Wrong passwords for one address before it has to wait; a right one in between does not help. */
export const SIGN_IN_FAILURES = { most: 10, seconds: 900 } as const
const METADATA_MAX = 16_384

export type AssuranceLevel = 'aal1' | 'aal2'
export type ProofMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'totp'
  | 'mfa/recovery_code'
export type ProvenMethod = { method: ProofMethod; timestamp: number }
export type Metadata = Record<string, unknown>

/** An account as the client knows it. */
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
  app_metadata: Metadata
  user_metadata: Metadata
  identities: {
    identity_id: string
    id: string
    user_id: string
    provider: 'email'
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

/** What an access token says of its bearer. */
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

const fits = (data: object) => JSON.stringify(data).length <= METADATA_MAX
const tooLarge = messages['token.metadataTooLarge']

/** What a client may keep with an account. The names are columns of ours and checked as such. */
export const newUserData = z
  .looseObject({ first_name: personName('First name'), last_name: personName('Last name') })
  .refine(fits, tooLarge)
const changedUserData = z
  .looseObject({
    first_name: personName('First name').optional(),
    last_name: personName('Last name').optional(),
  })
  .refine(fits, tooLarge)

export const tokenSignUpInput = z.object({ email: emailAddress, password, data: newUserData })
export type TokenSignUpInput = z.infer<typeof tokenSignUpInput>

/** Only shape is checked: a refusal must not tell which part was wrong. */
export const passwordGrantInput = z.object({
  email: z
    .string()
    .max(EMAIL_MAX)
    .transform((text) => text.trim().normalize('NFC').toLowerCase()),
  password: z.string().max(PASSWORD.max),
})
export const refreshGrantInput = z.object({ refresh_token: z.string().min(1).max(200) })

export const userUpdateInput = z.object({
  password: password.nullish(),
  data: changedUserData.nullish(),
})
export type UserUpdateInput = z.infer<typeof userUpdateInput>
