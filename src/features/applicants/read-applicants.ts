// The staff's list of applicants, its counts, and one applicant's profile.
import { approvedOrganization, type Actor } from '#domain/access.ts'
import {
  APPLICANTS_PER_PAGE,
  type ApplicantCounts,
  type ApplicantFilter,
  type ApplicantPage,
  type ApplicantProfile,
  type ApplicantStatus,
  type StatusChange,
} from '#domain/applicants.ts'
import { AppError } from '#domain/errors.ts'
import { newestFirst, timelineActs, type TimelineEntry } from '#domain/timeline.ts'
import {
  countApplicants,
  findApplicant,
  listApplicants,
  listOtherApplications,
  listStatusChanges,
  type Cursor,
} from '#data/applicants.ts'
import { listApplicantActs } from '#data/audit.ts'
import { listNotes } from '#data/notes.ts'
import type { Deps } from '../deps.ts'

export async function readApplicants(
  deps: Deps,
  actor: Actor | undefined,
  filter: ApplicantFilter,
  cursor: string | undefined,
): Promise<ApplicantPage> {
  const organizationId = approvedOrganization(actor)
  const rows = await deps.db.forOrganization(organizationId, (tx) =>
    listApplicants(tx, organizationId, filter, {
      after: readCursor(cursor),
      // One more than is shown tells whether there is a next page.
      limit: APPLICANTS_PER_PAGE + 1,
    }),
  )
  const applicants = rows.slice(0, APPLICANTS_PER_PAGE)
  const last = applicants.at(-1)
  return {
    applicants,
    next_cursor: rows.length > APPLICANTS_PER_PAGE && last ? `${last.created_at}_${last.id}` : null,
  }
}

/** A cursor that is not ours starts at the beginning: an old link still shows a list. */
function readCursor(text: string | undefined): Cursor | null {
  const match = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([0-9a-f-]{36})$/.exec(text ?? '')
  return match?.[1] && match[2] && !Number.isNaN(Date.parse(match[1]))
    ? { created_at: match[1], id: match[2] }
    : null
}

export function readApplicantCounts(
  deps: Deps,
  actor: Actor | undefined,
  filter: Omit<ApplicantFilter, 'tab'>,
): Promise<ApplicantCounts> {
  const organizationId = approvedOrganization(actor)
  return deps.db.forOrganization(organizationId, (tx) =>
    countApplicants(tx, organizationId, filter),
  )
}

export function readApplicant(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
): Promise<ApplicantProfile> {
  const organizationId = approvedOrganization(actor)
  return deps.db.forOrganization(organizationId, async (tx) => {
    const applicant = await findApplicant(tx, organizationId, id)
    if (!applicant) throw new AppError('applicant.missing')
    const history = await listStatusChanges(tx, organizationId, id)
    const acts = await listApplicantActs(tx, organizationId, id, timelineActs, TIMELINE_ACTS)
    return {
      applicant,
      history,
      notes: await listNotes(tx, organizationId, id),
      timeline: [...history.map(asEntry), ...acts].toSorted(newestFirst),
      others: await listOtherApplications(tx, organizationId, applicant),
    }
  })
}

const TIMELINE_ACTS = 200

const asEntry = (change: StatusChange): TimelineEntry<ApplicantStatus> => ({
  act: 'status',
  id: change.id,
  at: change.changed_at,
  by_id: change.changed_by,
  by_name: change.changed_by_name,
  from: change.from_status,
  to: change.to_status,
})
