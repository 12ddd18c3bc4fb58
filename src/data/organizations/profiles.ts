// What organizations say about themselves on their public pages.
import type { ProfileFields } from '#domain/organizations/profile.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

const columns = [
  'about',
  'website',
  'address',
  'picture_name',
  'picture_width',
  'picture_height',
] as const

const profileOfOrganization = (db: Queries, organizationId: OrganizationId) =>
  db.selectFrom('organizations').select(columns).where(inOrganization(organizationId, 'id'))

export const findProfile = (
  db: Queries,
  organizationId: OrganizationId,
): Promise<ProfileFields | undefined> =>
  profileOfOrganization(db, organizationId).executeTakeFirst()

/** For the frame of a public page, with the feeds that are switched off: one statement for each page that is drawn. */
export const findPageProfile = (
  db: Queries,
  organizationId: OrganizationId,
): Promise<ProfileFields & { feeds_off: string[] }> =>
  profileOfOrganization(db, organizationId).select('feeds_off').executeTakeFirstOrThrow()

/** Locked until the transaction ends. */
export const findProfileLocked = (
  tx: Tx,
  organizationId: OrganizationId,
): Promise<ProfileFields | undefined> =>
  profileOfOrganization(tx, organizationId).forNoKeyUpdate().executeTakeFirst()

export async function updateProfile(
  db: Queries,
  organizationId: OrganizationId,
  values: Partial<ProfileFields>,
): Promise<void> {
  await db
    .updateTable('organizations')
    .set(values)
    .where(inOrganization(organizationId, 'id'))
    .execute()
}
