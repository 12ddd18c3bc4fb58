// Customer Data Refresh: begun and stopped by staff, worked through in the background, one applicant after the other.
import { setTimeout as wait } from 'node:timers/promises'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { REFRESH_PAUSE_MS, type CustomerRefreshView } from '#domain/store/customer-refresh.ts'
import { snapshotOf, type CustomerLookup } from '#domain/store/customers.ts'
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import { whyNoStore } from '#domain/store/store.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import {
  claimRefreshes,
  countAllApplicants,
  countRunningRefreshes,
  endRefresh,
  findCustomerRefresh,
  findNextToRefresh,
  releaseRefresh,
  updateRefreshProgress,
  updateRefreshStatus,
  upsertCustomerRefresh,
  type LeasedRefresh,
} from '#data/store/customer-refreshes.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { findConnectedStore, findUninstalledStore } from '#data/store/store-sessions.ts'
import type { Deps } from '../../deps.ts'
import { keepCustomer } from './keep-customer.ts'

/** Longer than one applicant may take; a worker that died is replaced after it. */
const CLAIM_MS = 50_000
const ASK_MS = 12_000
/** How often one applicant is tried while the store is out of order, each time after a longer pause. */
const TRIES = 3
const LOOK_SECONDS = 5

export async function readCustomerRefresh(
  deps: Deps,
  actor: Actor | undefined,
): Promise<CustomerRefreshView> {
  const { organizationId } = approvedMember(actor)
  return deps.db.forOrganization(organizationId, async (tx) => ({
    is_connected:
      deps.stores !== undefined && (await findConnectedStore(tx, organizationId)) !== undefined,
    refresh: (await findCustomerRefresh(tx, organizationId)) ?? null,
    applicants: await countAllApplicants(tx, organizationId),
  }))
}

/** From the beginning; where one is running already, that one is answered. */
export async function beginCustomerRefresh(
  deps: Deps,
  actor: Actor | undefined,
): Promise<CustomerRefreshView> {
  const { organizationId, userId } = approvedMember(actor)
  const { is_connected: isConnected, applicants, refresh } = await readCustomerRefresh(deps, actor)
  if (!isConnected) throw new AppError(await whyThereIsNone(deps, organizationId))
  if (refresh?.status !== 'running') {
    await deps.db.forOrganization(organizationId, async (tx) => {
      await upsertCustomerRefresh(tx, organizationId, {
        total: applicants,
        begun_by: userId,
      })
      await insertAuditEvent(tx, organizationId, {
        actor_id: userId,
        action: 'customers.refreshed',
        resource_type: 'organization',
        resource_id: organizationId,
      })
      await insertLiveEvents(tx, organizationId, 'refresh.changed', [organizationId])
    })
  }
  deps.wakeRefreshes()
  return readCustomerRefresh(deps, actor)
}

export async function stopCustomerRefresh(
  deps: Deps,
  actor: Actor | undefined,
): Promise<CustomerRefreshView> {
  const { organizationId } = approvedMember(actor)
  await deps.db.forOrganization(organizationId, async (tx) => {
    await updateRefreshStatus(tx, organizationId, { from: ['running'], to: 'stopped' })
    await insertLiveEvents(tx, organizationId, 'refresh.changed', [organizationId])
  })
  return readCustomerRefresh(deps, actor)
}

/** From where it was stopped, or failed. */
export async function resumeCustomerRefresh(
  deps: Deps,
  actor: Actor | undefined,
): Promise<CustomerRefreshView> {
  const { organizationId } = approvedMember(actor)
  await deps.db.forOrganization(organizationId, async (tx) => {
    const change = { from: ['stopped', 'failed'], to: 'running' } as const
    if (!(await updateRefreshStatus(tx, organizationId, change))) {
      throw new AppError('refresh.notStopped')
    }
    await insertLiveEvents(tx, organizationId, 'refresh.changed', [organizationId])
  })
  deps.wakeRefreshes()
  return readCustomerRefresh(deps, actor)
}

/** The worker's look: each run that nobody works on is handed to `work`. Answers when to look again. */
export async function handOutRefreshes(
  deps: Deps,
  work: (run: LeasedRefresh) => void,
): Promise<number | undefined> {
  const now = deps.clock.now()
  for (const run of await claimRefreshes(deps.db.queries, now, claimEnd(now))) work(run)
  return (await countRunningRefreshes(deps.db.queries)) > 0 ? LOOK_SECONDS : undefined
}

const claimEnd = (now: Date) => new Date(now.getTime() + CLAIM_MS)

/** Works a run through until it is done, stopped, or the store cannot go on. */
export async function refreshCustomers(deps: Deps, run: LeasedRefresh): Promise<void> {
  const { organization_id: organizationId } = run
  try {
    while (!deps.closing.aborted) {
      const applicant = await deps.db.forOrganization(organizationId, (tx) =>
        findNextToRefresh(tx, organizationId),
      )
      if (!applicant) return await end(deps, run, { status: 'finished', problem: null })
      const lookup = await lookUp(deps, organizationId, applicant.email)
      const snapshot = snapshotOf(lookup)
      if (!snapshot) {
        const code =
          lookup.state === 'unknown'
            ? 'store.customersClosed'
            : await whyThereIsNone(deps, organizationId)
        return await end(deps, run, { status: 'failed', problem: t(code) })
      }
      const isOurs = await deps.db.forOrganization(organizationId, async (tx) => {
        const isCustomer = snapshot.customer_status === 'customer'
        const until = claimEnd(deps.clock.now())
        const step = { after_id: applicant.id, isCustomer, until }
        if (!(await updateRefreshProgress(tx, run, step))) return false
        await keepCustomer(tx, organizationId, applicant.id, snapshot)
        return true
      })
      if (!isOurs) return
      await wait(REFRESH_PAUSE_MS, undefined, { signal: deps.closing })
    }
  } catch (error) {
    if (!deps.closing.aborted) {
      const what = 'a customer refresh stopped'
      if (!deps.warnOfOutside(error, what)) deps.log.warn({ err: error }, what)
      const problem = error instanceof AppError ? error.message : t('store.unreachable')
      return await end(deps, run, { status: 'failed', problem })
    }
  }
  await deps.db.forOrganization(organizationId, (tx) => releaseRefresh(tx, run))
}

const whyThereIsNone = async (deps: Deps, organizationId: OrganizationId) =>
  whyNoStore(
    await deps.db.forOrganization(organizationId, (tx) => findUninstalledStore(tx, organizationId)),
  )

/** A store that is out of order is given time; what cannot pass by itself is thrown at once. */
async function lookUp(
  deps: Deps,
  organizationId: OrganizationId,
  email: string,
): Promise<CustomerLookup> {
  for (let tries = 1; ; tries += 1) {
    try {
      const signal = AbortSignal.any([deps.closing, AbortSignal.timeout(ASK_MS)])
      return await deps.customers.find(organizationId, email, signal)
    } catch (error) {
      const isPassing =
        !(error instanceof AppError) || /^store\.(?:unreachable|throttled)$/.test(error.code)
      if (!isPassing || tries >= TRIES || deps.closing.aborted) throw error
      await wait(500 * 2 ** tries, undefined, { signal: deps.closing })
    }
  }
}

async function end(
  deps: Deps,
  run: LeasedRefresh,
  how: { status: 'finished' | 'failed'; problem: string | null },
): Promise<void> {
  const { organization_id: organizationId } = run
  await deps.db.forOrganization(organizationId, async (tx) => {
    if (await endRefresh(tx, run, how)) {
      await insertLiveEvents(tx, organizationId, 'refresh.changed', [organizationId])
    }
  })
}
