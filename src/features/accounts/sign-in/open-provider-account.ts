// Finds or creates the account for a person who signed in at a provider.
import { emailAddress } from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { ProviderClaims } from '#domain/accounts/providers.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { isDuplicate } from '#data/database.ts'
import { findIdentity, insertIdentity } from '#data/accounts/identities.ts'
import { findUserByEmail, type UserRow } from '#data/accounts/users.ts'
import type { Deps } from '../../deps.ts'
import { proveAddress } from '../first-proof.ts'
import { queueSecurityNotice } from '../record-security-event.ts'
import { hasSecondFactor } from '../sessions/read-bearer.ts'

/**
 * First by the provider's id of the person, which survives a change of address. Otherwise by email address, but only when the
 * provider has verified it: else an attacker could enter another person's address in a provider profile and sign in here.
 */
export async function accountOfProvider(
  deps: Deps,
  provider_id: string,
  claims: ProviderClaims,
): Promise<string> {
  const known = await findIdentity(deps.db.queries, provider_id, claims.sub)
  if (known) return known.user_id
  const email = emailAddress.safeParse(claims.email).data
  if (!email || !claims.email_verified) throw new AppError('provider.emailUnverified')
  const { user, isExisting } = await holderOf(deps, email, claims)
  try {
    await deps.db.transaction(async (tx) => {
      const effect = await proveAddress(deps, tx, user.id, null)
      // A second factor was not shown, and without it no sign-in method is added: the verified address opens the account each time.
      if (effect === 'wait' || (await hasSecondFactor(tx, user.id))) return
      await insertIdentity(tx, { user_id: user.id, provider_id, account_id: claims.sub })
      await insertAuditEvent(tx, null, {
        actor_id: user.id,
        action: 'user.provider_linked',
        resource_type: 'user',
        resource_id: user.id,
        details: { provider: provider_id },
      })
      // No notice for an account that was created just now.
      if (isExisting) await queueSecurityNotice(deps, tx, user.email, 'provider-added')
    })
  } catch (error) {
    // Two callbacks of the same person at the same time.
    if (!isDuplicate(error, 'credentials_account_key')) throw error
  }
  return user.id
}

/** A database trigger creates the profile with the account, as at sign-up. */
async function holderOf(
  deps: Deps,
  email: string,
  names: ProviderClaims,
): Promise<{ user: UserRow; isExisting: boolean }> {
  const { first_name, last_name } = names
  const existing = await findUserByEmail(deps.db.queries, email)
  if (existing) return { user: existing, isExisting: true }
  await deps.auth
    .createUser({ email, first_name, last_name, email_verified: true })
    .catch((error: unknown) => {
      if (!isDuplicate(error, 'users_email_key')) throw error
    })
  const made = await findUserByEmail(deps.db.queries, email)
  if (!made) throw new AppError('auth.unexpected')
  return { user: made, isExisting: false }
}
