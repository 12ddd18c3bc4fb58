// The store pages' part of the address: the page in the dialog, or a new one.
import { useSearchPart } from '../../shell/search-part.ts'

/** The number at the end of the platform's id, or 'new'. */
export type StorePagesSearch = { page?: string }

export const NEW = 'new'

const numberOf = (id: string): string => id.split('/').at(-1) ?? ''

export const storePagesSearch = ({ page }: Record<string, unknown>): StorePagesSearch =>
  typeof page === 'string' && /^(?:new|\d{1,20})$/.test(page) ? { page } : {}

export function useStorePagesUrl() {
  const { part, open, close } = useSearchPart(storePagesSearch)
  const { page } = part
  return {
    isNew: page === NEW,
    isOpened: ({ id }: { id: string }) => page !== undefined && numberOf(id) === page,
    open: (id: string) => open({ page: numberOf(id) }),
    close: () => close({ page: undefined }),
  }
}
