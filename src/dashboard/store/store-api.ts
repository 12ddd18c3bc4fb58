// What the screens of the store ask the server, and where they leave to.
import { queryOptions, useMutation } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import type { InstallStart, StoreAppView } from '#domain/store/store.ts'
import { ApiError, call, queryOf, reasonOf } from '../api.ts'
import { askedOnce } from '../queries.ts'

export const storeAppQuery = (shop = '') =>
  queryOptions({
    queryKey: ['store', 'app', shop],
    queryFn: ({ signal }) =>
      call<StoreAppView>('GET', `/api/store/app${queryOf({ shop })}`, { signal }),
    staleTime: 60_000,
  })

export type Finished = {
  shop: string
  began_at: InstallStart
  is_linked: boolean
  /** False: the store agreed, and the connection could not be kept. */
  is_stored: boolean
}

export const callbackQuery = (query: Record<string, string>) =>
  queryOptions({
    queryKey: ['store', 'callback', query],
    queryFn: () => call<Finished>('POST', '/api/store/callback', { body: { query } }),
    ...askedOnce,
  })

/** The store's own page that asks its merchant; the whole window goes there. */
export function useBeginInstall(beganAt: Finished['began_at']) {
  return useMutation({
    mutationFn: async (shop: string) => {
      const { install_url: url } = await call<{ install_url?: string }>(
        'POST',
        '/functions/shopify-oauth',
        { body: { action: 'generate_install_url', shop, began_at: beganAt } },
      )
      if (!url) throw new ApiError('store.installUrlFailed', t('store.installUrlFailed'), 0)
      return url
    },
    onSuccess: (url) => window.location.assign(url),
  })
}

/** The sentence of a failed attempt, with the server's own reason where it has one. */
export function connectProblem(error: unknown): string {
  const isOurs = error instanceof ApiError && error.status > 0 && error.status < 500
  const message = isOurs ? reasonOf(error) : t('store.installUrlFailed')
  return t('store.connectFailed', { message })
}
