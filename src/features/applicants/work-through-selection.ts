// Applies a change to many applicants, one transaction for each batch.
import {
  BATCH_SIZE,
  FILTERED_MAX,
  type ApplicantSelection,
  type BatchAnswer,
} from '#domain/applicants/applicant-batches.ts'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import { AppError } from '#domain/errors.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { numberText } from '#domain/texts/formats.ts'
import { countApplicants } from '#data/applicants/applicant-counts.ts'
import { listApplicantIds } from '#data/applicants/applicant-list.ts'
import type { Tx } from '#data/database.ts'
import type { Deps } from '../deps.ts'
import { runOnce, type IdempotencyKey } from './run-once.ts'
import { publishChanges } from './publish-changes.ts'

/** Result of one batch: the changed rows, and the reasons for the others. */
export type BatchDone = { rows: ApplicantRow[]; refused: BatchAnswer['refused'] }

/**
 * A selection by ids is one transaction. A filter is processed in batches in the order of ids, which the change does not affect,
 * so that nobody is processed twice or skipped; committed batches stay when a later one fails. `sent` (idempotency) applies only
 * to ids, because only one transaction can be done exactly once.
 */
export async function workThroughSelection(
  deps: Deps,
  organizationId: OrganizationId,
  selection: ApplicantSelection,
  act: (tx: Tx, ids: readonly string[]) => Promise<BatchDone>,
  sent?: IdempotencyKey,
): Promise<Pick<BatchAnswer, 'changed' | 'refused'>> {
  const changed: string[] = []
  const refused: BatchAnswer['refused'] = []
  const work = async (tx: Tx, ids: readonly string[]) => {
    const done = await act(tx, ids)
    await publishChanges(tx, organizationId, done.rows)
    return done
  }
  const take = (done: BatchDone) => {
    changed.push(...done.rows.map(({ id }) => id))
    refused.push(...done.refused)
  }
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids)]
    return deps.db.forOrganization(organizationId, (tx) =>
      runOnce(deps, tx, organizationId, sent, async () => {
        const done = await work(tx, ids)
        return { changed: done.rows.map(({ id }) => id), refused: done.refused }
      }),
    )
  }
  await refuseTooMany(deps, organizationId, selection)
  let after: string | undefined
  do {
    const start = after
    const batch = await deps.db.forOrganization(organizationId, async (tx) => {
      const page = { after: start, limit: BATCH_SIZE }
      const ids = (await listApplicantIds(tx, organizationId, selection, page)).map(({ id }) => id)
      return { ids, done: await work(tx, ids) }
    })
    take(batch.done)
    after = batch.ids.length === BATCH_SIZE ? batch.ids.at(-1) : undefined
  } while (after)
  return { changed, refused }
}

async function refuseTooMany(
  deps: Deps,
  organizationId: OrganizationId,
  { filter }: Extract<ApplicantSelection, { filter: unknown }>,
): Promise<void> {
  const { tab, ...conditions } = filter
  const counts = await deps.db.readForOrganization(organizationId, (tx) =>
    countApplicants(tx, organizationId, conditions),
  )
  if (counts[tab] <= FILTERED_MAX) return
  throw new AppError('applicant.tooMany', {
    values: {
      max: numberText(FILTERED_MAX),
      count: numberText(counts[tab]),
    },
  })
}
