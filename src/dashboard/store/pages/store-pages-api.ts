// Store pages: reading them, what can be done with them, and the sentence each act ends with.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf } from '../../api.ts'
import { toastSuccess, toastError } from '../../ui/popups/toast.tsx'

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

const shopifyError = (error: unknown) =>
  toastError(t('dashboard.shopifyError'), reasonOf(error), 'shopify-error')

function useStoreAct<Values, Answer>(
  act: (values: Values) => Promise<Answer>,
  done: (answer: Answer) => string | undefined,
  failed: (error: unknown) => void = shopifyError,
) {
  const readAgain = useReadPagesAgain()
  return useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      const text = done(answer)
      if (text) toastSuccess(text)
    },
    onError: failed,
    onSettled: readAgain,
  })
}

export type NewPage = { job_post_id: string } | { title: string; content: string }

export const useCreatePage = () =>
  useStoreAct(
    (pageData: NewPage) =>
      call('POST /functions/shopify-integration', { body: { action: 'create-page', pageData } }),
    () => t('success.pageCreated'),
  )

export const useUpdatePage = () =>
  useStoreAct(
    ({ id, ...pageData }: { id: string; title: string; content: string }) =>
      call('POST /functions/shopify-integration', {
        body: { action: 'update-page', pageId: id, pageData },
      }),
    () => t('success.pageUpdated'),
  )

export const useDeletePage = () =>
  useStoreAct(
    (pageId: string) =>
      call('POST /functions/shopify-integration', { body: { action: 'delete-page', pageId } }),
    () => t('success.pageDeleted'),
  )

export const useRefreshPages = () =>
  useStoreAct(
    () => call('POST /functions/shopify-integration', { body: { action: 'get-pages' } }),
    () => undefined,
  )

export const useTestConnection = () =>
  useStoreAct(
    () => call('POST /functions/shopify-integration', { body: { action: 'test-connection' } }),
    (answer) => ('shop' in answer ? t('store.connectionGood', { shop: answer.shop }) : undefined),
  )

export const useSyncPages = () =>
  useStoreAct(
    () => call('POST /functions/sync-careers-page'),
    () => t('success.pagesSynced'),
    (error) =>
      error instanceof ApiError && error.code === 'dashboard.noJobsToSync'
        ? toastError(t('dashboard.noJobsToSync'))
        : toastError(t('dashboard.syncFailed'), reasonOf(error), 'sync-failed'),
  )
