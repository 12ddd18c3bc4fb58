// Sign-in with OpenID Connect providers, which the operator of the installation configures.
import { z } from 'zod'
import { t } from '../texts/text.ts'

/** The public part of a provider's configuration. */
export const providerName = z.object({ id: z.string(), name: z.string() })
export type ProviderName = z.output<typeof providerName>

/** How long a person may take at the provider. */
export const PROVIDER_FLOW_SECONDS = 600

/** Without TLS an attacker on the network could impersonate the provider; on localhost there is no network. */
const ISSUER =
  /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?)(?:\/[^\s?#]*)?$/

/** One entry of the setting OPENID_PROVIDERS. */
export const openIdProvider = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and dashes')
    .refine((id) => !['email', 'phone', 'web3', 'credential'].includes(id), 'is taken'),
  name: z.string().trim().min(1).max(40),
  issuer: z.string().regex(ISSUER, 'must look like https://accounts.example.com'),
  client_id: z.string().min(1).max(400),
  client_secret: z.string().min(1).max(2000).optional(),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/))
    .default(['openid', 'email', 'profile']),
})
export type OpenIdProvider = z.infer<typeof openIdProvider>

/** The claims of a provider's id token. */
export type ProviderClaims = {
  sub: string
  email: string | undefined
  /** Only an address that the provider itself has verified can open an account of that address. */
  email_verified: boolean
  first_name: string
  last_name: string
}

/** A provider may not know first and last name; the address replaces what is missing. */
export function namesOf(claims: {
  given_name?: unknown
  family_name?: unknown
  name?: unknown
  email?: unknown
}): { first_name: string; last_name: string } {
  // The database would refuse a half surrogate pair or a NUL.
  const text = (value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').trim().slice(0, 100).toWellFormed() : ''
  const whole = text(claims.name)
  const [first = '', ...rest] = whole.split(/\s+/)
  const local = text(claims.email).split('@')[0] ?? ''
  const first_name = text(claims.given_name) || first || local || t('account.firstNameUnknown')
  return {
    first_name,
    last_name: text(claims.family_name) || rest.join(' ') || t('account.lastNameUnknown'),
  }
}

/** Why a person returned from a provider without a session; the code is in the address, the screen shows its text. */
export const providerProblems = {
  refused: () => t('provider.refused'),
  expired: () => t('provider.flowInvalid'),
  unverified: () => t('provider.emailUnverified'),
  suspended: () => t('auth.suspended'),
  failed: () => t('provider.failed'),
} as const
export type ProviderProblem = keyof typeof providerProblems
export const isProviderProblem = (text: unknown): text is ProviderProblem =>
  typeof text === 'string' && Object.hasOwn(providerProblems, text)
