// Mails to applicants whose time has come: whether each may still leave, and what a confirmation contains.
import type { ApplicationField, Columns } from '#domain/applicants/application-fields.ts'
import { sql } from 'kysely'
import type { ApplicantMail, NotSentReason } from '#domain/applicants/applicant-mails.ts'
import type { TemplateText } from '#domain/mails/mail-templates.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries, Tx } from '../database.ts'
import { titleForApplicant } from '../jobs/job-texts.ts'
import { inOrganization } from '../organization-filter.ts'
import { ownColumns } from './applicant-columns.ts'
import { isActive } from './applicant-mails.ts'

// In the statement itself: with a parameter, a plan that is kept cannot use the index of held mails.
const isScheduled = sql<boolean>`state = 'held'`

/** Organizations with a mail that is due. */
export function listOrganizationsWithDueMails(
  db: Queries,
  now: Date,
): Promise<{ organization_id: OrganizationId }[]> {
  return db
    .selectFrom('applicant_mails')
    .select('organization_id')
    .distinct()
    .where(isScheduled)
    .where('send_at', '<=', now.toISOString())
    .execute()
}

/** When the next mail is due; undefined without one. */
export async function findNextScheduledMail(db: Queries): Promise<string | undefined> {
  const row = await db
    .selectFrom('applicant_mails')
    .select((eb) => eb.fn.min('send_at').as('send_at'))
    .where(isScheduled)
    .executeTakeFirst()
  return row?.send_at ?? undefined
}

export type DueMail = {
  id: string
  applicant_id: string
  /** Other applications of the same person that it is about. */
  further_applicants: string[]
  kind: ApplicantMail['kind']
  recipient: string
  /** Null for a confirmation, and when an application that it was about has been erased: then it is composed again. */
  data_sealed: string | null
  words: TemplateText | null
  /** The application's language. */
  language: string | null
  /** Why it must not be sent; null when it may. */
  refused: NotSentReason | null
}

/**
 * The due mails, locked until the transaction ends, each with whether it may still be sent. Locks all applications of
 * their recipients first, so that a change of status is either seen here or waits.
 */
export async function listDueMailsLocked(
  tx: Tx,
  organizationId: OrganizationId,
  now: Date,
  limit: number,
): Promise<DueMail[]> {
  const due = await tx
    .selectFrom('applicant_mails')
    .select(['id', 'recipient'])
    .where(inOrganization(organizationId))
    .where(isScheduled)
    .where('send_at', '<=', now.toISOString())
    .orderBy('send_at')
    .limit(limit)
    .execute()
  return lockAndJudge(tx, organizationId, due, 'held')
}

/** For a mail in the outbox that is retried; undefined when it is not queued any more, or another transaction locks it. */
export async function findQueuedMailLocked(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
): Promise<DueMail | undefined> {
  const mail = await tx
    .selectFrom('applicant_mails')
    .select(['id', 'recipient'])
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .execute()
  const [judged] = await lockAndJudge(tx, organizationId, mail, 'queued')
  return judged
}

/** Whether a mail in the outbox is still to be sent, no matter who has locked it. */
export async function findIsQueued(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('applicant_mails')
    .select('state')
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.state === 'queued'
}

/**
 * The applicant of a mail in the outbox; undefined when the mail is not about an application, or was deleted with it.
 */
export async function findMailedApplicant(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('applicant_mails')
    .select('applicant_id')
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.applicant_id
}

async function lockAndJudge(
  tx: Tx,
  organizationId: OrganizationId,
  mails: readonly { id: string; recipient: string }[],
  state: 'held' | 'queued',
): Promise<DueMail[]> {
  if (mails.length === 0) return []
  const addresses = [...new Set(mails.map(({ recipient }) => recipient))]
  await tx
    .selectFrom('applicants')
    .select('id')
    .where(inOrganization(organizationId))
    .where('sort_email', '=', sql<string>`any(${addresses}::text[])`)
    .orderBy('id')
    .forShare()
    .execute()
  const { rows } = await sql<DueMail>`
    select mail.id, mail.applicant_id, mail.further_applicants, mail.kind, mail.recipient, mail.data_sealed, mail.words,
      (select language from applicants
       where ${inOrganization(organizationId, 'applicants.organization_id')} and applicants.id = mail.applicant_id),
      case
        -- What they asked for themselves by applying.
        when mail.kind = 'received' then null
        when exists (
          select from applicants
          where ${inOrganization(organizationId, 'applicants.organization_id')} and applicants.id = mail.applicant_id
            and (restricted_at is not null or objected_at is not null)
        ) then 'restricted'
        when exists (
          select from applicants
          where ${inOrganization(organizationId, 'applicants.organization_id')} and sort_email = mail.recipient
            and no_contact_at is not null
        ) then 'no-contact'
        when mail.kind = 'message' then null
        when not exists (
          select from applicants
          where ${inOrganization(organizationId, 'applicants.organization_id')}
            and applicants.id = any(mail.applicant_id || mail.further_applicants) and withdrawn_at is null
        ) then 'withdrawn'
        when mail.change_id is distinct from (
          select id from applicant_status_history as history
          where ${inOrganization(organizationId, 'history.organization_id')} and history.applicant_id = mail.applicant_id
          order by seq desc limit 1
        ) then 'moved'
        when mail.kind = 'rejected' and exists (
          select from applicants
          where ${inOrganization(organizationId, 'applicants.organization_id')} and sort_email = mail.recipient
            and ${isActive}
        ) then 'active'
      end as refused
    from applicant_mails as mail
    where ${inOrganization(organizationId, 'mail.organization_id')}
      and mail.id = any(${mails.map(({ id }) => id)}::uuid[]) and mail.state = ${state}
    order by mail.send_at, mail.id
    for update of mail skip locked`.execute(tx)
  return rows
}

/** Of a mail that was composed again. */
export async function updateMailContent(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
  { subject, body }: TemplateText,
): Promise<void> {
  await tx
    .updateTable('applicant_mails')
    .set({ subject, body })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .execute()
}

export async function updateMailQueued(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<void> {
  await tx
    .updateTable('applicant_mails')
    .set({ state: 'queued', data_sealed: null })
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

export async function updateMailDropped(
  tx: Tx,
  organizationId: OrganizationId,
  id: string,
  reason: NotSentReason,
): Promise<void> {
  await tx
    .updateTable('applicant_mails')
    .set({ state: 'dropped', reason, data_sealed: null })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .execute()
}

/** The content of an application's confirmation: everything that the person sent. */
export type Arrived = Columns<ApplicationField> & {
  id: string
  email: string
  role_title: string
  cv_name: string | null
  created_at: string
}

export function listArrived(
  db: Queries,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<Arrived[]> {
  return db
    .selectFrom('applicants')
    .leftJoin('cv_files', 'cv_files.applicant_id', 'applicants.id')
    .select([
      'applicants.id',
      'applicants.email',
      ...ownColumns,
      titleForApplicant.as('role_title'),
      'cv_files.original_name as cv_name',
      'applicants.created_at',
    ])
    .where(inOrganization(organizationId, 'applicants.organization_id'))
    .where('applicants.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}
