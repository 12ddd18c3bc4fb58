// Applicants: the list and its counts, one of them, and what changes about them.
import { titleForApplicant } from '../jobs/job-texts.ts'
import { sql, type SelectQueryBuilder } from 'kysely'
import {
  applicantStatuses,
  type Applicant,
  type ApplicantCounts,
  type ApplicantFilter,
  type ApplicantRow,
  type ApplicantSort,
  type ApplicantStatus,
  type ApplicationInput,
  type OtherApplication,
} from '#domain/applicants/applicants.ts'
import {
  areFew,
  findHits,
  fits,
  listSomeHits,
  withAllHits,
  withScore,
  type HitPart,
  type Hits,
} from './applicant-search.ts'
import type { ApplicantSelection } from '#domain/applicants/applicant-batches.ts'
import { cvNameFor } from '#domain/cvs/cv-names.ts'
import { kindOfCv, type CvKind, type StoredCheck } from '#domain/cvs/cvs.ts'
import type { FullUse, Use } from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { applicantOrder } from './applicant-order.ts'
import {
  inOrder,
  listPage,
  pageOf,
  rowsOf,
  type Page,
  type PageRequest,
  type Place,
} from '../paging.ts'
import { recordPublished, recordQueued, type Queries, type Tx } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { isOpen } from '../jobs/job-columns.ts'
import type { Schema } from '../schema.ts'
import { countOf, readCount, type CountRow } from '../rate-limits.ts'

const hasNotes = sql<boolean>`exists (
  select from applicant_notes as note
  where note.applicant_id = applicants.id and note.organization_id = applicants.organization_id
)`.as('has_notes')

const tagsOf = sql<string[]>`array(
  select own.tag from applicant_tags as own
  where own.applicant_id = applicants.id and own.organization_id = applicants.organization_id
  order by own.tag_key
)`.as('tags')

const rowColumns = [
  'id',
  'email',
  'job_post_id',
  'role_id',
  'role_title',
  'first_name',
  'last_name',
  'is_existing_customer',
  'status',
  'contacted',
  sql<boolean>`cv_url is not null`.as('has_cv'),
  hasNotes,
  'starred',
  tagsOf,
  'source',
  'withdrawn_at',
  'created_at',
] as const

type Filter = Omit<ApplicantFilter, 'tab'>

/** Of what the counts know nothing. */
const isMarked = ({ star, tag, source, withdrawn }: Filter): boolean =>
  [star, tag, source, withdrawn].some((value) => value !== undefined)

/** By what both the applicants and their counts know. */
function narrowed<Table extends 'applicants' | 'applicant_counts', Output>(
  query: SelectQueryBuilder<Schema, Table, Output>,
  organizationId: OrganizationId,
  { position, customer, contact }: Filter,
): SelectQueryBuilder<Schema, Table, Output> {
  let rows = query.where(inOrganization(organizationId))
  if (position) rows = rows.where(sql<boolean>`role_id = ${position}::uuid`)
  if (customer) rows = rows.where(sql<boolean>`is_existing_customer = ${customer === 'customer'}`)
  if (contact) rows = rows.where(sql<boolean>`contacted = ${contact === 'contacted'}`)
  return rows
}

/** By what only the applicants themselves know. */
function marked<Output>(
  query: SelectQueryBuilder<Schema, 'applicants', Output>,
  organizationId: OrganizationId,
  filter: Filter,
): SelectQueryBuilder<Schema, 'applicants', Output> {
  const { star, tag, source, withdrawn } = filter
  let rows = narrowed(query, organizationId, filter).where(
    'withdrawn_at',
    withdrawn ? 'is not' : 'is',
    null,
  )
  if (star) rows = rows.where('starred', '=', sql<boolean>`true`)
  if (source) rows = rows.where('source', '=', source)
  if (tag) {
    rows = rows.where((eb) =>
      eb.exists(
        eb
          .selectFrom('applicant_tags')
          .select('applicant_tags.tag_key')
          .where(inOrganization(organizationId, 'applicant_tags.organization_id'))
          .where('applicant_tags.tag_key', '=', tag)
          .whereRef('applicant_tags.applicant_id', '=', 'applicants.id'),
      ),
    )
  }
  return rows
}

