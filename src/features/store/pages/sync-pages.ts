// Updates the pages in the store: the careers page, and the pages of single jobs.
import type { LeasedTask, TaskOutcome } from '#domain/tasks/tasks.ts'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import type { TextCode } from '#domain/texts/text.ts'
import {
  CAREERS_HANDLE,
  careersPageTitle,
  formerJobPageHandle,
  jobPageHandle,
  jobPageTitle,
  OTHER_CAREERS_HANDLE,
} from '#domain/store/store-pages.ts'
import {
  blockPageBody,
  careersPageBody,
  jobPageBody,
  type PageJob,
} from '#domain/store/store-page-bodies.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { listPageJobs } from '#data/jobs/jobs.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import {
  deleteStorePages,
  listStorePages,
  upsertStorePage,
  type StoredPage,
  type WrittenPage,
} from '#data/store/store-pages.ts'
import {
  insertStoreWrites,
  updateStoreSyncDone,
  updateStoreSyncProblem,
  type ShopPages,
} from '#data/store/store-syncs.ts'
import type { Deps } from '../../deps.ts'
import { retryOf } from '../retry-of.ts'
import { listPagesToWrite } from './list-pages-to-write.ts'
import { openStore, type OpenStore } from './open-store.ts'
import { withStoreSyncLock, type StoreSyncLock } from './store-sync-lock.ts'
import { digestOf, placePage, removePage, rewritePage, type PageToWrite } from './write-page.ts'

export type PagesSync = { created: number; updated: number; unchanged: number; removed: number }

/**
 * 'asked': a person started it; creates missing pages and checks each one. 'after-change': writes only what changed, and does
 * not create again what was deleted in the store.
 */
type Why = 'asked' | 'after-change'

export async function syncCareersPage(
  deps: Deps,
  actor: Actor | undefined,
  input: { organizationId?: string | null | undefined; onlyExisting: boolean },
): Promise<PagesSync | null> {
  const { organizationId } = approvedMember(actor)
  if (input.organizationId && input.organizationId !== organizationId) {
    throw new AppError('dashboard.organizationNotFound')
  }
  const store = await openStore(deps, organizationId, actor?.store)
  if (input.onlyExisting && !(await hasPages(deps, organizationId, store.shop))) return null
  return syncPages(
    deps,
    organizationId,
    store,
    input.onlyExisting ? 'after-change' : 'asked',
    actor,
  )
}

export const hasPages = (
  deps: Deps,
  organizationId: OrganizationId,
  shop: string,
): Promise<boolean> =>
  deps.db.readForOrganization(
    organizationId,
    async (tx) => (await listStorePages(tx, organizationId, shop)).length > 0,
  )

/** Stores each page as soon as it is written, so that an interrupted run continues where it was. */
export function syncPages(
  deps: Deps,
  organizationId: OrganizationId,
  store: OpenStore,
  why: Why,
  actor?: Actor,
): Promise<PagesSync> {
  const pages = { organizationId, shop: store.shop }
  return withStoreSyncLock(deps, pages, async (lock) => {
    try {
      const done = await writeAll(deps, organizationId, store, why, lock)
      await deps.db.forOrganization(organizationId, async (tx) => {
        await updateStoreSyncDone(tx, pages, lock.timesWanted)
        if (done.created + done.updated + done.removed > 0) {
          await insertAuditEvent(tx, organizationId, {
            actor_id: actor?.user_id ?? null,
            action: 'page.synced',
            resource_type: 'store',
            resource_id: store.shop,
            details: { ...done },
          })
        }
        await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
      })
      return done
    } catch (error) {
      // Having no pages to write, or an owner's removal, is no problem of the store.
      const code = error instanceof AppError ? error.code : 'store.unreachable'
      if (code !== 'dashboard.noJobsToSync' && code !== 'store.emptied')
        await recordProblem(deps, pages, code)
      throw error
    }
  })
}

/** Writes the pages of a shop that show changed jobs. Retried until they are written or no longer needed. */
export async function writeStorePages(
  deps: Deps,
  { organization_id: organizationId, key, attempts }: LeasedTask,
): Promise<TaskOutcome | void> {
  if (!organizationId) return
  // The version before queued the organization.
  if (key === organizationId) {
    return deps.db.forOrganization(organizationId, (tx) => insertStoreWrites(tx, organizationId))
  }
  const pages = { organizationId, shop: key }
  try {
    const store = await openStore(deps, organizationId, { shop: key, by: 'admin' })
    await syncPages(deps, organizationId, store, 'after-change')
  } catch (error) {
    // Undoing the removal queues them again.
    if (error instanceof AppError && error.code === 'store.emptied') return
    const { code, seconds } = retryOf(error, attempts)
    const what = 'store pages are behind'
    const details = { organization: organizationId, shop: key, retry: seconds }
    if (!deps.warnOfExternalFailure(error, what, details)) {
      deps.log.error({ err: error, ...details }, what)
    }
    await recordProblem(deps, pages, code)
    return { seconds }
  }
}

