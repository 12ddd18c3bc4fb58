// Which account of ours an account at a provider opens; a new one where there is none.
import { emailAddress } from '#domain/accounts/accounts.ts'
import { AppError } from '#domain/errors.ts'
import type { ProviderClaims } from '#domain/accounts/providers.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { isDuplicate } from '#data/database.ts'
import { findIdentity, insertIdentity } from '#data/accounts/identities.ts'
import { findUserByEmail, type UserRow } from '#data/accounts/users.ts'
import type { Deps } from '../../deps.ts'
import { proveAddress } from '../first-proof.ts'
import { queueSecurityNotice } from '../note-security.ts'

/**
 * By the provider's own id of the person first, so that a changed address changes nothing. Else by the address, and then only
 * where the provider has proved it: otherwise whoever writes a stranger's address into a profile there gets in here.
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
  const { user, held } = await holderOf(deps, email, claims)
  try {
    await deps.db.transaction(async (tx) => {
      const effect = await proveAddress(deps, tx, user.id, null)
      // The provider's word opens the account to whoever shows the second factor, and becomes no way in of its own before.
      if (effect === 'wait') return
      await insertIdentity(tx, { user_id: user.id, provider_id, account_id: claims.sub })
      await insertAuditEvent(tx, null, {
        actor_id: user.id,
        action: 'user.provider_linked',
        resource_type: 'user',
        resource_id: user.id,
        details: { provider: provider_id },
      })
      // Who begins with the provider has nothing else that it could be added to.
      if (held) await queueSecurityNotice(deps, tx, user.email, 'provider-added')
    })
  } catch (error) {
    // The same person came back twice at the same moment.
    if (!isDuplicate(error, 'credentials_account_key')) throw error
  }
  return user.id
}

/** The profile is made by the database itself, together with the account, as at sign-up. */
async function holderOf(
  deps: Deps,
  email: string,
  names: ProviderClaims,
): Promise<{ user: UserRow; held: boolean }> {
  const { first_name, last_name } = names
  const held = await findUserByEmail(deps.db.queries, email)
  if (held) return { user: held, held: true }
  await deps.auth
    .createUser({ email, first_name, last_name, email_verified: true })
    .catch((error: unknown) => {
      if (!isDuplicate(error, 'users_email_key')) throw error
    })
  const made = await findUserByEmail(deps.db.queries, email)
  if (!made) throw new AppError('auth.unexpected')
  return { user: made, held: false }
}