/** `hits` of the filter's text, where it has one. */
function filtered<Output>(
  query: SelectQueryBuilder<Schema, 'applicants', Output>,
  organizationId: OrganizationId,
  { tab, ...filter }: ApplicantFilter,
  hits: Hits | undefined,
  part?: HitPart,
): SelectQueryBuilder<Schema, 'applicants', Output> {
  const all = marked(query, organizationId, filter)
  const rows = tab === 'all' ? all : all.where('status', '=', tab)
  return hits ? rows.where(fits(organizationId, hits, part)) : rows
}

/** Of the text of a filter, where it has one. */
export const findHitsOf = async (db: Queries, { q }: Filter): Promise<Hits | undefined> =>
  q ? findHits(db, q) : undefined

/** The same for a selection. */
const hitsOf = async (db: Queries, selection: ApplicantSelection): Promise<Hits | undefined> =>
  'filter' in selection ? findHitsOf(db, selection.filter) : undefined

/** A page of those whom the filter lets through; `hits` spares finding those of its text again. */
export async function listApplicants(
  db: Queries,
  organizationId: OrganizationId,
  filter: ApplicantFilter,
  { sort, ...page }: PageRequest & { sort: ApplicantSort; hits?: Hits | undefined },
): Promise<Page<ApplicantRow>> {
  const order = applicantOrder(sort)
  const hits = page.hits ?? (await findHitsOf(db, filter))
  if (sort === 'match' && hits && !areFew(hits)) {
    const rows = await listManyHits(db, organizationId, filter, hits, rowsOf(order, page))
    return pageOf(order, rows, page.size)
  }
  const rows = filtered(
    db.selectFrom('applicants').select(rowColumns),
    organizationId,
    filter,
    hits,
  )
  const weighed = sort === 'match' && hits ? withScore(rows, organizationId, hits.text) : rows
  return listPage(weighed, order, page)
}

type PlacedApplicant = ApplicantRow & { cursor: Place }
type RowsOfPage = ReturnType<typeof rowsOf>

/** Too many to be weighed: who is called so, newest first, and then all others, newest first. */
async function listManyHits(
  db: Queries,
  organizationId: OrganizationId,
  filter: ApplicantFilter,
  hits: Hits,
  { after, limit }: RowsOfPage,
): Promise<PlacedApplicant[]> {
  const text = filter.q ?? ''
  const list = async (
    part: 'called' | 'others',
    hits: Hits,
    page: RowsOfPage,
  ): Promise<PlacedApplicant[]> => {
    const query = db.selectFrom('applicants').select(rowColumns)
    const rows = filtered(query, organizationId, filter, hits, part)
    const found = await inOrder(rows, applicantOrder('-applied'), page).execute()
    return found.map((row) => ({ ...row, cursor: [SCORES[part], ...row.cursor] }))
  }
  const [score, ...place] = after ?? []
  const start = after && place
  const calledSo = await findHits(db, text, 'called')
  const others = { text, ids: withoutIds(hits.ids, calledSo.ids) }
  if (score === SCORES.others) return list('others', others, { after: start, limit })
  const called = await list('called', calledSo, { after: start, limit })
  if (called.length === limit) return called
  const rest = { after: undefined, limit: limit - called.length }
  return [...called, ...(await list('others', others, rest))]
}

function withoutIds(
  ids: readonly string[] | undefined,
  others: readonly string[] | undefined,
): readonly string[] | undefined {
  const left = new Set(others)
  return ids?.filter((id) => !left.has(id))
}

/** As a place in the order 'match' says them. */
const SCORES = { called: '1', others: '0' }

/** Exactly, with or without a text. */
export async function countApplicants(
  db: Queries,
  organizationId: OrganizationId,
  filter: Filter,
): Promise<ApplicantCounts> {
  if (!filter.q && !isMarked(filter)) return asCounts(await keptCounts(db, organizationId, filter))
  const rows = marked(db.selectFrom('applicants'), organizationId, filter)
  return asCounts(await byStatus(filter.q ? withAllHits(rows, filter.q) : rows))
}

/** Of so many hits as `findHits` looks for. */
export async function countHits(
  db: Queries,
  organizationId: OrganizationId,
  filter: Filter,
): Promise<ApplicantCounts> {
  const { ids, at_least } = await listSomeHits(db, filter.q ?? '')
  const rows = marked(db.selectFrom('applicants'), organizationId, filter)
  const counts = asCounts(await byStatus(rows.where('id', '=', sql<string>`any(${ids}::uuid[])`)))
  return at_least ? { ...counts, at_least } : counts
}

