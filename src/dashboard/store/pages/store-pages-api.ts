// Store pages: queries and mutations.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf } from '../../api.ts'
import { useServerMutation } from '../../server-mutation.ts'

const storePagesKey = ['store', 'pages'] as const

export const storePagesQuery = queryOptions({
  queryKey: storePagesKey,
  queryFn: ({ signal }) => call('GET /api/store/pages', { signal }),
  staleTime: 30_000,
})

export function useReadPagesAgain(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: storePagesKey })
}

const shopifyFailed = (error: Error) => ({
  text: t('dashboard.shopifyError'),
  detail: reasonOf(error),
  id: 'shopify-error',
})

export type NewPage = { job_post_id: string } | { title: string; content: string }

export const useCreatePage = () =>
  useServerMutation({
    call: (pageData: NewPage) =>
      call('POST /functions/shopify-integration', { body: { action: 'create-page', pageData } }),
    done: t('success.pageCreated'),
    failed: shopifyFailed,
    invalidates: [storePagesKey],
  })

export const useUpdatePage = () =>
  useServerMutation({
    call: ({ id, ...pageData }: { id: string; title: string; content: string }) =>
      call('POST /functions/shopify-integration', {
        body: { action: 'update-page', pageId: id, pageData },
      }),
    done: t('success.pageUpdated'),
    failed: shopifyFailed,
    invalidates: [storePagesKey],
  })

export const useDeletePage = () =>
  useServerMutation({
    call: (pageId: string) =>
      call('POST /functions/shopify-integration', { body: { action: 'delete-page', pageId } }),
    done: t('success.pageDeleted'),
    failed: shopifyFailed,
    invalidates: [storePagesKey],
  })

export const useRefreshPages = () =>
  useServerMutation({
    call: () => call('POST /functions/shopify-integration', { body: { action: 'get-pages' } }),
    failed: shopifyFailed,
    invalidates: [storePagesKey],
  })

export const useTestConnection = () =>
  useServerMutation({
    call: () =>
      call('POST /functions/shopify-integration', { body: { action: 'test-connection' } }),
    done: (answer) =>
      'shop' in answer ? t('store.connectionGood', { shop: answer.shop }) : undefined,
    failed: shopifyFailed,
    invalidates: [storePagesKey],
  })

export const useSyncPages = () =>
  useServerMutation({
    call: () => call('POST /functions/sync-careers-page'),
    done: t('success.pagesSynced'),
    failed: (error) =>
      error instanceof ApiError && error.code === 'dashboard.noJobsToSync'
        ? t('dashboard.noJobsToSync')
        : { text: t('dashboard.syncFailed'), detail: reasonOf(error), id: 'sync-failed' },
    invalidates: [storePagesKey],
  })
