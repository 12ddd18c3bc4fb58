// Job posts: queries, mutations and their toasts.
import {
  infiniteQueryOptions,
  queryOptions,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type { JobTextEdit, TextLanguage } from '#domain/jobs/job-texts.ts'
import type {
  JobEditInput,
  JobFilter,
  JobInput,
  JobPage,
  JobPost,
  JobPostRow,
} from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf } from '../api.ts'
import { asFirstPage, takeFirstRead } from '../shell/first-view/first-answers.ts'
import { jobsKey, storeQuery } from '../queries.ts'
import { useServerMutation } from '../server-mutation.ts'
import { storeProblem } from '../shell/store/store-problem.ts'
import { toastError } from '../ui/popups/toast.tsx'

const listsKey = [...jobsKey, 'list'] as const

export const jobPagesQuery = (filter: JobFilter) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/jobs', { query: { ...filter, cursor: pageParam }, signal }),
    initialData: () => asFirstPage(takeFirstRead('GET /api/jobs', { query: filter })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 30_000,
    // Another search keeps the old rows until the new ones are loaded.
    placeholderData: (before) => before,
  })

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/jobs/:jobId', { params: { jobId: id }, signal }),
    staleTime: 30_000,
  })

export const jobTextsQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'texts', id],
    queryFn: async ({ signal }) => {
      const options = { params: { jobId: id }, signal }
      const { texts } = await call('GET /api/jobs/:jobId/texts', options)
      return texts
    },
  })

/** Changes only with the installation's settings. */
export const writerQuery = queryOptions({
  queryKey: ['writer'],
  queryFn: async ({ signal }) => {
    const { writer } = await call('GET /api/jobs/description', { signal })
    return writer
  },
  staleTime: Number.POSITIVE_INFINITY,
})

type Pages = InfiniteData<JobPage, string | null>

function changeRows(client: QueryClient, change: (jobs: JobPostRow[]) => JobPostRow[]): void {
  client.setQueriesData<Pages>({ queryKey: listsKey }, (data) =>
    data
      ? { ...data, pages: data.pages.map((page) => ({ ...page, jobs: change(page.jobs) })) }
      : data,
  )
}

const place = (client: QueryClient, saved: JobPost): void => {
  changeRows(client, (jobs) =>
    jobs.map((job) => (job.id === saved.id ? { ...job, ...saved } : job)),
  )
  client.setQueryData(jobQuery(saved.id).queryKey, saved)
}

export function useCreateJob() {
  const client = useQueryClient()
  return useServerMutation({
    call: (job: JobInput) => call('POST /api/jobs', { body: job }),
    done: t('success.jobCreated'),
    failed: t('dashboard.jobCreateFailed'),
    invalidates: [jobsKey],
    onSuccess: () => void updateStorePages(client),
  })
}

/** Imports the store's products that are jobs, then updates the store's pages. */
export const useSyncJobs = () =>
  useServerMutation({
    call: () => call('POST /functions/sync-shopify-jobs'),
    done: ({ jobsSync, pagesProblem }) =>
      pagesProblem ? undefined : t('success.jobsSynced', jobsSync),
    failed: t('dashboard.jobsSyncFailed'),
    invalidates: [jobsKey],
    onSuccess: ({ leftOut, pagesProblem }) => {
      if (pagesProblem) {
        toastError(t('dashboard.jobsSyncedPageFailed'), storeProblem(pagesProblem), 'pages-failed')
      }
      if (leftOut.length > 0) {
        const titles = leftOut.map((job) => t('store.leftOutJob', job)).join(', ')
        toastError(t('store.leftOut', { titles }), undefined, 'left-out')
      }
    },
  })

/**
 * A person who has just created a job gets a message when the store's pages cannot be updated. Nothing is asked where there is no
 * store.
 */
