// Puts one page into the store, once, however often it is tried and whatever answer was lost; and takes one out.
import { AppError } from '#domain/errors.ts'
import {
  hasFrame,
  hasWidgetOf,
  isEmptyCareersPage,
  jobIdHandle,
  keptOf,
  type PageKind,
} from '#domain/store/store-pages.ts'
import type { WrittenPage } from '#data/store/store-pages.ts'
import { hashOf } from '#gateways/secrets.ts'
import {
  createStorePage,
  deleteStorePage,
  storePages,
  updateStorePage,
  type PageNode,
} from '#gateways/store/shopify-operations.ts'
import type { OpenStore } from './open-store.ts'
import { t } from '#domain/texts/text.ts'

export type PageToWrite = {
  kind: PageKind
  title: string
  handle: string
  /** Where that one is taken. */
  otherHandle?: string
  body: string
  content: string
  job_post_id: string | null
}

export const digestOf = ({ title, body }: Pick<PageToWrite, 'title' | 'body'>): string =>
  hashOf(`${title}\n${body}`).toString('hex')

/** Undefined where the store has no such page any more. */
export async function rewritePage(
  store: OpenStore,
  present: { id: string; handle: string },
  page: PageToWrite,
): Promise<WrittenPage | undefined> {
  const { id } = present
  const words = { title: page.title, body: page.body }
  const askFor = async (more: { handle?: string; redirectNewHandle?: boolean }) =>
    (await store.ask(updateStorePage, { id, page: { ...words, ...more } })).pageUpdate
  // The page of a job that still has the address with an id moves, and the store leads from the former one to it.
  const isMoved = page.kind === 'job' && present.handle === page.otherHandle
  let done = await askFor(isMoved ? { handle: page.handle, redirectNewHandle: true } : {})
  if (isMoved && done.userErrors.some(({ code }) => code === 'TAKEN')) done = await askFor({})
  if (done.userErrors.some(({ code }) => code === 'NOT_FOUND')) return undefined
  return written(store, page, done.page, done.userErrors)
}

/**
 * A new page, or one under its handles where that is ours: written by a run whose answer was lost, or before a reinstall.
 * `known` are the pages that are remembered: another one's place is never taken. Throws AppError page.handleTaken, page.refused.
 */
export async function placePage(
  store: OpenStore,
  page: PageToWrite,
  known: ReadonlySet<string>,
): Promise<WrittenPage> {
  const handles = [...new Set([page.handle, page.otherHandle ?? page.handle])]
  const present = await findByHandles(store, handles)
  const ours = present.find((node) => !known.has(node.id) && isOurs(store, node, page))
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

/** Undefined where the handle is taken. */
async function createPage(
  store: OpenStore,
  page: PageToWrite,
  known: ReadonlySet<string>,
): Promise<WrittenPage | undefined> {
  const { title, handle, body } = page
  try {
    const { pageCreate } = await store.ask(createStorePage, { page: { title, handle, body } })
    if (pageCreate.userErrors.some(({ code }) => code === 'TAKEN')) return undefined
    return written(store, page, pageCreate.page, pageCreate.userErrors)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store.unreachable') throw error
    // Perhaps it was done and only the answer was lost.
    const [made] = await findByHandles(store, [handle]).catch(() => [])
    if (!made) throw error
    if (known.has(made.id) || !isOurs(store, made, page)) return undefined
    return rewritePage(store, made, page)
  }
}

/** True also where it was gone already. */
export async function removePage(store: OpenStore, id: string): Promise<void> {
  const { pageDelete } = await store.ask(deleteStorePage, { id })
  const problem = pageDelete.userErrors.find(({ code }) => code !== 'NOT_FOUND')
  if (problem) throw new AppError('page.refused', { values: { message: problem.message } })
}

async function findByHandles(store: OpenStore, handles: readonly string[]): Promise<PageNode[]> {
  const query = handles.map((handle) => `handle:"${handle}"`).join(' OR ')
  const { pages } = await store.ask(storePages, { first: 5 * handles.length, query })
  return pages.nodes.filter(({ handle }) => handles.includes(handle))
}

function isOurs({ site }: OpenStore, { handle, body }: PageNode, page: PageToWrite): boolean {
  const { job_post_id: jobId } = page
  if (!jobId) return hasWidgetOf(body, site.appUrl) || isEmptyCareersPage(page.kind, body)
  // No other page is called by the id of the job; by its readable handle it is known by what it holds.
  return handle === jobIdHandle(jobId) || (hasWidgetOf(body, site.appUrl) && body.includes(jobId))
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
    // The store may have changed it to one that is free.
    handle: node.handle,
    content: page.content,
    kind: page.kind,
    has_frame: hasFrame(page.body),
    kept: keptOf(node.body, hasFrame(page.body)),
    written_digest: digestOf(page),
    job_post_id: page.job_post_id,
    created_at: node.createdAt,
    updated_at: node.updatedAt,
  }
}
