// The pages of a store's lists.
import { AppError } from '#domain/errors.ts'

type Page = { pageInfo: { hasNextPage: boolean; endCursor: string | null } }

/**
 * Where the next page begins; null after the last. `count`: how many this one has. Throws AppError store.unreachable for
 * a list that makes no progress, with which a store could keep a loop going for ever.
 */
export function nextPage({ pageInfo }: Page, after: string | null, count: number): string | null {
  if (!pageInfo.hasNextPage) return null
  const { endCursor } = pageInfo
  if (endCursor === null || endCursor === after || count === 0) {
    throw new AppError('store.unreachable', { cause: 'a list without progress' })
  }
  return endCursor
}
