// Removes everything that the app wrote into a store: the jobs in its theme first, then its pages, one by one.
import type { LeasedTask, TaskOutcome } from '#domain/tasks/tasks.ts'
import { AppError } from '#domain/errors.ts'
import type { RefusedPage } from '#domain/store/store-removal.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { deleteStorePages, listStorePages, type StoredPage } from '#data/store/store-pages.ts'
import { findStoreRemoval, updateStoreRemoval } from '#data/store/store-removals.ts'
import { isTaskLeased, updateTaskLease } from '#data/tasks/tasks.ts'
import type { Stores } from '#gateways/store/shopify.ts'
import type { Deps } from '../../deps.ts'
import { withStoreSyncLock } from '../pages/store-sync-lock.ts'
import { removePage } from '../pages/write-page.ts'
import { isLasting, retryOf } from '../retry-of.ts'
import { keepLease, LeaseLost } from '../theme-jobs/keep-lease.ts'
import { removeThemeJobs } from '../theme-jobs/write-theme-jobs.ts'

/** Longer than one page may take. After a crash another process continues with the remaining pages. */
export const EMPTY_LEASE_SECONDS = 120
/** A write of the jobs that began before the removal ends first: it would write them again. */
const WRITE_ENDS_SECONDS = 2

type Change = Parameters<typeof updateStoreRemoval>[3]
type Kept = (change: Change) => Promise<void>

/** A store that is busy or away is tried again; what only a person can mend is shown, and waits for a person. */
export async function emptyStore(deps: Deps, task: LeasedTask): Promise<TaskOutcome | void> {
  const { organization_id: organizationId, key: shop } = task
  const { stores } = deps
  if (!organizationId || !stores) return
  const removal = await deps.db.readForOrganization(organizationId, (tx) =>
    findStoreRemoval(tx, organizationId, shop),
  )
  if (removal?.status !== 'running') return
  if (await isTaskLeased(deps.db.queries, 'write-theme-jobs', shop)) {
    return { seconds: WRITE_ENDS_SECONDS, isPostponed: true }
  }
  const keep: Kept = (change) =>
    deps.db.forOrganization(organizationId, async (tx) => {
      await updateStoreRemoval(tx, organizationId, shop, change)
      await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
    })
  try {
    await removeThemeJobs(deps, stores, shop, () => keepLease(deps, task, EMPTY_LEASE_SECONDS))
    const refused = await removePages(deps, stores, { task, organizationId, shop })
    await keep(
      refused.length > 0
        ? { status: 'failed', problem: null, refused }
        : { status: 'finished', problem: null, done: removal.total },
    )
  } catch (error) {
    if (error instanceof LeaseLost) return
    if (deps.closing.aborted) throw error
    const { code, seconds } = retryOf(error, task.attempts)
    const what = 'a store is not emptied'
    const details = { organization: organizationId, shop, retry: seconds }
    if (!deps.warnOfExternalFailure(error, what, details)) {
      deps.log.error({ err: error, ...details }, what)
    }
    if (isLasting(code)) return keep({ status: 'failed', problem: code })
    await keep({ problem: code })
    return { seconds }
  }
}

/** Deletes our record of each page right after the page. Returns the pages that the store refused to delete. */
async function removePages(
  deps: Deps,
  stores: Stores,
  {
    task,
    organizationId,
    shop,
  }: { task: LeasedTask; organizationId: OrganizationId; shop: string },
): Promise<RefusedPage[]> {
  const refused: RefusedPage[] = []
  const find = () =>
    deps.db.readForOrganization(organizationId, async (tx) => ({
      removal: await findStoreRemoval(tx, organizationId, shop),
      pages: await listStorePages(tx, organizationId, shop),
    }))
  await withStoreSyncLock(deps, { organizationId, shop }, async (lock) => {
    const { pages } = await find()
    let left = pages.length
    for (const page of pages) {
      await lock.extend()
      // Undone by a person meanwhile: the other pages stay.
      const { removal } = await find()
      if (removal?.status !== 'running') return
      const refusal = await refusalOf(deps, stores, shop, page)
      if (refusal) refused.push(refusal)
      else left -= 1
      await deps.db.forOrganization(organizationId, async (tx) => {
        if (!refusal) await deleteStorePages(tx, organizationId, [page.id])
        await updateTaskLease(tx, task, EMPTY_LEASE_SECONDS)
        // Counts the remaining pages, so that a run after a restart counts none twice.
        const done = removal.total - left
        await updateStoreRemoval(tx, organizationId, shop, { done, problem: null })
        await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
      })
    }
  })
  return refused
}

async function refusalOf(
  deps: Deps,
  stores: Stores,
  shop: string,
  { id, title }: StoredPage,
): Promise<RefusedPage | undefined> {
  try {
    await removePage(
      {
        ask: (operation, variables) =>
          stores.ask(shop, operation, variables, stores.app.deadline(deps.closing)),
      },
      id,
    )
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'page.refused') {
      return { title, reason: error.message }
    }
    throw error
  }
}
