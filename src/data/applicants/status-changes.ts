// The history of applicants' statuses: appended by every move, and read to undo one.
import { fullNameOf } from '../full-name.ts'
import { sql } from 'kysely'
import type { UndoInput } from '#domain/applicants/applicant-batches.ts'
import type { ApplicantStatus, MadeChange } from '#domain/applicants/applicants.ts'
import type { StatusChange } from '#domain/applicants/applicant-profile.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Queries } from '../database.ts'
import { inOrganization } from '../organization-filter.ts'
import { updateProgressAfterUndo } from './progress.ts'

/** Newest first, with the name of the person who made the change. */
export function listStatusChanges(
  db: Queries,
  organizationId: OrganizationId,
  applicantId: string,
): Promise<StatusChange[]> {
  return db
    .selectFrom('applicant_status_history as history')
    .leftJoin('profiles', 'profiles.id', 'history.changed_by')
    .select([
      'history.id',
      'history.from_status',
      'history.to_status',
      'history.undoes',
      'history.changed_by',
      fullNameOf('profiles').as('changed_by_name'),
      'history.changed_at',
    ])
    .where(inOrganization(organizationId, 'history.organization_id'))
    .where('history.applicant_id', '=', applicantId)
    .orderBy('history.changed_at', 'desc')
    .orderBy('history.seq', 'desc')
    .execute()
}

type NewChange = {
  applicantId: string
  from: ApplicantStatus | null
  to: ApplicantStatus
  changedBy: string | null
  changedAt?: Date
  batchId?: string | null
  undoes?: string
}

export async function insertStatusChange(
  db: Queries,
  organizationId: OrganizationId,
  change: NewChange,
): Promise<void> {
  await insertStatusChanges(db, organizationId, [change])
}

/** Returns the id of each applicant's change. */
export async function insertStatusChanges(
  db: Queries,
  organizationId: OrganizationId,
  changes: readonly NewChange[],
): Promise<ReadonlyMap<string, string>> {
  if (changes.length === 0) return new Map()
  const rows = await db
    .insertInto('applicant_status_history')
    .values(
      changes.map((change) => ({
        organization_id: organizationId,
        applicant_id: change.applicantId,
        from_status: change.from,
        to_status: change.to,
        changed_by: change.changedBy,
        batch_id: change.batchId ?? null,
        undoes: change.undoes ?? null,
        ...(change.changedAt && { changed_at: change.changedAt }),
      })),
    )
    .returning(['id', 'applicant_id'])
    .execute()
  const undone = changes.flatMap(({ applicantId, undoes }) => (undoes ? [applicantId] : []))
  if (undone.length > 0) await updateProgressAfterUndo(db, organizationId, undone)
  return new Map(rows.map((row) => [row.applicant_id, row.id]))
}

export type UndoableChange = MadeChange & { applicant_id: string; seq: string }

/** The changes named by `which`, in the order they were made. */
export function listStatusChangesToUndo(
  db: Queries,
  organizationId: OrganizationId,
  which: UndoInput,
  page: { after: string; limit: number },
): Promise<UndoableChange[]> {
  const query = db
    .selectFrom('applicant_status_history')
    .select(['id', 'applicant_id', 'from_status', 'to_status', 'undoes', 'changed_at', 'seq'])
    .where(inOrganization(organizationId))
    .where('seq', '>', page.after)
    .orderBy('seq')
    .limit(page.limit)
  return 'change_id' in which
    ? query.where('id', '=', which.change_id).execute()
    : query.where('batch_id', '=', which.batch_id).execute()
}

/** The newest change of each. */
export function listLastStatusChanges(
  db: Queries,
  organizationId: OrganizationId,
  applicantIds: readonly string[],
): Promise<{ id: string; applicant_id: string }[]> {
  return db
    .selectFrom('applicant_status_history')
    .select(['id', 'applicant_id'])
    .distinctOn('applicant_id')
    .where(inOrganization(organizationId))
    .where('applicant_id', '=', sql<string>`any(${applicantIds}::uuid[])`)
    .orderBy('applicant_id')
    .orderBy('seq', 'desc')
    .execute()
}
