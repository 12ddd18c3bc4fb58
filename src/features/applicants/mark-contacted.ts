// Staff mark applicants as contacted or not contacted.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import type { BatchAnswer, BulkContacted } from '#domain/applicants/applicant-batches.ts'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import {
  listApplicantRows,
  listApplicantsForUpdate,
  updateApplicantsContacted,
} from '#data/applicants/applicants.ts'
import { insertAuditEvents } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import type { Deps } from '../deps.ts'
import { runOnce } from './run-once.ts'
import { publishChanges } from './publish-changes.ts'
import { workThroughSelection, type BatchDone } from './work-through-selection.ts'

export async function markContacted(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  contacted: boolean,
  key?: string,
): Promise<ApplicantRow> {
  const { organizationId, userId: actorId } = approvedMember(actor)
  const sent =
    key === undefined ? undefined : { key, action: `${actorId} marks ${id} ${contacted}` }
  return deps.db.forOrganization(organizationId, async (tx) => {
    await runOnce(deps, tx, organizationId, sent, async () => {
      const { rows } = await markLocked(tx, organizationId, [id], { contacted, actorId })
      await publishChanges(tx, organizationId, rows)
      return {}
    })
    const [row] = await listApplicantRows(tx, organizationId, [id])
    if (!row) throw new AppError('applicant.missing')
    return row
  })
}

/** Skips applicants that already have the mark. */
export async function markManyContacted(
  deps: Deps,
  actor: Actor | undefined,
  input: BulkContacted,
  key?: string,
): Promise<BatchAnswer> {
  const { organizationId, userId: actorId } = approvedMember(actor)
  const { contacted } = input
  const { changed, refused } = await workThroughSelection(
    deps,
    organizationId,
    input,
    (tx, ids) => markLocked(tx, organizationId, ids, { contacted, actorId }),
    key === undefined ? undefined : { key, action: `${actorId} marks many ${contacted}` },
  )
  return { changed, refused, batch_id: null }
}

async function markLocked(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly string[],
  { contacted, actorId }: { contacted: boolean; actorId: string | null },
): Promise<BatchDone> {
  const known = new Set(
    (await listApplicantsForUpdate(tx, organizationId, ids)).map((applicant) => applicant.id),
  )
  const rows = await updateApplicantsContacted(tx, organizationId, [...known], contacted)
  await insertAuditEvents(
    tx,
    organizationId,
    rows.map((row) => ({
      actor_id: actorId,
      action: contacted ? 'applicant.contacted' : 'applicant.not_contacted',
      resource_type: 'applicant',
      resource_id: row.id,
    })),
  )
  const refused = ids
    .filter((id) => !known.has(id))
    .map((id) => ({ id, message: t('applicant.missing') }))
  return { rows, refused }
}
