// What the installation has of one address, for its operator: in every organization.
import { sql } from 'kysely'
import { applicantMails, type MailKind } from '#domain/mails/mails.ts'
import type { ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Role } from '#domain/accounts/access.ts'
import type { Queries, WholeTx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { isUnrestricted } from '../rights/own-application.ts'

/** Where the address applied, or began to, or is written to; in lower case, like every address here. */
export async function listOrganizationsOfAddress(
  db: Queries,
  email: string,
): Promise<{ id: OrganizationId; name: string }[]> {
  const { rows } = await sql<{ id: OrganizationId; name: string }>`
    select id, name from organizations as shop
    where exists (select from applicants where organization_id = shop.id and sort_email = ${email})
      or exists (select from email_verifications where organization_id = shop.id and email = ${email})
      or exists (select from mail_outbox where organization_id = shop.id and lower(recipient) = ${email}
        and kind = any(${[...applicantMails]}::text[]))
      or exists (select from breach_notices where organization_id = shop.id and lower(recipient) = ${email})
      or exists (select from breach_records where organization_id = shop.id
        and exists (select from unnest(audience_list) as address where lower(address) = ${email}))
      or exists (select from rights_requests where organization_id = shop.id and lower(rights_requests.email) = ${email})
    order by name, id`.execute(db)
  return rows
}

export type ApplicationState = {
  id: string
  role_title: string
  status: ApplicantStatus
  created_at: string
  updated_at: string
  is_restricted: boolean
}

export function listApplicationStates(
  tx: WholeTx,
  organizationId: OrganizationId,
  email: string,
): Promise<ApplicationState[]> {
  return tx
    .selectFrom('applicants')
    .select(['id', 'role_title', 'status', 'created_at', 'updated_at'])
    .select(sql<boolean>`not ${isUnrestricted}`.as('is_restricted'))
    .where(inOrganization(organizationId))
    .where('sort_email', '=', email)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export type MailState = {
  kind: MailKind
  state: 'waiting' | 'sent' | 'failed'
  created_at: string
  sent_at: string | null
  address_refused: boolean
}

/** `organizationId`: null for mails to an account. Outside of an organization's transaction, which reads no addresses. */
export function listMailStates(
  db: Queries,
  organizationId: OrganizationId | null,
  email: string,
): Promise<MailState[]> {
  return db
    .selectFrom('mail_outbox')
    .select(['kind', 'state', 'created_at', 'sent_at', 'address_refused'])
    .where(
      organizationId === null
        ? sql<boolean>`organization_id is null`
        : inOrganization(organizationId),
    )
    .where(sql<string>`lower(recipient)`, '=', email)
    .orderBy('created_at')
    .$castTo<MailState>()
    .execute()
}

export type AccountOfAddress = { organization: string | null; role: Role; is_approved: boolean }

export function findAccountOfAddress(
  db: Queries,
  email: string,
): Promise<AccountOfAddress | undefined> {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .leftJoin('organizations', 'organizations.id', 'profiles.organization_id')
    .select(['organizations.name as organization', 'profiles.role', 'profiles.is_approved'])
    .where('users.email', '=', email)
    .executeTakeFirst()
}
