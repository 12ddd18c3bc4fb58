// Where a store is asked for permissions: an address of its own.
import { t } from '#domain/texts/text.ts'
import type { InstallStart } from '#domain/store/store.ts'
import { ApiError, call } from '../../api.ts'

/** Where the store asks its merchant. */
export async function askInstallUrl(install: {
  shop: string
  scopes?: string[]
  began_at: InstallStart
}): Promise<string> {
  const body = { action: 'generate_install_url', ...install } as const
  const answer = await call('POST /functions/shopify-oauth', { body })
  if ('install_url' in answer) return answer.install_url
  throw new ApiError('store.installUrlFailed', t('store.installUrlFailed'), 0)
}
