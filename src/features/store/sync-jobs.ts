// Imports the store's job products as job posts, then updates the store's pages.
import { approvedMember, type Actor, type Member } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  changesFrom,
  jobOfProduct,
  type ImportedJob,
  type JobProduct,
  type JobsSync,
  type LeftOut,
} from '#domain/jobs/imported-jobs.ts'
import { jobDefaults } from '#domain/jobs/jobs.ts'
import { t, type TextCode } from '#domain/texts/text.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import {
  listImportedProducts,
  upsertImportedProduct,
  type ImportedProduct,
} from '#data/store/imported-products.ts'
import { insertJob, updateJob } from '#data/jobs/jobs.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { findStoreSyncLocked, insertStoreWrites } from '#data/store/store-syncs.ts'
import { jobProducts } from '#gateways/store/shopify-operations.ts'
import { nextPage } from '#gateways/store/next-page.ts'
import type { Deps } from '../deps.ts'
import { openStore, type OpenStore } from './pages/open-store.ts'
import { hasPages, syncPages, type PagesSync } from './pages/sync-pages.ts'

const PAGE_SIZE = 50
/** Far more than a shop has jobs. */
const PRODUCTS_MAX = 5000
const JOB_PRODUCTS = 'product_type:"Job" OR tag:job'

export type JobsSynced = {
  jobsSync: JobsSync
  leftOut: LeftOut[]
  /** Null when the organization has no pages in its store. */
  pagesSync: PagesSync | null
  /** Why the pages could not be updated; the jobs are imported anyway. */
  pagesProblem: TextCode | null
}

export async function syncJobs(deps: Deps, actor: Actor | undefined): Promise<JobsSynced> {
  const member = approvedMember(actor)
  const { organizationId } = member
  const store = await openStore(deps, organizationId, actor?.store)
  // Reads the complete list first: jobs missing from a partial list would be closed.
  const products = await listProducts(store)
  const { jobsSync, leftOut } = await deps.db.forOrganization(organizationId, (tx) =>
    importProducts(tx, member, store.shop, products),
  )
  return { jobsSync, leftOut, ...(await updatePages(deps, actor, organizationId, store)) }
}

async function listProducts(store: OpenStore): Promise<JobProduct[]> {
  const products: JobProduct[] = []
  let after: string | null = null
  do {
    const variables: Record<string, unknown> = { first: PAGE_SIZE, after, query: JOB_PRODUCTS }
    const { products: part } = await store.ask(jobProducts, variables)
    products.push(
      ...part.nodes.map(({ location, ...product }) => ({
        ...product,
        location: location?.value ?? null,
      })),
    )
    store.restartDeadline()
    after = nextPage(part, after, part.nodes.length)
  } while (after !== null && products.length < PRODUCTS_MAX)
  return products
}

async function importProducts(
  tx: Tx,
  { organizationId, userId }: Member,
  shop: string,
  products: readonly JobProduct[],
): Promise<{ jobsSync: JobsSync; leftOut: LeftOut[] }> {
  // The lock makes a second sync at the same time wait for the first.
  await findStoreSyncLocked(tx, { organizationId, shop })
  const known = new Map(
    (await listImportedProducts(tx, organizationId, shop)).map((row) => [row.product_id, row]),
  )
  const jobsSync: JobsSync = { created: 0, updated: 0, unchanged: 0, deactivated: 0 }
  const leftOut: LeftOut[] = []
  const changed: string[] = []
  for (const product of products) {
    const read = jobOfProduct(product)
    const former = known.get(product.id)
    known.delete(product.id)
    if ('reason' in read) {
      leftOut.push({ title: product.title, reason: read.reason })
      continue
    }
    if (former && !former.current) {
      leftOut.push({ title: product.title, reason: t('store.deletedHere') })
      continue
    }
    const line = { product_id: product.id, shop, imported: read.job }
    if (former?.current && former.job_post_id) {
      const done = await updateImportedJob(tx, organizationId, former.job_post_id, former, read.job)
      jobsSync[done] += 1
      if (done !== 'unchanged') changed.push(former.job_post_id)
      await upsertImportedProduct(tx, organizationId, { ...line, job_post_id: former.job_post_id })
      continue
    }
    const created = await insertJob(tx, organizationId, userId, {
      ...jobDefaults,
      salary_range: null,
      ...read.job,
    })
    jobsSync.created += 1
    changed.push(created.id)
    await upsertImportedProduct(tx, organizationId, { ...line, job_post_id: created.id })
  }
  // The remaining products were deleted in the store or are no longer jobs.
  for (const former of known.values()) {
    const { product_id, job_post_id, imported, current } = former
    if (!job_post_id || !current) continue
    if (imported.is_active) {
      const closed = { ...imported, is_active: false }
      await upsertImportedProduct(tx, organizationId, {
        product_id,
        shop,
        job_post_id,
        imported: closed,
      })
    }
    if (!current.is_active || !imported.is_active) continue
    await updateJob(tx, organizationId, job_post_id, { is_active: false })
    jobsSync.deactivated += 1
    changed.push(job_post_id)
  }
  await insertLiveEvents(tx, organizationId, 'jobs.changed', changed)
  if (changed.length > 0) await insertStoreWrites(tx, organizationId)
  await insertAuditEvent(tx, organizationId, {
    actor_id: userId,
    action: 'store.jobs_synced',
    resource_type: 'store',
    resource_id: shop,
    details: jobsSync,
  })
  return { jobsSync, leftOut }
}

async function updateImportedJob(
  tx: Tx,
  organizationId: OrganizationId,
  jobId: string,
  { imported, current }: ImportedProduct,
  job: ImportedJob,
): Promise<'updated' | 'unchanged' | 'deactivated'> {
  const changes = current ? changesFrom(imported, current, job) : {}
  if (Object.keys(changes).length === 0) return 'unchanged'
  await updateJob(tx, organizationId, jobId, changes)
  return changes.is_active === false ? 'deactivated' : 'updated'
}

/** The jobs are committed: an error here is returned with the result, and a background sync tries again. */
async function updatePages(
  deps: Deps,
  actor: Actor | undefined,
  organizationId: OrganizationId,
  store: OpenStore,
): Promise<Pick<JobsSynced, 'pagesSync' | 'pagesProblem'>> {
  try {
    if (!(await hasPages(deps, organizationId, store.shop))) {
      return { pagesSync: null, pagesProblem: null }
    }
    const pagesSync = await syncPages(deps, organizationId, store, 'after-change', actor)
    return { pagesSync, pagesProblem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const what = 'jobs synced, pages not'
    if (!deps.warnOfExternalFailure(error, what)) deps.log.warn({ err: error }, what)
    return { pagesSync: null, pagesProblem: error.code }
  }
}
