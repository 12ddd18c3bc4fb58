// Scheduled: deletes applications after six months; warns owners before, and asks for confirmation when there are too many.
import type { MailViews } from '#domain/mails/mails.ts'
import {
  addDays,
  dayOf,
  needsConfirmation,
  waitsUntil,
  RETENTION,
  type Day,
} from '#domain/retention/retention.ts'
import type { Cutoff } from '#domain/retention/deletion-time.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { dashboardLinks } from '#domain/store/framed-address.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { deleteApplications } from '#data/retention/erasures.ts'
import { insertOwnerMails } from '#data/mails/owner-mails.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import {
  countExpiring,
  findRetentionStateLocked,
  listExpiredLocked,
  listOrganizationsExpiring,
  updateRetentionState,
  type ExpiringCounts,
  type RetentionState,
} from '#data/retention/retention.ts'
import { listStoresOfReaders } from '#data/store/store-people.ts'
import { believedTime } from '#data/retention/judge-time.ts'
import type { Deps } from '../deps.ts'

/** Small, because each batch locks the organization's audit log. */
const BATCH = 50

/** Returns how many it deleted. Idempotent, safe in several processes and after an interruption. */
export async function deleteExpired(deps: Deps): Promise<number> {
  const time = await believedTime(deps)
  if (!time) return 0
  const today = dayOf(time.now)
  const warned = addDays(today, RETENTION.warningDays)
  let deleted = 0
  for (const organizationId of await listOrganizationsExpiring(deps.db.queries, warned)) {
    if (deps.closing.aborted) break
    try {
      const through = await decideLastDay(deps, organizationId, today)
      if (through) deleted += await deleteThrough(deps, organizationId, { through, now: time.now })
    } catch (error) {
      // An error in one organization does not stop the others; the next run tries it again.
      deps.log.error({ err: error, organization: organizationId }, 'retention')
    }
  }
  return deleted
}

/** The day up to which this run may delete; null when it may not. Mails owners warnings and requests for confirmation. */
async function decideLastDay(
  deps: Deps,
  organizationId: OrganizationId,
  today: Day,
): Promise<Day | null> {
  return deps.db.includingRestricted(organizationId, async (tx) => {
    const state = await findRetentionStateLocked(tx, organizationId)
    const counts = await countExpiring(tx, organizationId, {
      today,
      warned: addDays(today, RETENTION.warningDays),
    })
    const due = counts.due - counts.agreed
    const goesOn = waitsUntil(due, counts.total, state, today)
    const stops = goesOn !== null
    if (!stops && needsConfirmation(due, counts.total)) {
      await resume(deps, tx, organizationId, { due: counts.due, total: counts.total }, today)
      return today
    }
    if (stops && state.waited_on !== today) {
      // The time is believed, or this run would not have begun.
      await updateRetentionState(tx, organizationId, {
        waited_days: state.waited_days + 1,
        waited_on: today,
      })
    }
    if (stops && !state.stopped_on) {
      await updateRetentionState(tx, organizationId, { stopped_at: deps.clock.now() })
      await insertAuditEvent(tx, organizationId, {
        actor_id: null,
        action: 'retention.stopped',
        resource_type: 'organization',
        resource_id: organizationId,
        details: { due: counts.due, total: counts.total },
      })
    }
    if (!stops && state.stopped_on) {
      await updateRetentionState(tx, organizationId, { stopped_at: null, waited_days: 0 })
    }
    await mailOwners(deps, tx, organizationId, { state, counts, goesOn, today })
    return stops ? state.confirmed_through : today
  })
}

/**
 * Nobody has answered for days, so the deletion goes on as applicants were promised. Confirms what is due by today, as an owner would:
 * an interrupted run can continue, and what becomes due later is not included.
 */
async function resume(
  { log }: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  details: { due: number; total: number },
  today: Day,
): Promise<void> {
  await updateRetentionState(tx, organizationId, {
    stopped_at: null,
    waited_days: 0,
    confirmed_through: today,
    confirmed_by: null,
  })
  await insertAuditEvent(tx, organizationId, {
    actor_id: null,
    action: 'retention.resumed',
    resource_type: 'organization',
    resource_id: organizationId,
    details,
  })
  log.info({ organization: organizationId, ...details }, 'a deletion goes on without an answer')
}

/** At most one mail a day: newly due applications, or the request for confirmation. */
async function mailOwners(
  deps: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  run: { state: RetentionState; counts: ExpiringCounts; goesOn: Day | null; today: Day },
): Promise<void> {
  const { state, counts, goesOn, today } = run
  const stops = goesOn !== null
  const isAskedAgain =
    state.mailed_on === null || state.mailed_on <= addDays(today, -RETENTION.askAgainDays)
  const asks = stops && (!state.stopped_on || isAskedAgain)
  if (!asks && counts.unannounced === 0) return
  if (state.mailed_on === today) {
    // A mail was already sent today, so the request for confirmation is sent tomorrow.
    if (asks) {
      const mailed_on = addDays(today, 1 - RETENTION.askAgainDays)
      await updateRetentionState(tx, organizationId, { mailed_on })
    }
    return
  }
  const organization = await findOrganization(tx, organizationId)
  if (!organization) return
  const data: Omit<MailViews['retention'], 'link'> = {
    organization: organization.name,
    due: counts.due - counts.agreed,
    total: counts.total,
    soon: counts.soon,
    firstOn: counts.first_on,
    isStopped: stops,
    goesOn,
  }
  const linkTo = dashboardLinks(deps, await listStoresOfReaders(tx, organizationId))
  await insertOwnerMails(deps, tx, organizationId, {
    kind: 'retention',
    viewFor: (recipient) => ({ ...data, link: linkTo(recipient, '/admin') }),
  })
  await updateRetentionState(tx, organizationId, {
    mailed_on: today,
    announced_through: addDays(today, RETENTION.warningDays),
  })
}

/** Deletes in batches, each in a transaction with its audit events. Returns how many. */
export async function deleteThrough(
  deps: Deps,
  organizationId: OrganizationId,
  due: { through: Day; now: Cutoff },
): Promise<number> {
  let deleted = 0
  while (!deps.closing.aborted) {
    const { files, receipts } = await deps.db.includingRestricted(organizationId, async (tx) => {
      const applications = await listExpiredLocked(tx, organizationId, due, BATCH)
      return deleteApplications(tx, organizationId, applications, { reason: 'expired' })
    })
    await deps.files.discard(files)
    deleted += receipts.size
    if (receipts.size === 0) break
  }
  return deleted
}