function recordProblem(deps: Deps, pages: ShopPages, code: TextCode): Promise<void> {
  const { organizationId } = pages
  return deps.db.forOrganization(organizationId, async (tx) => {
    await updateStoreSyncProblem(tx, pages, code)
    await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
  })
}

async function writeAll(
  deps: Deps,
  organizationId: OrganizationId,
  store: OpenStore,
  why: Why,
  lock: StoreSyncLock,
): Promise<PagesSync> {
  const { known, jobs } = await deps.db.readForOrganization(organizationId, async (tx) => ({
    known: await listPagesToWrite(tx, organizationId, store.shop),
    jobs: await listPageJobs(tx, organizationId),
  }))
  const open = jobs.filter(({ is_active, is_unlisted }) => is_active && !is_unlisted)
  if (why === 'asked' && open.length === 0 && known.length === 0) {
    throw new AppError('dashboard.noJobsToSync')
  }
  const done: PagesSync = { created: 0, updated: 0, unchanged: 0, removed: 0 }
  const ids = new Set(known.map(({ id }) => id))
  const keep = async (page: WrittenPage) => {
    await deps.db.forOrganization(organizationId, (tx) => upsertStorePage(tx, organizationId, page))
    store.restartDeadline()
  }
  const forget = (id: string) =>
    deps.db.forOrganization(organizationId, (tx) => deleteStorePages(tx, organizationId, [id]))

  for (const former of known) {
    await lock.extend()
    const page = pageOf(store, former, jobs, open)
    if (page === 'as-it-is') continue
    if (page === 'gone') {
      await removePage(store, former.id)
      await forget(former.id)
      store.restartDeadline()
      done.removed += 1
      continue
    }
    if (why === 'after-change' && former.written_digest === digestOf(page)) {
      done.unchanged += 1
      continue
    }
    const rewritten = await rewritePage(store, former, page)
    if (rewritten) {
      await keep(rewritten)
      done[former.written_digest === rewritten.written_digest ? 'unchanged' : 'updated'] += 1
    } else if (why === 'asked') {
      ids.delete(former.id)
      await keep(await placePage(store, page, ids))
      done.created += 1
    } else {
      await forget(former.id)
      done.removed += 1
    }
  }
  if (why === 'asked' && !known.some(({ kind }) => kind === 'careers')) {
    await keep(await placePage(store, careersPage(store, open), ids))
    done.created += 1
  }
  return done
}

/** 'gone': the page's job was deleted. 'as-it-is': it shows no job. */
function pageOf(
  store: OpenStore,
  former: StoredPage,
  jobs: readonly PageJob[],
  open: readonly PageJob[],
): PageToWrite | 'gone' | 'as-it-is' {
  if (former.kind === 'custom') return 'as-it-is'
  if (former.kind === 'careers') {
    const { handle, has_block: hasBlock } = former
    return hasBlock ? blockPage(store, handle) : careersPage(store, open, handle)
  }
  const job = jobs.find(({ id }) => id === former.job_post_id)
  if (!job) return 'gone'
  return {
    kind: 'job',
    title: jobPageTitle(job.title),
    handle: jobPageHandle(job.id),
    otherHandle: formerJobPageHandle(job),
    body: jobPageBody(job, store.site),
    content: '',
    job_post_id: job.id,
  }
}

const careersPage = (store: OpenStore, open: readonly PageJob[], handle?: string): PageToWrite => ({
  ...blockPage(store, handle),
  body: careersPageBody(open, store.site),
  has_block: false,
})

/** The page of all jobs, to be filled by the theme's block. */
export const blockPage = (
  { organizationName }: OpenStore,
  handle: string = CAREERS_HANDLE,
): PageToWrite => ({
  kind: 'careers',
  title: careersPageTitle(organizationName),
  handle,
  // The shop may already have its own page at 'careers': ours then gets another address.
  otherHandle: OTHER_CAREERS_HANDLE,
  body: blockPageBody(),
  content: '',
  job_post_id: null,
  has_block: true,
})
