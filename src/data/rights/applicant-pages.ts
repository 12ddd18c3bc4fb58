// The applicant's own page: the application as the person may see it, and its valid links.
import { titleForApplicant } from '../jobs/job-texts.ts'
import { sql } from 'kysely'
import type { ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { ApplicationField, Columns } from '#domain/applicants/application-fields.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { BrandFields } from '#domain/organizations/brand.ts'
import type { StatusWords } from '#domain/rights/status-words.ts'
import type { Queries, Tx, WholeTx } from '../database.ts'
import { ownColumns } from '../applicants/applicant-columns.ts'
import { inOrganization } from '../organization-filter.ts'

/** The rejection mail of the last change was sent, for this application or for another one of the same person. */
const isRejectionSent = (organizationId: OrganizationId) => sql<boolean>`exists (
  select from applicant_mails as mail
  join mail_outbox as outbox on outbox.id = mail.id
  where ${inOrganization(organizationId, 'mail.organization_id')} and mail.kind = 'rejected' and outbox.state = 'sent'
    and (mail.change_id = last.id
      or (mail.batch_id = last.batch_id and mail.recipient = applicants.sort_email))
)`

export type FoundPage = {
  id: string
  email: string
  role_title: string
  came_by: string | null
  source: string | null
  created_at: string
  link_generation: number
  is_opened: boolean
  /** The status to show; a rejection only once its mail was sent. */
  shown_status: ApplicantStatus
  shows_opened: boolean
  status_words: StatusWords
  /** The languages of the application and of its organization. */
  language: string | null
  organization_language: string | null
  slug: string
  cv_url: string | null
  cv_name: string | null
  cv_size: number | null
  is_withdrawn: boolean
  is_restricted: boolean
  has_objected: boolean
  is_no_contact: boolean
  is_keep_asked: boolean
  is_kept: boolean
} & Columns<ApplicationField> &
  BrandFields

/** Undefined when the application was deleted. */
export async function findApplicantPage(
  tx: WholeTx,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<FoundPage | undefined> {
  const { rows } = await sql<FoundPage>`
    select applicants.id, email, ${titleForApplicant} as role_title, ${sql.join(ownColumns.map((column) => sql.ref(column)))},
      came_by, applicants.source, applicants.created_at, link_generation,
      applicants.language, organizations.language as organization_language,
      coalesce(opened_at, first_reply_at) is not null as is_opened,
      case
        when status <> 'rejected' or ${isRejectionSent(organizationId)} then status
        else coalesce((
          select to_status from applicant_status_history as history
          where ${inOrganization(organizationId, 'history.organization_id')} and history.applicant_id = applicants.id
            and to_status <> 'rejected'
          order by seq desc limit 1
        ), 'applied')
      end as shown_status,
      shows_opened, status_words, slug, name, accent, logo_name, logo_width, logo_height,
      cv_url, cv.original_name as cv_name, cv.byte_size as cv_size,
      withdrawn_at is not null as is_withdrawn, restricted_at is not null as is_restricted,
      objected_at is not null as has_objected, no_contact_at is not null as is_no_contact,
      keep_asked_at is not null as is_keep_asked, kept_at is not null as is_kept
    from applicants
    join organizations on organizations.id = applicants.organization_id
    left join cv_files as cv on cv.applicant_id = applicants.id
    left join lateral (
      select id, batch_id from applicant_status_history as history
      where ${inOrganization(organizationId, 'history.organization_id')} and history.applicant_id = applicants.id
      order by seq desc limit 1
    ) as last on true
    where ${inOrganization(organizationId, 'applicants.organization_id')} and applicants.id = ${applicantId}`.execute(
    tx,
  )
  return rows[0]
}

type Linked = { id: string; link_generation: number }

/** The applicant of a mail in the outbox; undefined when it is about no application. */
export function findLinkedByMail(
  tx: WholeTx,
  organizationId: OrganizationId,
  mailId: string,
): Promise<Linked | undefined> {
  return tx
    .selectFrom('applicant_mails as mail')
    .innerJoin('applicants', 'applicants.id', 'mail.applicant_id')
    .select(['applicants.id', 'applicants.link_generation'])
    .where(inOrganization(organizationId, 'mail.organization_id'))
    .where('mail.id', '=', mailId)
    .executeTakeFirst()
}

/** By its id. */
export function findLinkedById(
  tx: WholeTx,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<Linked | undefined> {
  return tx
    .selectFrom('applicants')
    .select(['id', 'link_generation'])
    .where(inOrganization(organizationId))
    .where('id', '=', applicantId)
    .executeTakeFirst()
}

/** The application of an address for a job. */
export function findLinkedByJob(
  tx: WholeTx,
  organizationId: OrganizationId,
  jobId: string,
  email: string,
): Promise<Linked | undefined> {
  return tx
    .selectFrom('applicants')
    .select(['id', 'link_generation'])
    .where(inOrganization(organizationId))
    .where('role_id', '=', jobId)
    .where('sort_email', '=', email.toLowerCase())
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

export type LinkedApplication = Linked & {
  organization_id: OrganizationId
  /** Of the organization. */
  name: string
  email: string
  role_title: string
  language: string | null
}

/**
 * The newest `most` applications of the address in each organization. Only for a mail to the address itself: nothing else proves that
 * they are the reader's own. One index lookup for each organization.
 */
export async function listApplicationsEverywhere(
  tx: Tx,
  email: string,
  most: number,
): Promise<LinkedApplication[]> {
  const { rows } = await sql<LinkedApplication>`
    select organizations.id as organization_id, organizations.name, own.*
    from organizations cross join lateral (
      select applicants.id, link_generation, email, ${titleForApplicant} as role_title, applicants.language,
        applicants.created_at
      from applicants
      where applicants.organization_id = organizations.id and sort_email = ${email.toLowerCase()}
      order by applicants.created_at desc, applicants.id
      limit ${most}
    ) as own
    order by organizations.id, own.created_at desc, own.id`.execute(tx)
  return rows
}

/** Invalidates all links, those of this generation too; undefined when they were invalid already, or the application was deleted. */
export async function updateLinkGeneration(
  tx: Tx,
  organizationId: OrganizationId,
  applicantId: string,
  generation: number,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('applicants')
    .set({ link_generation: sql<number>`link_generation + 1` })
    .where(inOrganization(organizationId))
    .where('id', '=', applicantId)
    .where('link_generation', '=', generation)
    .returning('link_generation')
    .executeTakeFirst()
  return row?.link_generation
}

export async function isUnopened(
  db: Queries,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('applicants')
    .select('id')
    .where(inOrganization(organizationId))
    .where('id', '=', applicantId)
    .where('opened_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateOpened(
  tx: Tx,
  organizationId: OrganizationId,
  applicantId: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('applicants')
    .set({ opened_at: now.toISOString() })
    .where(inOrganization(organizationId))
    .where('id', '=', applicantId)
    .where('opened_at', 'is', null)
    .execute()
}

/** A mail as its recipient got it. */
export type OwnMail = { kind: string; subject: string | null; body: string | null; sent_at: string }

/** Those that were sent, in order. */
export function listOwnMails(
  tx: WholeTx,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<OwnMail[]> {
  return tx
    .selectFrom('applicant_mails as mail')
    .innerJoin('mail_outbox as outbox', 'outbox.id', 'mail.id')
    .select([
      'mail.kind',
      'mail.subject',
      'mail.body',
      sql<string>`coalesce(outbox.sent_at, mail.send_at)`.as('sent_at'),
    ])
    .where(inOrganization(organizationId, 'mail.organization_id'))
    .where((eb) =>
      eb.or([
        eb('mail.applicant_id', '=', applicantId),
        sql<boolean>`mail.further_applicants @> array[${applicantId}::uuid]`,
      ]),
    )
    .where('outbox.state', '=', 'sent')
    .orderBy('sent_at')
    .execute()
}

type PageSettings = { shows_opened: boolean; status_words: StatusWords }

/** Locked, because the caller changes them. */
export function findPageSettings(
  db: Queries,
  organizationId: OrganizationId,
  { isLocked = false } = {},
): Promise<PageSettings | undefined> {
  const query = db
    .selectFrom('organizations')
    .select(['shows_opened', 'status_words'])
    .where(inOrganization(organizationId, 'id'))
  return (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirst()
}

export async function updatePageSettings(
  tx: Tx,
  organizationId: OrganizationId,
  { shows_opened, status_words }: PageSettings,
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ shows_opened, status_words: JSON.stringify(status_words) })
    .where(inOrganization(organizationId, 'id'))
    .execute()
}

/** When and to which wording the person agreed; undefined for an application from before this was kept. */
export function findConsent(
  tx: WholeTx,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<{ consent_version: string; consented_at: string; language: string | null } | undefined> {
  return tx
    .selectFrom('applicants')
    .select(['consent_version', 'consented_at', 'consent_language as language'])
    .where(inOrganization(organizationId))
    .where('id', '=', applicantId)
    .where('consent_version', 'is not', null)
    .$narrowType<{ consent_version: string; consented_at: string }>()
    .executeTakeFirst()
}
