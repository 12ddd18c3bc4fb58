// Columns of applicants that several queries select.
import { sql } from 'kysely'
import { fieldColumns } from '#domain/applicants/application-fields.ts'
import { cvNameFor } from '#domain/cvs/cv-names.ts'
import { kindOfCv } from '#domain/cvs/cvs.ts'

export const hasNotes = sql<boolean>`exists (
  select from applicant_notes as note
  where note.applicant_id = applicants.id and note.organization_id = applicants.organization_id
)`.as('has_notes')

export const tagsOf = sql<string[]>`array(
  select own.tag from applicant_tags as own
  where own.applicant_id = applicants.id and own.organization_id = applicants.organization_id
  order by own.tag_key
)`.as('tags')

/** The fields of the form, where another table is joined. */
export const ownColumns = fieldColumns.map((column) => `applicants.${column}` as const)

export const rowColumns = [
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

/** The file as staff see it; its kind is part of the storage key. */
export function named<Row extends { cv_name: string | null; cv_url: string | null }>(
  row: Row,
): Row {
  const kind = kindOfCv(row.cv_url ?? '')
  return { ...row, cv_name: row.cv_name && kind ? cvNameFor(row.cv_name, kind) : null }
}
