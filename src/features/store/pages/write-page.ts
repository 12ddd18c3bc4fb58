// Writes one page into the store, exactly once even when an answer is lost and it is retried; or deletes one.
import { AppError } from '#domain/errors.ts'
import { PAGE_TEMPLATE } from '#domain/careers/widget-snippets.ts'
import {
  hasFrame,
  hasIdOf,
  hasWidgetOf,
  isEmptyCareersPage,
  keptOf,
} from '#domain/store/store-page-bodies.ts'
import { jobPageHandle, type PageKind } from '#domain/store/store-pages.ts'
import type { WrittenPage } from '#data/store/store-pages.ts'
import { hashOf } from '#gateways/secrets.ts'
import { cleanPageContent, isEmptyPage } from '#gateways/store/page-html.ts'
import {
  createStorePage,
  deleteStorePage,
  storePages,
  updateStorePage,
  type FoundPage,
  type PageNode,
} from '#gateways/store/shopify-operations.ts'
import type { OpenStore } from './open-store.ts'
import { t } from '#domain/texts/text.ts'

export type PageToWrite = {
  kind: PageKind
  title: string
  handle: string
  /** An alternative address when the first one is taken. */
  otherHandle?: string
  body: string
  content: string
  job_post_id: string | null
  /** The theme's block fills it, in the template of its suffix or in the default one. */
  has_block?: boolean
}

export const digestOf = ({ title, body }: Pick<PageToWrite, 'title' | 'body'>): string =>
  hashOf(`${title}\n${body}`).toString('hex')

/** Undefined when the store no longer has the page. */
export async function rewritePage(
  store: OpenStore,
  present: { id: string; handle: string },
  page: PageToWrite,
): Promise<WrittenPage | undefined> {
  const { id } = present
  const words = {
    title: page.title,
    body: page.body,
    // By its suffix the block knows the page also in the default template.
    ...(page.has_block && { templateSuffix: PAGE_TEMPLATE }),
  }
  const askFor = async (more: { handle?: string; redirectNewHandle?: boolean }) =>
    (await store.ask(updateStorePage, { id, page: { ...words, ...more } })).pageUpdate
  // Moves a page that still has the former address; the store redirects that.
  const isMoved = page.kind === 'job' && present.handle === page.otherHandle
  let done = await askFor(isMoved ? { handle: page.handle, redirectNewHandle: true } : {})
  if (isMoved && done.userErrors.some(({ code }) => code === 'TAKEN')) done = await askFor({})
  if (done.userErrors.some(({ code }) => code === 'NOT_FOUND')) return undefined
  return written(store, page, done.page, done.userErrors)
}

/**
 * Creates a page, or adopts ours under its handles: written by a run whose answer was lost, or before a reinstall. Never takes
 * the address of `known`, the stored pages. Throws AppError page.handleTaken, page.refused.
 */
export async function placePage(
  store: OpenStore,
  page: PageToWrite,
  known: ReadonlySet<string>,
): Promise<WrittenPage> {
  const handles = [...new Set([page.handle, page.otherHandle ?? page.handle])]
  const present = await findByHandles(store, handles)
  const ours = await findOurs(
    store,
    present.filter(({ id }) => !known.has(id)),
    page,
  )
  const adopted = ours && (await rewritePage(store, ours, page))
  if (adopted) return adopted
  const taken = new AppError('page.handleTaken', { values: { handle: page.handle } })
  if (ours) throw taken
  for (const handle of handles) {
    if (present.some((node) => node.handle === handle)) continue
    const created = await createPage(store, { ...page, handle }, known)
    if (created) return created
  }
  throw taken
}

/** Undefined when the handle is taken. */
async function createPage(
  store: OpenStore,
  page: PageToWrite,
  known: ReadonlySet<string>,
): Promise<WrittenPage | undefined> {
  const { title, handle, body } = page
  try {
    const { pageCreate } = await store.ask(createStorePage, {
      page: { title, handle, body, templateSuffix: PAGE_TEMPLATE },
    })
    if (pageCreate.userErrors.some(({ code }) => code === 'TAKEN')) return undefined
    return written(store, page, pageCreate.page, pageCreate.userErrors)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store.unreachable') throw error
    // It may have succeeded although the answer was lost.
    const [made] = await findByHandles(store, [handle]).catch(() => [])
    if (!made) throw error
    if (known.has(made.id) || !(await findOurs(store, [made], page))) return undefined
    return rewritePage(store, made, page)
  }
}

/** Also true when the page was already deleted. */
export async function removePage(store: Pick<OpenStore, 'ask'>, id: string): Promise<void> {
  const { pageDelete } = await store.ask(deleteStorePage, { id })
  const problem = pageDelete.userErrors.find(({ code }) => code !== 'NOT_FOUND')
  if (problem) throw new AppError('page.refused', { values: { message: problem.message } })
}

async function findByHandles(store: OpenStore, handles: readonly string[]): Promise<FoundPage[]> {
  const query = handles.map((handle) => `handle:"${handle}"`).join(' OR ')
  const { pages } = await store.ask(storePages, { first: 5 * handles.length, query })
  return pages.nodes.filter(({ handle }) => handles.includes(handle))
}

async function findOurs(
  store: OpenStore,
  found: readonly FoundPage[],
  page: PageToWrite,
): Promise<FoundPage | undefined> {
  for (const one of found) if (await isOurs(store, one, page)) return one
  return undefined
}

async function isOurs({ site }: OpenStore, found: FoundPage, page: PageToWrite): Promise<boolean> {
  const { handle, body } = found
  const { job_post_id: jobId } = page
  if (hasIdOf(body, jobId)) return true
  // The store has taken the id out. Only by the template is it ours and not the merchant's: what is ours is deleted with the app.
  const isBlockTemplate = found.templateSuffix === PAGE_TEMPLATE
  if (page.has_block && isBlockTemplate && isEmptyPage(await cleanPageContent(body))) return true
  if (!jobId) return hasWidgetOf(body, site.appUrl) || isEmptyCareersPage(page.kind, body)
  // A handle with the job's id belongs to no other page; the page at a readable handle is recognised by its content.
  return handle === jobPageHandle(jobId) || (hasWidgetOf(body, site.appUrl) && body.includes(jobId))
}

function written(
  { shop }: OpenStore,
  page: PageToWrite,
  node: PageNode | null,
  problems: readonly { code: string | null; message: string }[],
): WrittenPage {
  const [problem] = problems
  if (problem?.code === 'TAKEN') {
    throw new AppError('page.handleTaken', { values: { handle: page.handle } })
  }
  if (problem || !node) {
    throw new AppError('page.refused', {
      values: { message: problem?.message ?? t('page.refusedWhy') },
    })
  }
  return {
    id: node.id,
    shop,
    title: node.title,
    // The store may have changed the handle to a free one.
    handle: node.handle,
    content: page.content,
    kind: page.kind,
    has_frame: hasFrame(page.body),
    has_block: page.has_block ?? false,
    kept: keptOf(node.body, hasFrame(page.body)),
    written_digest: digestOf(page),
    job_post_id: page.job_post_id,
    created_at: node.createdAt,
    updated_at: node.updatedAt,
  }
}
