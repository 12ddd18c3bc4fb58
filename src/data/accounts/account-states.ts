// Reads the state of an account (src/domain/accounts/account-states.ts), and removes its sign-in methods.
import { sql } from 'kysely'
import type { AccountFacts } from '#domain/accounts/account-states.ts'
import { isWalletEmail } from '#domain/accounts/wallets.ts'
import type { Queries, Tx } from '../database.ts'

export type Account = AccountFacts & { user_id: string; email: string; language: string | null }

/** The current state. */
export async function findAccount(db: Queries, userId: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('users')
    .select((eb) => [
      'id',
      'email',
      'email_verified',
      'claimed_at',
      'language',
      eb
        .exists(
          eb
            .selectFrom('auth_factors')
            .select('auth_factors.id')
            .whereRef('auth_factors.user_id', '=', 'users.id')
            .where('auth_factors.status', '=', 'verified'),
        )
        .as('has_factor'),
      eb
        .exists(
          eb
            .selectFrom('credentials')
            .select('credentials.id')
            .whereRef('credentials.user_id', '=', 'users.id')
            .where('credentials.password', 'is not', null),
        )
        .as('has_password'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  return (
    row && {
      user_id: row.id,
      email: row.email,
      language: row.language,
      // No mail reaches a wallet's address, so it cannot belong to another person.
      isConfirmed: row.email_verified || isWalletEmail(row.email),
      hasFactor: Boolean(row.has_factor),
      hasPassword: Boolean(row.has_password),
      claimedAt: row.claimed_at === null ? null : new Date(row.claimed_at),
    }
  )
}

/**
 * Locks the account until the transaction ends; other proofs and new sessions of it wait. Read in a separate statement,
 * because the transaction that held the lock may have changed the account.
 */
export async function findAccountLocked(tx: Tx, userId: string): Promise<Account | undefined> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  return findAccount(tx, userId)
}

/**
 * A shared lock, to take before writing anything for the account, such as a code, and before locking the session that
 * asked. A proof of the address locks the account first; the end of a session locks the session first, then its rows.
 * Another order could deadlock.
 */
export async function lockAccountShared(
  db: Queries,
  by: { email: string } | { user_id: string },
  sessionId: string | null,
): Promise<void> {
  const users = db.selectFrom('users').select('id')
  const one =
    'email' in by ? users.where('email', '=', by.email) : users.where('id', '=', by.user_id)
  await one.forKeyShare().execute()
  if (sessionId === null) return
  await db.selectFrom('sessions').select('id').where('id', '=', sessionId).forKeyShare().execute()
}

/** The password hash and when it was set; undefined without a password. */
export function findPasswordVersion(
  db: Queries,
  by: { email: string } | { user_id: string },
): Promise<{ user_id: string; password: string | null } | undefined> {
  const query = db
    .selectFrom('credentials')
    .innerJoin('users', 'users.id', 'credentials.user_id')
    .select(['credentials.user_id', 'credentials.password'])
    .where('credentials.provider_id', '=', 'credential')
  const one =
    'email' in by
      ? query.where('users.email', '=', by.email)
      : query.where('users.id', '=', by.user_id)
  return one.executeTakeFirst()
}

/** In the row where the auth library expects it. */
export async function updatePassword(db: Queries, userId: string, hash: string): Promise<void> {
  await db
    .insertInto('credentials')
    .values({
      user_id: userId,
      provider_id: 'credential',
      account_id: userId,
      password: hash,
      updated_at: sql<string>`now()`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'account_id'])
        .doUpdateSet({ password: hash, updated_at: sql`now()` }),
    )
    .execute()
}

/**
 * All methods except the password and the sessions: passkeys, factors, accounts at providers, users of shops, and
 * unfinished flows.
 */
export async function deleteOtherSignInMethods(tx: Tx, userId: string): Promise<boolean> {
  const passkeys = await tx
    .deleteFrom('auth_passkeys')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  await tx.deleteFrom('auth_passkey_challenges').where('user_id', '=', userId).execute()
  const factors = await tx
    .deleteFrom('auth_factors')
    .where('user_id', '=', userId)
    .returning('status')
    .execute()
  const identities = await tx
    .deleteFrom('credentials')
    .where('user_id', '=', userId)
    .where('provider_id', '<>', 'credential')
    .returning('id')
    .execute()
  const storePeople = await tx
    .deleteFrom('store_people')
    .where('user_id', '=', userId)
    .returning('shop')
    .execute()
  return passkeys.length + factors.length + identities.length + storePeople.length > 0
}

/** True when one existed. */
export async function deletePassword(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('credentials')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
