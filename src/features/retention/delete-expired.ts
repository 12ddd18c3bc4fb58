// Deletes applications whose six months are over; warns before, and asks before it deletes too much. By the clock.
import type { MailViews } from '#domain/mails/mails.ts'
import {
  addDays,
  dayOf,
  needsConfirmation,
  RETENTION,
  type Day,
} from '#domain/retention/retention.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { deleteApplications } from '#data/retention/erasures.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { insertMail } from '#data/mails/mails.ts'
import { findOrganization } from '#data/organizations/organizations.ts'
import {
  countExpiring,
  findRetentionStateLocked,
  listExpiredLocked,
  listOrganizationsExpiring,
  listOwnerAddresses,
  updateRetentionState,
  type ExpiringCounts,
  type RetentionState,
} from '#data/retention/retention.ts'
import type { Deps } from '../deps.ts'

/** Small enough that nobody waits for the trail of an organization while one is under way. */
const BATCH = 50

/** Returns how many it deleted. Safe at any time, twice, by several processes, and after it was killed in the middle. */
export async function deleteExpired(deps: Deps): Promise<number> {
  const today = dayOf(deps.clock.now())
  const warned = addDays(today, RETENTION.warningDays)
  let deleted = 0
  for (const organizationId of await listOrganizationsExpiring(deps.db.queries, warned)) {
    if (deps.closing.aborted) break
    try {
      const through = await judge(deps, organizationId, today)
      if (through) deleted += await deleteThrough(deps, organizationId, through)
    } catch (error) {
      // One organization's trouble is not the others'; the next run tries it again.
      deps.log.error({ err: error, organization: organizationId }, 'retention')
    }
  }
  deps.wakeMails()
  return deleted
}

/** Up to which day this run may delete; null when it may not. Owners are told what is to come, and asked when it is too much. */
async function judge(deps: Deps, organizationId: OrganizationId, today: Day): Promise<Day | null> {
  return deps.db.forOrganization(organizationId, async (tx) => {
    const state = await findRetentionStateLocked(tx, organizationId)
    const counts = await countExpiring(tx, organizationId, {
      today,
      warned: addDays(today, RETENTION.warningDays),
      agreed: state.confirmed_through,
      announced: state.announced_through,
    })
    const stops = needsConfirmation(counts.due - counts.agreed, counts.total)
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
      await updateRetentionState(tx, organizationId, { stopped_at: null })
    }
    await tellOwners(deps, tx, organizationId, { state, counts, stops, today })
    return stops ? state.confirmed_through : today
  })
}

/** One mail a day at most: what is new among those who go soon, and the question while it waits for its answer. */
async function tellOwners(
  deps: Deps,
  tx: Tx,
  organizationId: OrganizationId,
  run: { state: RetentionState; counts: ExpiringCounts; stops: boolean; today: Day },
): Promise<void> {
  const { state, counts, stops, today } = run
  const isAskedAgain =
    state.mailed_on === null || state.mailed_on <= addDays(today, -RETENTION.askAgainDays)
  const asks = stops && (!state.stopped_on || isAskedAgain)
  if (!asks && counts.unannounced === 0) return
  if (state.mailed_on === today) {
    // Told something else today already: the question then comes tomorrow.
    if (asks) {
      const mailed_on = addDays(today, 1 - RETENTION.askAgainDays)
      await updateRetentionState(tx, organizationId, { mailed_on })
    }
    return
  }
  const organization = await findOrganization(tx, organizationId)
  if (!organization) return
  const data: MailViews['retention'] = {
    organization: organization.name,
    due: counts.due - counts.agreed,
    total: counts.total,
    soon: counts.soon,
    firstOn: counts.first_on,
    isStopped: stops,
    link: `${deps.appUrl}/admin`,
  }
  for (const recipient of await listOwnerAddresses(tx, organizationId)) {
    await insertMail(tx, {
      organization_id: organizationId,
      kind: 'retention',
      recipient,
      sender_name: 'Storehand',
      data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
    })
  }
  await updateRetentionState(tx, organizationId, {
    mailed_on: today,
    announced_through: addDays(today, RETENTION.warningDays),
  })
}

/** Batch by batch, each with its trail: what was done stays done, wherever it is interrupted. */
export async function deleteThrough(
  deps: Deps,
  organizationId: OrganizationId,
  through: Day,
): Promise<number> {
  let deleted = 0
  while (!deps.closing.aborted) {
    const { ids, files } = await deps.db.forOrganization(organizationId, async (tx) => {
      const applications = await listExpiredLocked(tx, organizationId, through, BATCH)
      const unowned = await deleteApplications(tx, organizationId, applications)
      for (const { id } of applications) {
        await insertAuditEvent(tx, organizationId, {
          actor_id: null,
          action: 'applicant.expired',
          resource_type: 'applicant',
          resource_id: id,
        })
      }
      const ids = applications.map(({ id }) => id)
      await insertLiveEvents(tx, organizationId, 'applicant.deleted', ids)
      return { ids, files: unowned }
    })
    await deps.files.discard(files)
    deleted += ids.length
    if (ids.length === 0) break
  }
  return deleted
}
