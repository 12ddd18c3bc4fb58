// The store pages' part of the address: which page is changed in its dialog, or that a new one is written.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'

/** The number at the end of the platform's id, or 'new'. */
export type StorePagesSearch = { page?: string }

export const NEW = 'new'

const numberOf = (id: string): string => id.split('/').at(-1) ?? ''

export const storePagesSearch = ({ page }: Record<string, unknown>): StorePagesSearch =>
  typeof page === 'string' && /^(?:new|\d{1,20})$/.test(page) ? { page } : {}

export function useStorePagesUrl() {
  const { page } = storePagesSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const router = useRouter()
  const go = (
    changes: { page: string | undefined },
    { replace, pushed }: { replace: boolean; pushed: boolean },
  ) =>
    void navigate({
      to: '.',
      // Other sections keep their part of the address.
      search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
      replace,
      resetScroll: false,
      state: (before) => ({ ...before, panelPushed: pushed }),
    })
  return {
    isNew: page === NEW,
    isOpened: ({ id }: { id: string }) => page !== undefined && numberOf(id) === page,
    open: (id: string) => go({ page: numberOf(id) }, { replace: false, pushed: true }),
    close: () => {
      if (router.state.location.state.panelPushed) router.history.back()
      else go({ page: undefined }, { replace: true, pushed: false })
    },
  }
}
