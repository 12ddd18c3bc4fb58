// Whose data an organization is: of a shop alone, and then gone with it, or of people who can also come in by our own site.
import { sql, type ExpressionBuilder } from 'kysely'
import { applicantMails } from '#domain/mails/mails.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import type { Schema } from '../schema.ts'

/** A person whom only the platform lets in: without a password, an account at a provider, and a passkey. */
const comesByShopsOnly = (eb: ExpressionBuilder<Schema, 'profiles'>) =>
  eb.and([
    eb.not(
      eb.exists(
        eb
          .selectFrom('credentials')
          .select('credentials.id')
          .whereRef('credentials.user_id', '=', 'profiles.id'),
      ),
    ),
    eb.not(
      eb.exists(
        eb
          .selectFrom('auth_passkeys')
          .select('auth_passkeys.id')
          .whereRef('auth_passkeys.user_id', '=', 'profiles.id'),
      ),
    ),
  ])

/**
 * Whether the organization belongs to this shop alone: it was made in a shop's admin, has no other store, and none of its members can
 * sign in on our own site. What it has is then the shop's data.
 */
export async function isOnlyOfShop(
  db: Queries,
  organizationId: OrganizationId,
  shop: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('organizations')
    .select('id')
    .where(inOrganization(organizationId, 'id'))
    .where('made_in_shop', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('store_sessions')
            .select('shop')
            .where(inOrganization(organizationId, 'store_sessions.organization_id'))
            .where('shop', '!=', shop),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('profiles')
            .select('profiles.id')
            .where(inOrganization(organizationId, 'profiles.organization_id'))
            .where('is_approved', '=', true)
            .where((of) => of.not(comesByShopsOnly(of))),
        ),
      ),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** Its people whom nothing else lets in: their accounts were made for it. */
export function listPeopleOfShop(
  db: Queries,
  organizationId: OrganizationId,
): Promise<{ user_id: string; email: string }[]> {
  return (
    db
      .selectFrom('profiles')
      .innerJoin('users', 'users.id', 'profiles.id')
      // The account's own address: a person of this shop alone has one that receives no mail.
      .select(['profiles.id as user_id', 'users.email'])
      .where(inOrganization(organizationId, 'profiles.organization_id'))
      .where(comesByShopsOnly)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('store_people')
            .select('shop')
            .whereRef('store_people.user_id', '=', 'profiles.id'),
        ),
      )
      .orderBy('profiles.id')
      .forUpdate()
      .execute()
  )
}

const membersWithOwnAddress = (db: Queries, organizationId: OrganizationId) =>
  db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .where(inOrganization(organizationId, 'profiles.organization_id'))
    .whereRef('users.email', '=', 'profiles.email')

/** The addresses of its members that are those of their accounts, and not only where their mails go. */
export async function listOwnAddresses(
  db: Queries,
  organizationId: OrganizationId,
): Promise<string[]> {
  const rows = await membersWithOwnAddress(db, organizationId).select('users.email').execute()
  return rows.map(({ email }) => email)
}

/** Whether one of its owners can sign in on our own site, or let the site mail them a link to. */
export async function hasOwnerWithOwnAddress(
  db: Queries,
  organizationId: OrganizationId,
): Promise<boolean> {
  const found = await membersWithOwnAddress(db, organizationId)
    .select('users.id')
    .where('profiles.role', '=', 'organization_owner')
    .where('profiles.is_approved', '=', true)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** What was mailed to somebody who was a member, unless another member reads mails there. */
export async function deleteMailsOfFormerMember(
  db: Queries,
  organizationId: OrganizationId,
  email: string,
): Promise<void> {
  const deleted = await db
    .deleteFrom('mail_outbox')
    .where(inOrganization(organizationId))
    .where('recipient', '=', email)
    .where('kind', 'not in', applicantMails)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('profiles')
            .select('profiles.id')
            .where(inOrganization(organizationId, 'profiles.organization_id'))
            .where('profiles.email', '=', email),
        ),
      ),
    )
    .returning('id')
    .execute()
  const ids = deleted.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('local_mailbox').where('id', 'in', ids).execute()
}

/** Organizations that the shop has left, which keep something of it: applications that came by it, or what it said of applicants. */
export async function listFormerOrganizations(
  db: Queries,
  shop: string,
  present: OrganizationId | null,
): Promise<OrganizationId[]> {
  const { rows } = await sql<{ organization_id: OrganizationId }>`
    select organization_id from applicants where came_by = ${shop}
    union select organization_id from email_verifications where came_by = ${shop}
    union select organization_id from applicant_customers where shop = ${shop}
    union select organization_id from job_invitations where shop = ${shop}
    order by organization_id`.execute(db)
  return rows.map((row) => row.organization_id).filter((id) => id !== present)
}
