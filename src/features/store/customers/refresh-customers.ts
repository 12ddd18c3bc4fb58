// Customer Data Refresh: started and stopped by staff, runs in the background, one applicant after the other.
import type { LeasedTask } from '#domain/tasks/tasks.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { REFRESH_PAUSE_MS, type CustomerRefreshView } from '#domain/store/customer-refresh.ts'
import { snapshotOf, type CustomerLookup } from '#domain/store/customers.ts'
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import { whyNoStore } from '#domain/store/store.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { countAllApplicants } from '#data/applicants/applicant-counts.ts'
import {
  endRefresh,
  findCustomerRefresh,
  findNextToRefresh,
  updateRefreshProgress,
  updateRefreshStatus,
  upsertCustomerRefresh,
} from '#data/store/customer-refreshes.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { countLivingStores } from '#data/store/store-sessions.ts'
import { findUninstalledStore } from '#data/store/ended-stores.ts'
import { updateTaskLease } from '#data/tasks/tasks.ts'
import type { Deps } from '../../deps.ts'
import { updateApplicantCustomer } from './update-applicant-customer.ts'

/** Longer than one applicant may take. After a crash another process takes over. */
export const REFRESH_LEASE_SECONDS = 50
const ASK_MS = 12_000
/** Attempts for one applicant while the store is out of order; the pause before each doubles. */
const TRIES = 3

export async function readCustomerRefresh(
  deps: Deps,
  actor: Actor | undefined,
): Promise<CustomerRefreshView> {
  const { organizationId } = approvedMember(actor)
  return deps.db.forOrganization(organizationId, async (tx) => ({
    is_connected: deps.stores !== undefined && (await countLivingStores(tx, organizationId)) > 0,
    refresh: (await findCustomerRefresh(tx, organizationId)) ?? null,
    applicants: await countAllApplicants(tx, organizationId),
  }))
}

/** Starts from the beginning; returns the current run if there is one. */
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

/** Continues where it stopped or failed. */
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
  return readCustomerRefresh(deps, actor)
}

/** Runs until all applicants are done, staff stop it, or the store refuses. */
export async function refreshCustomers(deps: Deps, task: LeasedTask): Promise<void> {
  const organizationId = task.organization_id
  if (!organizationId) return
  try {
    for (;;) {
      deps.closing.throwIfAborted()
      const applicant = await deps.db.forOrganization(organizationId, (tx) =>
        findNextToRefresh(tx, organizationId),
      )
      if (applicant === 'over') return
      if (applicant === 'done') {
        return await end(deps, organizationId, { status: 'finished', problem: null })
      }
      const lookup = await lookUp(deps, organizationId, applicant.email)
      const snapshot = snapshotOf(lookup)
      if (!snapshot) {
        const code =
          lookup.state === 'unknown'
            ? 'store.customersClosed'
            : await whyThereIsNone(deps, organizationId)
        return await end(deps, organizationId, { status: 'failed', problem: t(code) })
      }
      const isOurs = await deps.db.forOrganization(organizationId, async (tx) => {
        if (!(await updateTaskLease(tx, task, REFRESH_LEASE_SECONDS))) return false
        const isCustomer = snapshot.customer_status === 'customer'
        const { id, begun_at } = applicant
        if (
          await updateRefreshProgress(tx, organizationId, { begun_at, after_id: id, isCustomer })
        ) {
          await updateApplicantCustomer(tx, organizationId, id, snapshot)
        }
        return true
      })
      if (!isOurs) return
      await wait(REFRESH_PAUSE_MS, undefined, { signal: deps.closing })
    }
  } catch (error) {
    if (deps.closing.aborted) throw error
    const what = 'a customer refresh stopped'
    if (!deps.warnOfExternalFailure(error, what)) deps.log.warn({ err: error }, what)
    const problem = error instanceof AppError ? error.message : t('store.unreachable')
    await end(deps, organizationId, { status: 'failed', problem })
  }
}

/** Called when the task was given up: shows the run as failed, so that staff can resume it. */
export async function giveUpRefresh(deps: Deps, task: LeasedTask): Promise<void> {
  if (!task.organization_id) return
  await end(deps, task.organization_id, {
    status: 'failed',
    problem: t('store.unreachable'),
  })
}

const whyThereIsNone = async (deps: Deps, organizationId: OrganizationId) =>
  whyNoStore(
    await deps.db.readForOrganization(organizationId, (tx) =>
      findUninstalledStore(tx, organizationId),
    ),
  )

/** Retries temporary failures of the store; throws others at once. */
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
  organizationId: OrganizationId,
  how: { status: 'finished' | 'failed'; problem: string | null },
): Promise<void> {
  await deps.db.forOrganization(organizationId, async (tx) => {
    if (await endRefresh(tx, organizationId, how)) {
      await insertLiveEvents(tx, organizationId, 'refresh.changed', [organizationId])
    }
  })
}
