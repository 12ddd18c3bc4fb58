// Scheduled: deletes applications after six months; warns owners before, and asks for confirmation when there are too many.
import type { MailViews } from '#domain/mails/mails.ts'
import {
  addDays,
  dayOf,
  needsConfirmation,
  RETENTION,
  type Day,
} from '#domain/retention/retention.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { dashboardLinks } from '#domain/store/framed-address.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { findClockOffset } from '#data/retention/clock.ts'
import { deleteApplications } from '#data/retention/erasures.ts'
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
import { listShopsOfReaders } from '#data/store/store-people.ts'
import type { Deps } from '../deps.ts'

/** Small, because each batch locks the organization's audit log. */
const BATCH = 50

/** Returns how many it deleted. Idempotent, safe in several processes and after an interruption. */
export async function deleteExpired(deps: Deps): Promise<number> {
  if (await isClockWrong(deps)) return 0
  const today = dayOf(deps.clock.now())
  const warned = addDays(today, RETENTION.warningDays)
  let deleted = 0
  for (const organizationId of await listOrganizationsExpiring(deps.db.queries, warned)) {
    if (deps.closing.aborted) break
    try {
      const through = await decideLastDay(deps, organizationId, today)
      if (through) deleted += await deleteThrough(deps, organizationId, through)
    } catch (error) {
      // An error in one organization does not stop the others; the next run tries it again.
      deps.log.error({ err: error, organization: organizationId }, 'retention')
    }
  }
  return deleted
}

/** One of the two clocks is wrong, and nobody can say which: what was deleted too early does not come back. */
async function isClockWrong({ db, clock, log }: Deps): Promise<boolean> {
  const seconds = await findClockOffset(db.queries, clock.machine())
  if (seconds === null) return false
  log.error({ seconds }, "nothing is deleted: this machine's clock is not the database's")
  return true
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
    await mailOwners(deps, tx, organizationId, { state, counts, stops, today })
    return stops ? state.confirmed_through : today
  })
}

/** At most one mail a day: newly due applications, or the request for confirmation. */
async function mailOwners(
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
  }
  const linkTo = dashboardLinks(deps, await listShopsOfReaders(tx, organizationId))
  for (const recipient of await listOwnerAddresses(tx, organizationId)) {
    const told: MailViews['retention'] = { ...data, link: linkTo(recipient, '/admin') }
    await insertMail(tx, {
      organization_id: organizationId,
      kind: 'retention',
      recipient,
      sender_name: 'Storehand',
      data_sealed: deps.secrets.encrypt(JSON.stringify(told)),
    })
  }
  await updateRetentionState(tx, organizationId, {
    mailed_on: today,
    announced_through: addDays(today, RETENTION.warningDays),
  })
}

/** Deletes in batches, each in a transaction with its audit events. Returns how many. */
export async function deleteThrough(
  deps: Deps,
  organizationId: OrganizationId,
  through: Day,
): Promise<number> {
  let deleted = 0
  while (!deps.closing.aborted) {
    const { files, receipts } = await deps.db.includingRestricted(organizationId, async (tx) => {
      const applications = await listExpiredLocked(tx, organizationId, through, BATCH)
      return deleteApplications(tx, organizationId, applications, { reason: 'expired' })
    })
    await deps.files.discard(files)
    deleted += receipts.size
    if (receipts.size === 0) break
  }
  return deleted
}
