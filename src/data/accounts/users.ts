// Accounts, as the token API shows them.
import { sql } from 'kysely'
import type { Metadata } from '#domain/accounts/token-api.ts'
import type { Queries } from '../database.ts'

export type UserRow = {
  id: string
  email: string
  email_confirmed_at: string | null
  first_name: string
  last_name: string
  user_metadata: Metadata
  app_metadata: Metadata
  banned_until: string | null
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

const users = (db: Queries) =>
  db.selectFrom('users').select((eb) => [
    'id',
    'email',
    'email_confirmed_at',
    'first_name',
    'last_name',
    'user_metadata',
    'app_metadata',
    'banned_until',
    'created_at',
    'updated_at',
    eb
      .selectFrom('sessions')
      .select((of) => of.fn.max<string | null>('sessions.created_at').as('last'))
      .whereRef('sessions.user_id', '=', 'users.id')
      .as('last_sign_in_at'),
  ])

export function findUser(db: Queries, id: string): Promise<UserRow | undefined> {
  return users(db).where('id', '=', id).executeTakeFirst()
}

export function findUserByEmail(db: Queries, email: string): Promise<UserRow | undefined> {
  return users(db).where('email', '=', email).executeTakeFirst()
}

export type UserChanges = {
  email?: string
  email_verified?: boolean
  first_name?: string
  last_name?: string
  language?: string | null
  user_metadata?: Metadata
  app_metadata?: Metadata
  banned_until?: Date | null
  /** The address was verified without the second factor. */
  claimed_at?: Date | null
}

/** A trigger updates the profile in the same statement. */
export async function updateUser(db: Queries, id: string, changes: UserChanges): Promise<void> {
  const { user_metadata, app_metadata, ...plain } = changes
  await db
    .updateTable('users')
    .set({
      ...plain,
      ...(user_metadata && { user_metadata: JSON.stringify(user_metadata) }),
      ...(app_metadata && { app_metadata: JSON.stringify(app_metadata) }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  if (plain.first_name !== undefined || plain.last_name !== undefined) {
    // The auth library's own column for the name, which its mails use.
    await db
      .updateTable('users')
      .set({ name: sql`first_name || ' ' || last_name` })
      .where('id', '=', id)
      .execute()
  }
}

export async function findIsBanned(db: Queries, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('banned_until', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Newest first. */
export function listUsers(db: Queries, most: number, offset: number): Promise<UserRow[]> {
  return users(db).orderBy('created_at', 'desc').orderBy('id').limit(most).offset(offset).execute()
}

/** Locks the owners of that organization until the transaction ends. */
export async function findIsOnlyOwner(db: Queries, id: string): Promise<boolean> {
  const owners = await db
    .selectFrom('profiles')
    .select('id')
    .where('role', '=', 'organization_owner')
    .where('is_approved', '=', true)
    .where('organization_id', 'in', (eb) =>
      eb.selectFrom('profiles').select('organization_id').where('id', '=', id),
    )
    .forUpdate()
    .execute()
  return owners.length === 1 && owners[0]?.id === id
}

export async function hasUser(db: Queries, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return row !== undefined
}

export async function countUsers(db: Queries): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