async function updateStorePages(client: QueryClient): Promise<void> {
  const known = await client.ensureQueryData(storeQuery).catch(() => undefined)
  if (known && !known.store) return
  try {
    await call('POST /functions/sync-careers-page', { body: { onlyExisting: true } })
  } catch (error) {
    // The store was disconnected meanwhile.
    if (error instanceof ApiError && error.code === 'store.notConnected') return
    toastError(t('dashboard.jobCreatedPageFailed'), reasonOf(error), 'page-failed')
  }
}

export function useEditJob() {
  const client = useQueryClient()
  return useServerMutation({
    call: ({ id, changes }: { id: string; changes: JobEditInput }) =>
      call('PATCH /api/jobs/:jobId', { params: { jobId: id }, body: changes }),
    done: t('success.jobUpdated'),
    failed: t('dashboard.jobUpdateFailed'),
    invalidates: [jobsKey],
    onSuccess: (saved) => place(client, saved),
  })
}

export function useWriteJobText(jobId: string) {
  const client = useQueryClient()
  const { queryKey } = jobTextsQuery(jobId)
  return useServerMutation({
    call: ({ language, text }: { language: TextLanguage; text: JobTextEdit }) =>
      call('PUT /api/jobs/:jobId/texts/:language', { params: { jobId, language }, body: text }),
    done: t('job.languages.saved'),
    failed: t('dashboard.jobUpdateFailed'),
    invalidates: [queryKey],
    // At once: the next edit is based on this save.
    onSuccess: (saved) =>
      client.setQueryData(queryKey, (texts = []) => [
        ...texts.filter(({ language }) => language !== saved.language),
        saved,
      ]),
  })
}

/** An error is shown beside the text, which is not changed. */
export const useTranslateJob = (jobId: string) =>
  useServerMutation({
    call: ({ language, signal }: { language: TextLanguage; signal: AbortSignal }) => {
      const params = { jobId, language }
      return call('POST /api/jobs/:jobId/texts/:language/translation', { params, signal })
    },
    asksFirst: true,
  })

export const useDeleteJobText = (jobId: string) =>
  useServerMutation({
    call: (language: TextLanguage) =>
      call('DELETE /api/jobs/:jobId/texts/:language', { params: { jobId, language } }),
    done: t('job.languages.removed'),
    failed: t('dashboard.jobUpdateFailed'),
    invalidates: [jobTextsQuery(jobId).queryKey],
  })

/** Opens or closes a job from its row, at once; the toast can undo it. */
export function useActivateJob(): (job: JobPostRow, active: boolean) => void {
  const client = useQueryClient()
  const mutation = useServerMutation({
    call: ({ job, active }: { job: JobPostRow; active: boolean }) =>
      call('PATCH /api/jobs/:jobId', { params: { jobId: job.id }, body: { is_active: active } }),
    done: (_saved, { job, active }) => ({
      text: t(active ? 'success.jobActivated' : 'success.jobDeactivated'),
      action: { label: t('action.undo'), run: () => mutation.mutate({ job, active: !active }) },
    }),
    failed: t('dashboard.jobUpdateFailed'),
    invalidates: [jobsKey],
    onMutate: async ({ job, active }) => {
      await client.cancelQueries({ queryKey: listsKey })
      changeRows(client, (jobs) =>
        jobs.map((row) => (row.id === job.id ? { ...row, is_active: active } : row)),
      )
    },
    onSuccess: (saved) => place(client, saved),
    onError: (_error, { job }) =>
      // Restored at once: there may be no network to load it again.
      changeRows(client, (jobs) =>
        jobs.map((row) => (row.id === job.id ? { ...row, is_active: job.is_active } : row)),
      ),
  })
  return (job, active) => mutation.mutate({ job, active })
}

export function useDeleteJob() {
  const client = useQueryClient()
  return useServerMutation({
    call: (id: string) => call('DELETE /api/jobs/:jobId', { params: { jobId: id } }),
    done: t('dashboard.jobDeleted'),
    failed: t('dashboard.jobDeleteFailed'),
    // Applicants stay, but no longer refer to the job.
    invalidates: [jobsKey, ['applicants']],
    onSuccess: (_answer, id) => changeRows(client, (jobs) => jobs.filter((job) => job.id !== id)),
  })
}