type StatusCount = { status: ApplicantStatus; count: number }

const byStatus = (rows: SelectQueryBuilder<Schema, 'applicants', object>): Promise<StatusCount[]> =>
  rows
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .groupBy('status')
    .execute()

function asCounts(rows: readonly StatusCount[]): ApplicantCounts {
  const found = new Map(rows.map((row) => [row.status, row.count]))
  const counts = { all: 0 } as ApplicantCounts
  for (const status of applicantStatuses) {
    counts[status] = found.get(status) ?? 0
    counts.all += counts[status]
  }
  return counts
}

/** Without reading the applicants: what the triggers on applicants keep, exact in every transaction's own view. */
function keptCounts(
  db: Queries,
  organizationId: OrganizationId,
  filter: Filter,
): Promise<StatusCount[]> {
  const counts = db
    .selectFrom('applicant_counts')
    .select(['status', sql<number>`sum(difference)::int`.as('count')])
  return narrowed(counts, organizationId, filter).groupBy('status').execute()
}

/** All of an organization's, without a filter. */
export async function countAllApplicants(
  db: Queries,
  organizationId: OrganizationId,
): Promise<number> {
  const { all } = await countApplicants(db, organizationId, {})
  return all
}

/**
 * Sums up differences of one kind once there are more than a few. Readers see exact counts meanwhile, also when two
 * processes do it at once: the sum that this statement inserts holds only rows that it deleted.
 */
export async function updateApplicantCounts(db: Queries): Promise<void> {
  await sql`
    with kinds as (
      select organization_id, role_id, is_existing_customer, contacted, status from applicant_counts
      group by 1, 2, 3, 4, 5 having count(*) > ${DIFFERENCES_KEPT}
    ), taken as (
      delete from applicant_counts using kinds
      where (applicant_counts.organization_id, applicant_counts.role_id, applicant_counts.is_existing_customer,
          applicant_counts.contacted, applicant_counts.status)
        = (kinds.organization_id, kinds.role_id, kinds.is_existing_customer, kinds.contacted, kinds.status)
      returning applicant_counts.*
    )
    insert into applicant_counts
    select organization_id, role_id, is_existing_customer, contacted, status, sum(difference) from taken
    group by 1, 2, 3, 4, 5 having sum(difference) <> 0`.execute(db)
}
const DIFFERENCES_KEPT = 8

/** As staff get the file; the kind is in the key that we chose for it. */
function named<Row extends { cv_name: string | null; cv_url: string | null }>(row: Row): Row {
  const kind = kindOfCv(row.cv_url ?? '')
  return { ...row, cv_name: row.cv_name && kind ? cvNameFor(row.cv_name, kind) : null }
}

export async function findApplicant(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<Applicant | undefined> {
  const row = await db
    .selectFrom('applicants')
    .leftJoin('cv_files', 'cv_files.applicant_id', 'applicants.id')
    .select([
      'applicants.id',
      'applicants.email',
      'applicants.job_post_id',
      'applicants.role_id',
      'applicants.role_title',
      'applicants.first_name',
      'applicants.last_name',
      'applicants.phone',
      'applicants.experience_years',
      'applicants.linkedin_url',
      'applicants.website_url',
      'applicants.cover_letter',
      'applicants.additional_info',
      'applicants.is_existing_customer',
      'applicants.status',
      'applicants.contacted',
      'applicants.cv_url',
      'cv_files.original_name as cv_name',
      'cv_files.byte_size as cv_size',
      hasNotes,
      'applicants.starred',
      tagsOf,
      'applicants.source',
      'applicants.language',
      'applicants.withdrawn_at',
      'applicants.no_contact_at',
      'applicants.keep_asked_at',
      'applicants.kept_at',
      'applicants.keep_question',
      'applicants.created_at',
      'applicants.updated_at',
    ])
    .where(inOrganization(organizationId, 'applicants.organization_id'))
    .where('applicants.id', '=', id)
    .executeTakeFirst()
  return row && named(row)
}

/** In which each of these people applied, by the application. */
export async function listReaders(
  db: Queries,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<Map<string, { language: string | null; title: string }>> {
  const rows = await db
    .selectFrom('applicants')
    .select(['id', 'language', titleForApplicant.as('title')])
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, ...reader }) => [id, reader]))
}

