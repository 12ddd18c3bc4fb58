// Profiles: the organization and role of each person.
import type { Profile } from '#domain/accounts/accounts.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

export function findProfile(db: Queries, userId: string): Promise<Profile | undefined> {
  return db
    .selectFrom('profiles')
    .select([
      'id',
      'first_name',
      'last_name',
      'email',
      'organization_id',
      'role',
      'is_approved',
      'approved_by',
      'approved_at',
      'created_at',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** The address that mails go to, where it is not the account's own. */
export async function updateContactAddress(
  db: Queries,
  userId: string,
  email: string,
): Promise<void> {
  await db.updateTable('profiles').set({ email }).where('id', '=', userId).execute()
}

/** Makes a person without an organization a pending member of this one; false when they already belong to one. */
export async function updateProfileToPending(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
): Promise<boolean> {
  const updated = await db
    .updateTable('profiles')
    .set({ organization_id: organizationId, role: 'staff', is_approved: false })
    .where('id', '=', userId)
    .where('organization_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Makes a person without an organization an approved owner of this one; undefined when they already belong to one. */
export function updateProfileToOwner(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
): Promise<{ id: string } | undefined> {
  return db
    .updateTable('profiles')
    .set({
      organization_id: organizationId,
      role: 'organization_owner',
      is_approved: true,
      approved_by: userId,
      approved_at: new Date().toISOString(),
    })
    .where('id', '=', userId)
    .where('organization_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

/** Makes a person without an organization an approved member of the staff; false when they already belong to one. */
export async function updateProfileToStaff(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
  approvedBy: string,
): Promise<boolean> {
  const updated = await db
    .updateTable('profiles')
    .set({
      organization_id: organizationId,
      role: 'staff',
      is_approved: true,
      approved_by: approvedBy,
      approved_at: new Date().toISOString(),
    })
    .where('id', '=', userId)
    .where('organization_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** The person belongs to no organization then; the account stays. */
export async function updateProfileReleased(
  db: Queries,
  organizationId: OrganizationId,
  userId: string,
): Promise<void> {
  await db
    .updateTable('profiles')
    .set({
      organization_id: null,
      role: 'staff',
      is_approved: false,
      approved_by: null,
      approved_at: null,
    })
    .where(inOrganization(organizationId))
    .where('id', '=', userId)
    .execute()
}
