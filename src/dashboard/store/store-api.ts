// The store screens' calls and redirects.
import { queryOptions } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf, type AnswerOf } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'
import { askedOnce } from '../queries.ts'
import type { InstallStart } from '#domain/store/store.ts'

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

async function askInstallUrl(shop: string, began_at: InstallStart): Promise<string> {
  const body = { action: 'generate_install_url', shop, began_at } as const
  const answer = await call('POST /functions/shopify-oauth', { body })
  if ('install_url' in answer) return answer.install_url
  throw new ApiError('store.installUrlFailed', t('store.installUrlFailed'), 0)
}

/** The store's own permission page; the whole window is redirected. */
export function useBeginInstall(beganAt: Finished['began_at']) {
  return useServerMutation({
    call: (shop: string) => askInstallUrl(shop, beganAt),
    failed: (error) => ({ text: connectProblem(error), id: 'shop-connect' }),
    onSuccess: (url) => window.location.assign(url),
  })
}

/** The sentence of a failed attempt, with the server's reason if there is one. */
export function connectProblem(error: unknown): string {
  const isOurs = error instanceof ApiError && error.status > 0 && error.status < 500
  const message = isOurs ? reasonOf(error) : t('store.installUrlFailed')
  return t('store.connectFailed', { message })
}
