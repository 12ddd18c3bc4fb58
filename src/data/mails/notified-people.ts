// The applicants and people that a notification of staff is about, as they are when it is sent.
import { sql } from 'kysely'
import type { ApplicantMail } from '#domain/applicants/applicant-mails.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

export type NotifiedApplicant = {
  id: string
  first_name: string
  last_name: string
  role_id: string
  role_title: string
  job_post_id: string | null
}

/** The applicants that a mail is about, without those deleted or restricted since; locked until the transaction ends. */
export async function listNotifiedApplicantsLocked(
  tx: Tx,
  organizationId: OrganizationId,
  mailId: string,
): Promise<NotifiedApplicant[]> {
  const { rows } = await sql<NotifiedApplicant>`
    select applicants.id, applicants.first_name, applicants.last_name, applicants.role_id, applicants.role_title,
      applicants.job_post_id
    from notifications join applicants on applicants.id = notifications.applicant_id
    where ${inOrganization(organizationId, 'notifications.organization_id')} and notifications.mail_id = ${mailId}
      -- A copy for the local mailbox is written in a transaction without row policies.
      and applicants.restricted_at is null and applicants.objected_at is null
    order by notifications.id
    for share of notifications`.execute(tx)
  return rows
}

export type UndeliveredMail = Pick<ApplicantMail, 'kind' | 'address_refused'>

/** Of these applicants, the newest mail to each that was given up and not sent again since. */
export async function listUndeliveredMails(
  tx: Tx,
  organizationId: OrganizationId,
  applicantIds: readonly string[],
): Promise<Map<string, UndeliveredMail>> {
  const { rows } = await sql<UndeliveredMail & { applicant_id: string }>`
    select distinct on (mail.applicant_id) mail.applicant_id, mail.kind, outbox.address_refused
    from applicant_mails as mail join mail_outbox as outbox on outbox.id = mail.id
    where ${inOrganization(organizationId, 'mail.organization_id')} and mail.state = 'queued'
      and outbox.state = 'failed' and mail.applicant_id = any(${applicantIds}::uuid[])
    order by mail.applicant_id, mail.created_at desc, mail.id`.execute(tx)
  return new Map(rows.map(({ applicant_id, ...mail }) => [applicant_id, mail]))
}

/** Of the people that a mail is about, those who still wait for approval. */
export async function listNotifiedRequesters(
  tx: Tx,
  organizationId: OrganizationId,
  mailId: string,
): Promise<{ first_name: string; last_name: string }[]> {
  const { rows } = await sql<{ first_name: string; last_name: string }>`
    select profiles.first_name, profiles.last_name
    from notifications
      join profiles on profiles.id = notifications.person_id
      join join_requests on join_requests.user_id = profiles.id
    where ${inOrganization(organizationId, 'notifications.organization_id')} and notifications.mail_id = ${mailId}
      and ${inOrganization(organizationId, 'join_requests.organization_id')}
      -- People who came through the store's admin are in the organization already, and wait for approval there.
      and (profiles.organization_id is null
        or ${inOrganization(organizationId, 'profiles.organization_id')} and not profiles.is_approved)
    order by notifications.id`.execute(tx)
  return rows
}

export type MailedPerson = {
  email_verified: boolean
  is_banned: boolean
  organization_id: OrganizationId | null
  is_approved: boolean
}

/** The current state of the person with this address, whose row belongs to no organization. */
export function findMailedPerson(db: Queries, email: string): Promise<MailedPerson | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .select([
      'users.email_verified',
      sql<boolean>`coalesce(users.banned_until > now(), false)`.as('is_banned'),
      'profiles.organization_id',
      'profiles.is_approved',
    ])
    .where('users.email', '=', email)
    .executeTakeFirst()
}
