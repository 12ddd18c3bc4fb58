// Puts one page into the store, once, however often it is tried and whatever answer was lost; and takes one out.
import { AppError } from '#domain/errors.ts'
import { hasWidgetOf, keptOf, type PageKind } from '#domain/store-pages.ts'
import type { WrittenPage } from '#data/store-pages.ts'
import { hashOf } from '#gateways/seal.ts'
import {
  createStorePage,
  deleteStorePage,
  storePages,
  updateStorePage,
  type PageNode,
} from '#gateways/shopify-operations.ts'
import type { OpenStore } from './open-store.ts'

export type PageToWrite = {
  kind: PageKind
  title: string
  handle: string
  body: string
  content: string
  job_post_id: string | null
}

export const digestOf = ({ title, body }: Pick<PageToWrite, 'title' | 'body'>): string =>
  hashOf(`${title}\n${body}`).toString('hex')

/** Undefined where the store has no such page any more. */
export async function rewritePage(
  store: OpenStore,
  id: string,
  page: PageToWrite,
): Promise<WrittenPage | undefined> {
  const { pageUpdate } = await store.ask(updateStorePage, {
    id,
    page: { title: page.title, body: page.body },
  })
  if (pageUpdate.userErrors.some(({ code }) => code === 'NOT_FOUND')) return undefined
  return written(store, page, pageUpdate.page, pageUpdate.userErrors)
}

/**
 * A new page, or the one under its handle where that is ours: written by a run whose answer was lost, or before a reinstall.
 * `known` are the pages that are remembered: another one's place is never taken. Throws AppError page.handleTaken, page.refused.
 */
export async function placePage(
  store: OpenStore,
  page: PageToWrite,
  known: ReadonlySet<string>,
): Promise<WrittenPage> {
  const present = await findByHandle(store, page.handle)
  if (present) return adopt(store, present, page, known)
  try {
    const { pageCreate } = await store.ask(createStorePage, {
      page: { title: page.title, handle: page.handle, body: page.body },
    })
    return written(store, page, pageCreate.page, pageCreate.userErrors)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store.unreachable') throw error
    // Perhaps it was done and only the answer was lost.
    const made = await findByHandle(store, page.handle).catch(() => undefined)
    if (!made) throw error
    return adopt(store, made, page, known)
  }
}

/** True also where it was gone already. */
export async function removePage(store: OpenStore, id: string): Promise<void> {
  const { pageDelete } = await store.ask(deleteStorePage, { id })
  const problem = pageDelete.userErrors.find(({ code }) => code !== 'NOT_FOUND')
  if (problem) throw new AppError('page.refused', { values: { message: problem.message } })
}

export async function findByHandle(
  store: OpenStore,
  handle: string,
): Promise<PageNode | undefined> {
  const { pages } = await store.ask(storePages, { first: 5, query: `handle:"${handle}"` })
  return pages.nodes.find((page) => page.handle === handle)
}

async function adopt(
  store: OpenStore,
  present: PageNode,
  page: PageToWrite,
  known: ReadonlySet<string>,
): Promise<WrittenPage> {
  // The handle of a job's page holds the id of the job: nobody else's page is called so.
  const isOurs = page.kind === 'job' || hasWidgetOf(present.body, store.site.appUrl)
  const adopted =
    isOurs && !known.has(present.id) ? await rewritePage(store, present.id, page) : undefined
  if (!adopted) throw new AppError('page.handleTaken', { values: { handle: page.handle } })
  return adopted
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
      values: { message: problem?.message ?? 'no reason given' },
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
    kept: keptOf(node.body),
    written_digest: digestOf(page),
    job_post_id: page.job_post_id,
    created_at: node.createdAt,
    updated_at: node.updatedAt,
  }
}
