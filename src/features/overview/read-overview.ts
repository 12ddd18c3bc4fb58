// The overview of an organization: what needs attention, the last weeks, and the hiring funnel.
import { approvedMember, signedIn, type Actor } from '#domain/accounts/access.ts'
import { checklistOf } from '#domain/organizations/checklist.ts'
import { spaceLeft, type CvSpace } from '#domain/cvs/cv-space.ts'
import { isNearLimit, type LimitUse } from '#domain/organizations/organization-limits.ts'
import {
  firstOfWeeks,
  OVERVIEW_WEEKS,
  UNDELIVERED_DAYS,
  WAITING_DAYS,
  type Attention,
  type Funnel,
  type FunnelFilter,
  type Overview,
} from '#domain/overview/overview.ts'
import {
  addDays,
  dayOf,
  waitsUntil,
  RETENTION,
  type RetentionView,
} from '#domain/retention/retention.ts'
import { themeProblemsOf } from '#domain/store/store.ts'
import type { SourceCount } from '#domain/careers/sources.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { countUndelivered } from '#data/applicants/applicant-mails.ts'
import { findChecklistFacts } from '#data/organizations/checklist.ts'
import { countInfectedCvs } from '#data/cvs/cv-checks.ts'
import { findCvSpace } from '#data/cvs/cv-space.ts'
import type { Queries } from '#data/database.ts'
import { findTimeDoubt } from '#data/retention/clock.ts'
import { listUrgentIncidents } from '#data/incidents/incidents.ts'
import { listPendingMembers } from '#data/organizations/members.ts'
import { countJobViews } from '#data/jobs/job-views.ts'
import { countFunnel, countSources, countWaiting, listWeeks } from '#data/overview/overview.ts'
import { countOpenRequests } from '#data/rights/rights-requests.ts'
import { countExpiring } from '#data/retention/retention.ts'
import { countInactiveLinked } from '#data/store/store-pages.ts'
import { listShownStores } from '#data/store/shown-store.ts'
import type { Deps } from '../deps.ts'
import { readLimits } from './read-limits.ts'
import { datesOf, readToday } from './read-today.ts'

const DAY_MS = 24 * 3_600_000
/** More would crowd out the rest of the list. */
const MOST_INCIDENTS = 3

export function readFunnel(
  deps: Deps,
  actor: Actor | undefined,
  { period, position }: FunnelFilter,
): Promise<Funnel> {
  const { organizationId } = approvedMember(actor)
  const since = beginningOf(deps, period)
  const read = async (tx: Queries) => {
    const [seen, reached] = await Promise.all([
      countJobViews(tx, organizationId, { since, position }),
      countFunnel(tx, organizationId, { since, position }),
    ])
    return { seen, ...reached }
  }
  return deps.db.readForOrganization(organizationId, read, { from: 'any' })
}

const beginningOf = (deps: Deps, period: FunnelFilter['period']): Date | null =>
  period === 'all' ? null : new Date(deps.clock.now().getTime() - Number(period) * DAY_MS)

export function readSources(
  deps: Deps,
  actor: Actor | undefined,
  { period, position }: FunnelFilter,
): Promise<{ sources: SourceCount[] }> {
  const { organizationId } = approvedMember(actor)
  const read = async (tx: Queries) => ({
    sources: await countSources(tx, organizationId, {
      since: beginningOf(deps, period),
      position,
    }),
  })
  return deps.db.readForOrganization(organizationId, read, { from: 'any' })
}

