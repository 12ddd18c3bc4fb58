// Notes of the staff on applicants.
import { fullNameOf } from '../full-name.ts'
import { sql } from 'kysely'
import type { ApplicantNote } from '#domain/applicants/notes.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'

/** Newest first. */
export function listNotes(
  db: Queries,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<ApplicantNote[]> {
  return db
    .selectFrom('applicant_notes as note')
    .leftJoin('profiles', 'profiles.id', 'note.author_id')
    .select([
      'note.id',
      'note.body',
      'note.author_id',
      fullNameOf('profiles').as('author_name'),
      'note.created_at',
      'note.edited_at',
    ])
    .where(inOrganization(organizationId, 'note.organization_id'))
    .where('note.applicant_id', '=', applicantId)
    .orderBy('note.created_at', 'desc')
    .orderBy('note.id', 'desc')
    .execute()
}

/** Undefined when there is no such applicant in the organization. */
export async function insertNote(
  db: Queries,
  organizationId: OrganizationId,
  values: { applicant_id: string; author_id: string; body: string },
): Promise<{ id: string } | undefined> {
  return db
    .insertInto('applicant_notes')
    .columns(['organization_id', 'applicant_id', 'author_id', 'body'])
    .expression((eb) =>
      eb
        .selectFrom('applicants')
        .select([
          'organization_id',
          'id as applicant_id',
          sql<string>`${values.author_id}::uuid`.as('author_id'),
          sql<string>`${values.body}`.as('body'),
        ])
        .where(inOrganization(organizationId))
        .where('id', '=', values.applicant_id),
    )
    .returning('id')
    .executeTakeFirst()
}

/** Locked until the transaction ends. */
export function findNoteLocked(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<{ applicant_id: string; author_id: string | null } | undefined> {
  return db
    .selectFrom('applicant_notes')
    .select(['applicant_id', 'author_id'])
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateNote(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
  body: string,
): Promise<void> {
  await db
    .updateTable('applicant_notes')
    .set({ body, edited_at: sql<string>`now()` })
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .execute()
}

export async function deleteNote(
  db: Queries,
  organizationId: OrganizationId,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('applicant_notes')
    .where(inOrganization(organizationId))
    .where('id', '=', id)
    .execute()
}
