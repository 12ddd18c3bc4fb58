// An account in the words of the token API.
import { AppError } from '#domain/errors.ts'
import type { TokenUser } from '#domain/token-api.ts'
import { findPendingEmail } from '#data/account-codes.ts'
import { listFactors, type FactorRow } from '#data/factors.ts'
import { listIdentities, type IdentityRow } from '#data/identities.ts'
import { findUser, type UserRow } from '#data/users.ts'
import type { Deps } from '../deps.ts'

export async function readUser(deps: Deps, userId: string): Promise<TokenUser> {
  const user = await findUser(deps.db.queries, userId)
  if (!user) throw new AppError('token.sessionMissing')
  const pending = await findPendingEmail(deps.db.queries, userId, deps.clock.now())
  const factors = await listFactors(deps.db.queries, userId)
  const linked = await listIdentities(deps.db.queries, [userId])
  return { ...userView(user, factors, linked), ...(pending && { new_email: pending.email }) }
}

export function userView(
  user: UserRow,
  factors: readonly FactorRow[],
  linked: readonly IdentityRow[],
): TokenUser {
  const { id, email, created_at, updated_at } = user
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    ...(user.email_confirmed_at && {
      email_confirmed_at: user.email_confirmed_at,
      confirmed_at: user.email_confirmed_at,
    }),
    ...(user.last_sign_in_at && { last_sign_in_at: user.last_sign_in_at }),
    ...(user.banned_until && { banned_until: user.banned_until }),
    app_metadata: {
      ...user.app_metadata,
      provider: 'email',
      providers: ['email', ...new Set(linked.map(({ provider_id }) => provider_id))],
    },
    user_metadata: {
      ...user.user_metadata,
      first_name: user.first_name,
      last_name: user.last_name,
    },
    factors: factors.map((factor) => ({
      id: factor.id,
      ...(factor.friendly_name && { friendly_name: factor.friendly_name }),
      factor_type: factor.factor_type,
      status: factor.status,
      created_at: factor.created_at,
      updated_at: factor.updated_at,
    })),
    identities: [
      {
        identity_id: id,
        id,
        user_id: id,
        provider: 'email',
        identity_data: { sub: id, email, email_verified: user.email_confirmed_at !== null },
        created_at,
        updated_at,
      },
      ...linked.map((identity) => ({
        identity_id: identity.id,
        id: identity.account_id,
        user_id: id,
        provider: identity.provider_id,
        identity_data: { sub: identity.account_id, email, email_verified: true },
        created_at: identity.created_at,
        updated_at: identity.updated_at,
      })),
    ],
    is_anonymous: false,
    created_at,
    updated_at,
  }
}