/** What else came from this one's address, newest first. */
export function listOtherApplications(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<OtherApplication[]> {
  return db
    .selectFrom('applicants')
    .select(['id', 'role_title', 'status', 'created_at'])
    .where(inOrganization(organizationId))
    .where('sort_email', '=', (eb) =>
      eb
        .selectFrom('applicants as one')
        .select('one.sort_email')
        .where(inOrganization(organizationId, 'one.organization_id'))
        .where('one.id', '=', id),
    )
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** What came of an application: the new row, or why there is none. */
export type Inserted =
  | { applicant: ApplicantRow; isConfirmed: boolean }
  | { applicant: undefined; refused: 'job closed' | 'file gone' }
  | { applicant: undefined; refused: 'too many'; full: FullUse[] }

/**
 * A complete application: the row, its file, its history, its audit event, its confirmation where the organization sends one,
 * and the live event in one statement, while the job is locked so that it stays open.
 * Refused by the index applicants_job_email_idx when this address has applied for this job already.
 */
export async function insertApplication(
  tx: Tx,
  organizationId: OrganizationId,
  values: {
    email: string
    jobId: string
    verificationId: string
    cvId: string | null
    form: ApplicationInput
    isExistingCustomer: boolean
    /** What the page spoke. */
    language?: string
    now: Date
    /** Counted with it; nothing of either stays where the other is refused. */
    uses?: readonly Use[]
  },
): Promise<Inserted> {
  const { form, cvId, uses = [] } = values
  const { rows } = await sql<
    Omit<ApplicantRow, 'id'> & {
      id: string | null
      event_id: string
      is_job_open: boolean
      is_confirmed: boolean
    } & CountRow
  >`
    with counted as materialized (
      select is_counted, waits from ${countOf(uses)}
    ), job as materialized (
      select id, title from job_posts
      where ${inOrganization(organizationId)} and id = ${values.jobId} and ${isOpen}
      for share
    ), file as materialized (
      select id, storage_key from cv_files
      where ${inOrganization(organizationId)} and verification_id = ${values.verificationId}
        and id::text = ${cvId?.toLowerCase() ?? null} and applicant_id is null
      for update
    ), applicant as (
      insert into applicants (organization_id, email, job_post_id, role_id, role_title, first_name,
        last_name, phone, experience_years, linkedin_url, website_url, cover_letter,
        additional_info, is_existing_customer, cv_url, language, came_by, source)
      select ${organizationId}::uuid, ${values.email}, job.id, job.id, job.title, ${form.firstName},
        ${form.lastName}, ${form.phone}, ${form.experienceYears}::int, ${form.linkedinUrl},
        ${form.websiteUrl}, ${form.coverLetter}, ${form.additionalInfo},
        ${values.isExistingCustomer}::boolean, (select storage_key from file), ${values.language ?? null},
        asked.came_by, asked.source
      from job cross join counted left join (
        select came_by, source from email_verifications
        where ${inOrganization(organizationId)} and id = ${values.verificationId}
      ) as asked on true
      where counted.is_counted and (${cvId}::text is null or exists (select from file))
      returning *
    ), claimed as (
      update cv_files set applicant_id = applicant.id
      from applicant
      where ${inOrganization(organizationId, 'cv_files.organization_id')} and cv_files.id = (select id from file)
    ), history as (
      insert into applicant_status_history (organization_id, applicant_id, to_status)
      select organization_id, id, status from applicant
    ), audit as (
      insert into audit_events (organization_id, action, resource_type, resource_id)
      select organization_id, 'applicant.created', 'applicant', id::text from applicant
    ), confirmed as (
      insert into applicant_mails (organization_id, applicant_id, kind, recipient, send_at)
      select applicant.organization_id, applicant.id, 'received', lower(applicant.email), ${values.now}::timestamptz
      from applicant join organizations on organizations.id = applicant.organization_id
      where organizations.confirmation_mails
      returning id
    ), news as (
      insert into notification_events (organization_id, kind, applicant_id)
      select organization_id, 'application', id from applicant
    ), published as (
      insert into live_events (organization_id, name, subject_id)
      select organization_id, 'applicant.created', id from applicant
      returning id
    )
    select exists (select from job) as is_job_open, exists (select from confirmed) as is_confirmed,
      (select id from published) as event_id, counted.*, applicant.id, applicant.email,
      applicant.job_post_id, applicant.role_id, applicant.role_title, applicant.first_name,
      applicant.last_name, applicant.is_existing_customer, applicant.status, applicant.contacted,
      applicant.cv_url is not null as has_cv, applicant.starred, array[]::text[] as tags, applicant.source, applicant.withdrawn_at, applicant.created_at
    from counted left join applicant on true`.execute(tx)
  const [row] = rows
  if (!row?.is_job_open) return { applicant: undefined, refused: 'job closed' }
  const { is_job_open: _, is_confirmed, is_counted, waits, event_id, id, ...applicant } = row
  if (!is_counted) {
    const { full } = readCount(uses, { is_counted, waits })
    return { applicant: undefined, refused: 'too many', full }
  }
  if (id === null) return { applicant: undefined, refused: 'file gone' }
  const event = {
    organization_id: organizationId,
    name: 'applicant.created',
    subject_id: id,
  } as const
  recordPublished(tx, [{ ...event, id: Number(event_id) }])
  recordQueued(tx, 'queue-mails')
  if (applicant.has_cv) recordQueued(tx, 'read-cv')
  return { applicant: { ...applicant, id }, isConfirmed: is_confirmed }
}

/** The newest application of an address. */
export function findApplicantOfAddress(
  db: Queries,
  organizationId: OrganizationId,
  email: string,
): Promise<{ id: string; email: string } | undefined> {
  return db
    .selectFrom('applicants')
    .select(['id', 'email'])
    .where(inOrganization(organizationId))
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** When this address applied for this job; undefined where it has not. */
export async function findAppliedAt(
  db: Queries,
  organizationId: OrganizationId,
  jobId: string,
  email: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('applicants')
    .select('created_at')
    .where(inOrganization(organizationId))
    .where('job_post_id', '=', jobId)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row?.created_at
}

/** A row alone, as the demo brings them. */
export function insertApplicant(
  db: Queries,
  organizationId: OrganizationId,
  values: {
    email: string
    job: { id: string; title: string }
    form: ApplicationInput
    cvUrl: string | null
    isExistingCustomer: boolean
    status?: ApplicantStatus
    contacted?: boolean
    createdAt?: Date
    updatedAt?: Date
    source?: string
  },
): Promise<ApplicantRow> {
  const { form } = values
  return db
    .insertInto('applicants')
    .values({
      organization_id: organizationId,
      email: values.email,
      job_post_id: values.job.id,
      role_id: values.job.id,
      role_title: values.job.title,
      first_name: form.firstName,
      last_name: form.lastName,
      phone: form.phone,
      experience_years: form.experienceYears,
      linkedin_url: form.linkedinUrl,
      website_url: form.websiteUrl,
      cover_letter: form.coverLetter,
      source: values.source ?? null,
      additional_info: form.additionalInfo,
      is_existing_customer: values.isExistingCustomer,
      cv_url: values.cvUrl,
      ...(values.status && { status: values.status }),
      ...(values.contacted !== undefined && { contacted: values.contacted }),
      ...(values.createdAt && { created_at: values.createdAt }),
      ...(values.updatedAt && { updated_at: values.updatedAt }),
    })
    .returning(rowColumns)
    .executeTakeFirstOrThrow()
}

export const APPLICANT_DUPLICATE = 'applicants_job_email_idx'

export function listApplicantRows(
  db: Queries,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<ApplicantRow[]> {
  return db
    .selectFrom('applicants')
    .select(rowColumns)
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

export type LockedApplicant = Pick<ApplicantRow, 'id' | 'status' | 'withdrawn_at'>

/** Locks them until the transaction ends. Always in the order of their ids, so that two batches never wait for each other. */
export function listApplicantsForUpdate(
  db: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<LockedApplicant[]> {
  return db
    .selectFrom('applicants')
    .select(['id', 'status', 'withdrawn_at'])
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The ids that a selection finds, one batch after another in the order of ids, which no use case changes. */
export async function listApplicantIds(
  db: Queries,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
  page: { after: string | undefined; limit: number },
): Promise<{ id: string }[]> {
  const ids = db.selectFrom('applicants').select('id')
  const query = selected(ids, organizationId, selection, await hitsOf(db, selection))
  const rest = page.after ? query.where('id', '>', page.after) : query
  return rest.orderBy('id').limit(page.limit).execute()
}

export function updateApplicantStatuses(
  db: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
  to: ApplicantStatus,
): Promise<ApplicantRow[]> {
  return db
    .updateTable('applicants')
    .set({ status: to, updated_at: new Date().toISOString() })
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .returning(rowColumns)
    .execute()
}

/** Answers those it changed. */
export function updateApplicantsContacted(
  db: Queries,
  organizationId: OrganizationId,
  ids: readonly string[],
  contacted: boolean,
): Promise<ApplicantRow[]> {
  return db
    .updateTable('applicants')
    .set({ contacted, updated_at: new Date().toISOString() })
    .where(inOrganization(organizationId))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('contacted', '!=', contacted)
    .returning(rowColumns)
    .execute()
}

/** Undefined where there is no such applicant; a star says nothing about when they were last changed. */
export async function updateStarred(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
  starred: boolean,
): Promise<ApplicantRow | undefined> {
  return db
    .updateTable('applicants')
    .set({ starred })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .returning(rowColumns)
    .executeTakeFirst()
}

/** Those a selection names, by id or by filter. */
function selected<Output>(
  query: SelectQueryBuilder<Schema, 'applicants', Output>,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
  hits: Hits | undefined,
): SelectQueryBuilder<Schema, 'applicants', Output> {
  if ('ids' in selection) {
    return query
      .where(inOrganization(organizationId))
      .where('id', '=', sql<string>`any(${selection.ids}::uuid[])`)
  }
  const { filter, until } = selection
  const found = filtered(query, organizationId, filter, hits)
  return until ? found.where('created_at', '<=', until) : found
}

export type ExportedApplicant = Omit<
  Applicant,
  | 'cv_size'
  | 'has_notes'
  | 'updated_at'
  | 'language'
  | 'withdrawn_at'
  | 'no_contact_at'
  | 'keep_asked_at'
  | 'kept_at'
  | 'keep_question'
>

/** Everything staff know of applicants, newest first, a batch at a time. */
export async function listApplicantsToExport(
  db: Queries,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
  request: PageRequest,
): Promise<Page<ExportedApplicant>> {
  const query = db
    .selectFrom('applicants')
    .select([
      'id',
      'email',
      'job_post_id',
      'role_id',
      'role_title',
      'first_name',
      'last_name',
      'phone',
      'experience_years',
      'linkedin_url',
      'website_url',
      'cover_letter',
      'additional_info',
      'is_existing_customer',
      'status',
      'contacted',
      sql<
        string | null
      >`(select original_name from cv_files where cv_files.applicant_id = applicants.id limit 1)`.as(
        'cv_name',
      ),
      'cv_url',
      'starred',
      tagsOf,
      'source',
      'created_at',
    ])
  const all = selected(query, organizationId, selection, await hitsOf(db, selection))
  const page = await listPage(all, applicantOrder('-applied'), request)
  return { ...page, rows: page.rows.map(named) }
}

export type ExportedCv = {
  applicant_id: string
  first_name: string
  last_name: string
  storage_key: string
  key_sealed: string | null
  kind: CvKind
  created_at: string
} & StoredCheck

const cvsOf = (
  db: Queries,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
  hits: Hits | undefined,
) =>
  db
    .selectFrom('cv_files')
    .innerJoin('applicants', 'applicants.id', 'cv_files.applicant_id')
    .where(inOrganization(organizationId, 'cv_files.organization_id'))
    .where(
      'cv_files.applicant_id',
      'in',
      selected(db.selectFrom('applicants').select('id'), organizationId, selection, hits),
    )

export async function countCvsToExport(
  db: Queries,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
): Promise<{ count: number; bytes: number }> {
  return cvsOf(db, organizationId, selection, await hitsOf(db, selection))
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`coalesce(sum(byte_size), 0)::float8`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
}

export async function listCvsToExport(
  db: Queries,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
): Promise<ExportedCv[]> {
  return cvsOf(db, organizationId, selection, await hitsOf(db, selection))
    .select([
      sql<string>`applicants.id`.as('applicant_id'),
      'applicants.first_name',
      'applicants.last_name',
      'cv_files.storage_key',
      'cv_files.key_sealed',
      'cv_files.kind',
      'cv_files.created_at',
      'cv_files.checked_at',
      'cv_files.active_content',
      'cv_files.scan_state',
      'cv_files.scan_name',
    ])
    .orderBy('applicants.created_at', 'desc')
    .orderBy('applicants.id', 'desc')
    .execute()
}
