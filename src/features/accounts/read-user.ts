// The account as the token API returns it.
import { AppError } from '#domain/errors.ts'
import type { TokenUser } from '#domain/accounts/token-api.ts'
import { findPendingEmail } from '#data/accounts/account-codes.ts'
import { isWalletEmail } from '#domain/accounts/wallets.ts'
import { listFactors, type FactorRow } from '#data/accounts/factors.ts'
import { listIdentities, type IdentityRow } from '#data/accounts/identities.ts'
import { findUser, type UserRow } from '#data/accounts/users.ts'
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
  const { id, created_at, updated_at } = user
  // A wallet account has no email address until the owner adds one.
  const email = isWalletEmail(user.email) ? '' : user.email
  const providers = [...(email ? ['email'] : []), ...linked.map(({ provider_id }) => provider_id)]
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
      provider: providers[0],
      providers: [...new Set(providers)],
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
      ...(email ? [addressOf(user)] : []),
      ...linked.map((identity) => ({
        identity_id: identity.id,
        id: identity.account_id,
        user_id: id,
        provider: identity.provider_id,
        identity_data: { sub: identity.account_id, email, email_verified: email !== '' },
        created_at: identity.created_at,
        updated_at: identity.updated_at,
      })),
    ],
    is_anonymous: false,
    created_at,
    updated_at,
  }
}

const addressOf = ({
  id,
  email,
  email_confirmed_at,
  created_at,
  updated_at,
}: UserRow): TokenUser['identities'][number] => ({
  identity_id: id,
  id,
  user_id: id,
  provider: 'email',
  identity_data: { sub: id, email, email_verified: email_confirmed_at !== null },
  created_at,
  updated_at,
})
