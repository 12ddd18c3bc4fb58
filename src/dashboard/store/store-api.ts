// What the screens of the store ask the server, and where they leave to.
import { queryOptions } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf, type AnswerOf } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'
import { askedOnce } from '../queries.ts'
import { askInstallUrl } from '../shell/store/install-url.ts'

export const storeAppQuery = (shop = '') =>
  queryOptions({
    queryKey: ['store', 'app', shop],
    queryFn: ({ signal }) => call('GET /api/store/app', { query: { shop }, signal }),
    staleTime: 60_000,
  })

export type Finished = AnswerOf<'POST /api/store/callback'>

export const callbackQuery = (query: Record<string, string>) =>
  queryOptions({
    queryKey: ['store', 'callback', query],
    queryFn: () => call('POST /api/store/callback', { body: { query } }),
    ...askedOnce,
  })

/** The store's own page that asks its merchant; the whole window goes there. */
export function useBeginInstall(beganAt: Finished['began_at']) {
  return useServerMutation({
    call: (shop: string) => askInstallUrl({ shop, began_at: beganAt }),
    failed: (error) => ({ text: connectProblem(error), id: 'shop-connect' }),
    onSuccess: (url) => window.location.assign(url),
  })
}

/** The sentence of a failed attempt, with the server's own reason where it has one. */
export function connectProblem(error: unknown): string {
  const isOurs = error instanceof ApiError && error.status > 0 && error.status < 500
  const message = isOurs ? reasonOf(error) : t('store.installUrlFailed')
  return t('store.connectFailed', { message })
}
