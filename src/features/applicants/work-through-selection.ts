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

/** Result of one batch: the changed rows, the reasons for the others, and how many mails it wrote. */
export type BatchDone = { rows: ApplicantRow[]; refused: BatchAnswer['refused']; mails?: number }

type SelectionDone = Pick<BatchAnswer, 'changed' | 'refused'> & { mails: number }

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
): Promise<SelectionDone> {
  const work = async (tx: Tx, ids: readonly string[]) => {
    const done = await act(tx, ids)
    await publishChanges(tx, organizationId, done.rows)
    return done
  }
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids)]
    return deps.db.forOrganization(organizationId, (tx) =>
      runOnce(deps, tx, organizationId, sent, async () => {
        const { rows, refused, mails = 0 } = await work(tx, ids)
        return { changed: rows.map(({ id }) => id), refused, mails }
      }),
    )
  }
  await refuseTooMany(deps, organizationId, selection)
  const all: SelectionDone = { changed: [], refused: [], mails: 0 }
  let after: string | undefined
  do {
    const start = after
    const batch = await deps.db.forOrganization(organizationId, async (tx) => {
      const page = { after: start, limit: BATCH_SIZE }
      const ids = (await listApplicantIds(tx, organizationId, selection, page)).map(({ id }) => id)
      return { ids, done: await work(tx, ids) }
    })
    const { rows, refused, mails = 0 } = batch.done
    all.changed.push(...rows.map(({ id }) => id))
    all.refused.push(...refused)
    all.mails += mails
    after = batch.ids.length === BATCH_SIZE ? batch.ids.at(-1) : undefined
  } while (after)
  return all
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
