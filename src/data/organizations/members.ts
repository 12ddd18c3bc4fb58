// The members of one organization, as its owners see and change them.
import { sql, type ExpressionBuilder } from 'kysely'
import type { Role } from '#domain/accounts/access.ts'
import type { OrganizationMember } from '#domain/organizations/organizations.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import type { Schema } from '../schema.ts'

/**
 * The approved owners. Other changes to this organization's members wait until the transaction ends: when two owners
 * remove each other, the second finds that she was removed.
 */
export async function listOwnersLocked(tx: Tx, organizationId: OrganizationId): Promise<string[]> {
  await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    // Weaker than `for update`: new rows may still refer to the organization.
    .forNoKeyUpdate()
    .execute()
  const owners = await tx
    .selectFrom('profiles')
    .select('id')
    .where(inOrganization(organizationId))
    .where('role', '=', 'organization_owner')
    .where('is_approved', '=', true)
    .execute()
  return owners.map(({ id }) => id)
}

const columns = [
  'profiles.id',
  'profiles.first_name',
  'profiles.last_name',
  'profiles.email',
  'profiles.email_verified',
  'profiles.role',
  'profiles.is_approved',
] as const

/** Approved members, the newest first. */
export function listMembers(
  db: Queries,
  organizationId: OrganizationId,
): Promise<OrganizationMember[]> {
  const joined = sql<string>`coalesce(profiles.approved_at, profiles.created_at)`
  return db
    .selectFrom('profiles')
    .select([...columns, joined.as('joined_at')])
    .where(inOrganization(organizationId))
    .where('is_approved', '=', true)
    .orderBy(joined, 'desc')
    .orderBy('id')
    .execute()
}

function waiting(db: Queries, organizationId: OrganizationId) {
  const asked = sql<string>`coalesce(join_requests.created_at, profiles.created_at)`
  return db
    .selectFrom('profiles')
    .leftJoin('join_requests', (join) =>
      join
        .onRef('join_requests.user_id', '=', 'profiles.id')
        .on(inOrganization(organizationId, 'join_requests.organization_id')),
    )
    .select([...columns, asked.as('joined_at')])
    .where((eb) =>
      eb.or([
        eb.and([
          inOrganization(organizationId, 'profiles.organization_id'),
          eb('profiles.is_approved', '=', false),
        ]),
        isAsking(eb),
      ]),
    )
    .orderBy(asked, 'desc')
    .orderBy('profiles.id')
}

/** Belongs to no organization, and has requested to join the one of the transaction. */
const isAsking = (
  eb: ExpressionBuilder<
    Schema & { join_requests: { user_id: string | null } },
    'profiles' | 'join_requests'
  >,
) =>
  eb.and([eb('profiles.organization_id', 'is', null), eb('join_requests.user_id', 'is not', null)])

/** The pending members, the newest first: they accepted an invitation, or requested to join by the name. */
export const listPendingMembers = (
  db: Queries,
  organizationId: OrganizationId,
): Promise<OrganizationMember[]> => waiting(db, organizationId).execute()

export async function findMember(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
): Promise<OrganizationMember | undefined> {
  return (
    (await db
      .selectFrom('profiles')
      .select([...columns, sql<string>`coalesce(approved_at, created_at)`.as('joined_at')])
      .where(inOrganization(organizationId))
      .where('id', '=', userId)
      .where('is_approved', '=', true)
      .executeTakeFirst()) ??
    waiting(db, organizationId).where('profiles.id', '=', userId).executeTakeFirst()
  )
}

/** A person with this address who is a member already, or pending. */
export async function findMemberByEmail(
  db: Queries,
  organizationId: OrganizationId,
  email: string,
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('profiles')
    .select('id')
    .where(inOrganization(organizationId))
    .where('email', '=', email)
    .executeTakeFirst()
}

/** False when no pending member has this id. */
export async function updateMemberApproved(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
  approvedBy: string,
): Promise<boolean> {
  const invited = await db
    .updateTable('profiles')
    .set({ is_approved: true, approved_by: approvedBy, approved_at: sql`now()` })
    .where(inOrganization(organizationId))
    .where('id', '=', userId)
    .where('is_approved', '=', false)
    .returning('id')
    .executeTakeFirst()
  if (invited) {
    await db
      .deleteFrom('join_requests')
      .where(inOrganization(organizationId))
      .where('user_id', '=', userId)
      .execute()
    return true
  }
  const { rows } = await sql<{ admitted: boolean }>`
    select admit_requester(${userId}, ${approvedBy}) as admitted`.execute(db)
  return rows[0]?.admitted ?? false
}

export async function updateMemberRole(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
  role: Role,
): Promise<boolean> {
  const updated = await db
    .updateTable('profiles')
    .set({ role })
    .where(inOrganization(organizationId))
    .where('id', '=', userId)
    .where('is_approved', '=', true)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/**
 * Removes a member of the organization of this transaction, or a request to join it; the account stays. False for
 * neither.
 */
export async function deleteMember(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ released: boolean }>`
    select release_member(${userId}) as released`.execute(tx)
  return rows[0]?.released ?? false
}

/** Where mails to the owners go. */
export async function listOwnerAddresses(
  db: Queries,
  organizationId: OrganizationId,
): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('email')
    .where(inOrganization(organizationId))
    .where('role', '=', 'organization_owner')
    .where('is_approved', '=', true)
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}
