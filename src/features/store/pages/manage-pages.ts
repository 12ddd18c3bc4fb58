// Staff create, edit and delete pages in their store.
import { approvedMember, type Actor, type Member } from '#domain/accounts/access.ts'
import type { AuditAction } from '#domain/audit/audit-actions.ts'
import { AppError } from '#domain/errors.ts'
import { customPageBody, jobPageBody } from '#domain/store/store-page-bodies.ts'
import {
  formerJobPageHandle,
  jobPageHandle,
  jobPageTitle,
  pageHandle,
  type PageData,
  type StorePage,
} from '#domain/store/store-pages.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import type { Tx } from '#data/database.ts'
import { findJob } from '#data/jobs/jobs.ts'
import { insertLiveEvents } from '#data/live/live-events.ts'
import { cleanPageContent, isEmptyPage } from '#gateways/store/page-html.ts'
import {
  deleteStorePages,
  findStorePage,
  isOtherPage,
  upsertStorePage,
  type WrittenPage,
} from '#data/store/store-pages.ts'
import type { Deps } from '../../deps.ts'
import { listPagesToWrite } from './list-pages-to-write.ts'
import { openStore, type OpenStore } from './open-store.ts'
import { pageView } from './read-pages.ts'
import { withStoreSyncLock } from './store-sync-lock.ts'
import { placePage, removePage, rewritePage, type PageToWrite } from './write-page.ts'
import { t } from '#domain/texts/text.ts'

/** With a job, the title, address and text come from the job. */
export async function createPage(
  deps: Deps,
  actor: Actor | undefined,
  data: PageData,
): Promise<StorePage> {
  const member = approvedMember(actor)
  const { organizationId } = member
  if (!data.job_post_id) await requireWords(data)
  const store = await openStore(deps, organizationId, actor?.store)
  return withStoreSyncLock(deps, { organizationId, shop: store.shop }, async () => {
    const known = await deps.db.readForOrganization(organizationId, (tx) =>
      listPagesToWrite(tx, organizationId, store.shop),
    )
    const page = await pageOf(deps, organizationId, store, data)
    if (page.job_post_id && known.some(({ job_post_id: id }) => id === page.job_post_id)) {
      throw new AppError('page.jobLinked')
    }
    const placed = await placePage(store, page, new Set(known.map(({ id }) => id)))
    return keepPage(deps, member, store, placed, 'page.created')
  })
}

/** The text of a custom page; the page of a job is written again from its job. */
export async function updatePage(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  data: PageData,
): Promise<StorePage> {
  const member = approvedMember(actor)
  const { organizationId } = member
  const store = await openStore(deps, organizationId, actor?.store)
  return withStoreSyncLock(deps, { organizationId, shop: store.shop }, async () => {
    const known = await deps.db.readForOrganization(organizationId, async (tx) =>
      (await listPagesToWrite(tx, organizationId, store.shop)).find((page) => page.id === id),
    )
    if (!known) return refuseUnknown(deps, organizationId, store.shop, id)
    // The careers page has no own text; 'Sync Jobs to Shopify' writes it.
    if (known.kind === 'careers') throw new AppError('page.missing')
    const wanted =
      known.kind === 'job'
        ? { ...data, job_post_id: known.job_post_id }
        : { ...data, title: data.title || known.title, content: data.content || known.content }
    if (known.kind === 'custom') await requireWords(wanted)
    const page = await pageOf(deps, organizationId, store, wanted)
    const rewritten = await rewritePage(store, known, page)
    if (rewritten) return keepPage(deps, member, store, rewritten, 'page.updated')
    await deps.db.forOrganization(organizationId, (tx) => forget(tx, member, id, 'page.deleted'))
    throw new AppError('page.missing')
  })
}

export async function deletePage(deps: Deps, actor: Actor | undefined, id: string): Promise<void> {
  const member = approvedMember(actor)
  const { organizationId } = member
  const store = await openStore(deps, organizationId, actor?.store)
  await withStoreSyncLock(deps, { organizationId, shop: store.shop }, async () => {
    const known = await deps.db.readForOrganization(organizationId, (tx) =>
      findStorePage(tx, organizationId, store.shop, id),
    )
    if (!known) return refuseUnknown(deps, organizationId, store.shop, id)
    await removePage(store, id)
    await deps.db.forOrganization(organizationId, (tx) => forget(tx, member, id, 'page.deleted'))
  })
}

/** Throws why a page that we did not create cannot be changed: it is the shop's own, or unknown. */
async function refuseUnknown(
  deps: Deps,
  organizationId: OrganizationId,
  shop: string,
  id: string,
): Promise<never> {
  const isTheirs = await deps.db.readForOrganization(organizationId, (tx) =>
    isOtherPage(tx, organizationId, shop, id),
  )
  throw new AppError(isTheirs ? 'page.notOurs' : 'page.missing')
}

async function requireWords({
  title,
  content,
}: Pick<PageData, 'title' | 'content'>): Promise<void> {
  const hasContent = !isEmptyPage(await cleanPageContent(content))
  if (title && hasContent) return
  const fields = {
    ...(title ? {} : { title: t('page.titleRequired') }),
    ...(hasContent ? {} : { content: t('page.contentRequired') }),
  }
  throw new AppError('page.fieldsRequired', { fields })
}

async function pageOf(
  deps: Deps,
  organizationId: OrganizationId,
  { site }: OpenStore,
  { title, content, handle, job_post_id: jobPostId }: PageData,
): Promise<PageToWrite> {
  if (!jobPostId) {
    const words = await cleanPageContent(content)
    return {
      kind: 'custom',
      title,
      handle: pageHandle(handle || title),
      body: customPageBody(words.html, site),
      content: words.content,
      job_post_id: null,
    }
  }
  const job = await deps.db.readForOrganization(organizationId, (tx) =>
    findJob(tx, organizationId, jobPostId),
  )
  if (!job) throw new AppError('job.missing')
  return {
    kind: 'job',
    title: jobPageTitle(job.title),
    handle: jobPageHandle(job.id),
    otherHandle: formerJobPageHandle(job),
    body: jobPageBody(job, site),
    content: '',
    job_post_id: job.id,
  }
}

export async function keepPage(
  deps: Deps,
  member: Member,
  store: OpenStore,
  page: WrittenPage,
  action: 'page.created' | 'page.updated',
): Promise<StorePage> {
  const kept = await deps.db.forOrganization(member.organizationId, async (tx) => {
    await upsertStorePage(tx, member.organizationId, page)
    await recordAndPublish(tx, member, page.id, action)
    return findStorePage(tx, member.organizationId, store.shop, page.id)
  })
  if (!kept) throw new AppError('page.missing')
  return { ...pageView(deps, store.shop, null, kept), url: store.pageUrl(kept.handle) }
}

async function forget(tx: Tx, member: Member, id: string, action: 'page.deleted'): Promise<void> {
  await deleteStorePages(tx, member.organizationId, [id])
  await recordAndPublish(tx, member, id, action)
}

async function recordAndPublish(
  tx: Tx,
  { organizationId, userId }: Member,
  id: string,
  action: AuditAction,
): Promise<void> {
  await insertAuditEvent(tx, organizationId, {
    actor_id: userId,
    action,
    resource_type: 'store_page',
    resource_id: id,
  })
  await insertLiveEvents(tx, organizationId, 'store.changed', [organizationId])
}
