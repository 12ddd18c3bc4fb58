// The staff's list of applicants, its counts, and one applicant's profile.
import { findApplicantCustomer } from '#data/applicants/applicant-customers.ts'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import {
  APPLICANTS_PER_PAGE,
  sortWithin,
  type ApplicantCounts,
  type ApplicantFilter,
  type ApplicantPage,
  type ApplicantSort,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import type { ApplicantProfile, StatusChange } from '#domain/applicants/applicant-profile.ts'
import { cvCheckOf } from '#domain/cvs/cvs.ts'
import { AppError } from '#domain/errors.ts'
import { newestFirst, timelineActs, type TimelineEntry } from '#domain/applicants/timeline.ts'
import { areAllKnown, listHits } from '#data/applicants/applicant-search.ts'
import { countApplicants, countHits } from '#data/applicants/applicant-counts.ts'
import { findHitsOf } from '#data/applicants/applicant-filter.ts'
import { findApplicant, listOtherApplications } from '#data/applicants/applicants.ts'
import { listApplicants } from '#data/applicants/applicant-list.ts'
import { isUnopened, updateOpened } from '#data/rights/applicant-pages.ts'
import { findCvCheck } from '#data/cvs/cv-checks.ts'
import { listApplicantMails, type ListedMail } from '#data/applicants/applicant-mails.ts'
import { listApplicantActs } from '#data/audit/audit.ts'
import { listNotes } from '#data/applicants/notes.ts'
import { listStatusChanges } from '#data/applicants/status-changes.ts'
import type { Queries } from '#data/database.ts'
import type { Deps } from '../deps.ts'

export async function readApplicants(
  deps: Deps,
  actor: Actor | undefined,
  filter: ApplicantFilter,
  asked: { sort: ApplicantSort; cursor: string | undefined },
): Promise<ApplicantPage> {
  const { organizationId } = approvedMember(actor)
  const sort = sortWithin(filter, asked.sort)
  const read_at = deps.clock.now().toISOString()
  const read = async (tx: Queries): Promise<ApplicantPage> => {
    const found = await findHitsOf(tx, filter)
    const { rows: applicants, next_cursor } = await listApplicants(tx, organizationId, filter, {
      hits: found,
      sort,
      cursor: asked.cursor,
      size: APPLICANTS_PER_PAGE,
    })
    if (!found) return { applicants, next_cursor, read_at }
    const ids = applicants.map(({ id }) => id)
    return {
      applicants,
      hits: await listHits(tx, organizationId, ids, found.text),
      has_many_hits: !areAllKnown(found),
      next_cursor,
      read_at,
    }
  }
  return deps.db.readForOrganization(organizationId, read, { from: 'any' })
}

/** Without a search text always exact; with one exact up to a limit of hits, unless an exact count is requested. */
export function readApplicantCounts(
  deps: Deps,
  actor: Actor | undefined,
  filter: Omit<ApplicantFilter, 'tab'>,
  { isExact = false } = {},
): Promise<ApplicantCounts> {
  const { organizationId } = approvedMember(actor)
  const read = (tx: Queries) =>
    filter.q && !isExact
      ? countHits(tx, organizationId, filter)
      : countApplicants(tx, organizationId, filter)
  return deps.db.readForOrganization(organizationId, read, { from: 'any' })
}

export async function readApplicant(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
): Promise<ApplicantProfile> {
  const { organizationId } = approvedMember(actor)
  const { profile, isFirst } = await deps.db.readForOrganization(organizationId, async (tx) => {
    // One round trip: for a missing applicant the other queries return nothing either.
    const [applicant, history, notes, mails, acts, customer, others, check, isFirst] =
      await Promise.all([
        findApplicant(tx, organizationId, id),
        listStatusChanges(tx, organizationId, id),
        listNotes(tx, organizationId, id),
        listApplicantMails(tx, organizationId, id),
        listApplicantActs(tx, organizationId, id, timelineActs, TIMELINE_ACTS),
        findApplicantCustomer(tx, organizationId, id),
        listOtherApplications(tx, organizationId, id),
        findCvCheck(tx, organizationId, id),
        isUnopened(tx, organizationId, id),
      ])
    if (!applicant) throw new AppError('applicant.missing')
    const entries = [...history.map(asEntry), ...mails.map(asMailEntry), ...acts]
    const profile = {
      applicant,
      history,
      notes,
      timeline: entries.toSorted(newestFirst),
      customer: customer ?? null,
      others,
      cv: check ? cvCheckOf(check, deps.scanner !== undefined) : null,
    }
    return { profile, isFirst }
  })
  if (isFirst) {
    // The applicant's own page shows that staff have opened the application.
    const now = deps.clock.now()
    await deps.db.forOrganization(organizationId, (tx) => updateOpened(tx, organizationId, id, now))
  }
  return profile
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

const asMailEntry = ({ created_at, ...mail }: ListedMail): TimelineEntry<ApplicantStatus> => ({
  act: 'mail',
  ...mail,
  at: mail.sent_at ?? created_at,
})
