// The organizations' descriptions of themselves on their public pages.
import type { ProfileFields } from '#domain/organizations/profile.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

export const profileColumns = [
  'about',
  'website',
  'address',
  'picture_name',
  'picture_width',
  'picture_height',
  'cover_name',
  'cover_width',
  'cover_height',
  'benefits',
  'portraits',
] as const

const profileOfOrganization = (db: Queries, organizationId: OrganizationId) =>
  db.selectFrom('organizations').select(profileColumns).where(inOrganization(organizationId, 'id'))

export const findProfile = (
  db: Queries,
  organizationId: OrganizationId,
): Promise<ProfileFields | undefined> =>
  profileOfOrganization(db, organizationId).executeTakeFirst()

/** Locked until the transaction ends. */
export const findProfileLocked = (
  tx: Tx,
  organizationId: OrganizationId,
): Promise<ProfileFields | undefined> =>
  profileOfOrganization(tx, organizationId).forNoKeyUpdate().executeTakeFirst()

export async function updateProfile(
  db: Queries,
  organizationId: OrganizationId,
  { portraits, ...values }: Partial<ProfileFields>,
): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ ...values, ...(portraits && { portraits: JSON.stringify(portraits) }) })
    .where(inOrganization(organizationId, 'id'))
    .execute()
}