export async function readOverview(deps: Deps, actor: Actor | undefined): Promise<Overview> {
  const { organizationId } = approvedMember(actor)
  const isOwner = actor?.role === 'organization_owner'
  const now = deps.clock.now()
  const first = firstOfWeeks(now)
  const overview = deps.db.readForOrganization(organizationId, async (tx) => {
    const [rows, attention, beginning, today] = await Promise.all([
      listWeeks(tx, organizationId, first),
      readAttention(deps, tx, organizationId, actor),
      findChecklistFacts(tx, organizationId),
      readToday(tx, organizationId, signedIn(actor).user_id, now),
    ])
    const found = new Map(rows.map((row) => [row.starts_on, row]))
    return {
      attention,
      today: { ...today, dates: datesOf(attention) },
      // Its steps are for owners only.
      checklist: isOwner ? checklistOf(beginning, deps.stores !== undefined) : null,
      is_empty: !beginning.has_application,
      weeks: Array.from({ length: OVERVIEW_WEEKS }, (_, index) => {
        const starts_on = addDays(first, 7 * index)
        const { applications = 0, median_seconds = null } = found.get(starts_on) ?? {}
        return { starts_on, applications, median_seconds }
      }),
      median_seconds: found.get(null)?.median_seconds ?? null,
    }
  })
  // Outside the organization's transaction, which cannot see the space used by all organizations.
  const [{ attention, ...rest }, space] = await Promise.all([
    overview,
    isOwner ? findCvSpace(deps.db.queries, organizationId) : undefined,
  ])
  return { attention: space ? withSpace(deps, attention, space) : attention, ...rest }
}

function withSpace({ cvQuota }: Deps, attention: Attention, taken: CvSpace): Attention {
  const use: LimitUse = {
    about: 'cv-space',
    used: taken.organization,
    most: cvQuota.organization,
  }
  return {
    ...attention,
    limits: isNearLimit(use) ? [use, ...attention.limits] : attention.limits,
    cv_space: spaceLeft(taken.all, cvQuota.all),
  }
}

async function readAttention(
  deps: Deps,
  db: Queries,
  organizationId: OrganizationId,
  actor: Actor | undefined,
): Promise<Attention> {
  const isOwner = actor?.role === 'organization_owner'
  const now = deps.clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const [
    waiting,
    stores,
    inactive_linked,
    undelivered,
    incidents,
    pending,
    retention,
    infected,
    requests,
    limits,
    timeDoubt,
  ] = await Promise.all([
    countWaiting(db, organizationId, daysAgo(WAITING_DAYS)),
    listShownStores(db, organizationId, actor?.store),
    countInactiveLinked(db, organizationId),
    countUndelivered(db, organizationId, daysAgo(UNDELIVERED_DAYS)),
    listUrgentIncidents(db, organizationId, MOST_INCIDENTS),
    // Only owners can approve members.
    isOwner ? listPendingMembers(db, organizationId) : [],
    readRetentionView(db, organizationId, { now, isOwner }),
    isOwner ? countInfectedCvs(db, organizationId) : { count: 0, applicant_id: null },
    countOpenRequests(db, organizationId, now),
    isOwner ? readLimits(deps, db, organizationId) : [],
    isOwner ? findTimeDoubt(db, deps.clock.machine()) : undefined,
  ])
  return {
    waiting,
    // Not shown when no store can be connected at all.
    is_store_lost: isOwner && deps.stores !== undefined && stores.some((store) => !store.is_alive),
    store_version: (isOwner && stores.length > 0 && deps.stores?.app.otherVersion()) || null,
    theme_problems: isOwner ? themeProblemsOf(stores) : [],
    is_mail_off: isOwner && deps.isPublic && !deps.mailServer,
    inactive_linked,
    undelivered,
    infected,
    incidents,
    pending: pending.length,
    retention,
    requests,
    limits,
    is_clock_wrong: timeDoubt !== undefined,
    cv_space: 'enough',
  }
}

async function readRetentionView(
  tx: Queries,
  organizationId: OrganizationId,
  { now, isOwner }: { now: Date; isOwner: boolean },
): Promise<RetentionView> {
  const today = dayOf(now)
  const { due, soon, first_on, total, agreed, ...waited } = await countExpiring(
    tx,
    organizationId,
    {
      today,
      warned: addDays(today, RETENTION.warningDays),
    },
  )
  const goes_on = isOwner ? waitsUntil(due - agreed, total, waited, today) : null
  return { due, soon, first_on, total, is_stopped: goes_on !== null, goes_on }
}
