// Job posts: reading, creating, editing, deleting, and the sentence each ends with.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import type {
  JobEditInput,
  JobFilter,
  JobInput,
  JobPage,
  JobPost,
  JobPostRow,
} from '#domain/jobs/jobs.ts'
import { t, type PlainTextCode } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf } from '../api.ts'
import { jobsKey } from '../queries.ts'
import { storeProblem } from '../shell/store/store-problem.ts'
import { toastSuccess, toastError } from '../ui/popups/toast.tsx'

const listsKey = [...jobsKey, 'list'] as const

export const jobPagesQuery = (filter: JobFilter) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/jobs', { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 30_000,
    // Another search keeps the old rows until the new ones are here.
    placeholderData: (before) => before,
  })

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /api/jobs/:jobId', { params: { jobId: id }, signal }),
    staleTime: 30_000,
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

const failed = (code: PlainTextCode) => (error: unknown) => toastError(t(code), reasonOf(error))

export function useCreateJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (job: JobInput) => call('POST /api/jobs', { body: job }),
    onSuccess: () => {
      toastSuccess(t('success.jobCreated'))
      followInStore()
    },
    onError: failed('dashboard.jobCreateFailed'),
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey }),
  })
}

/** Products of the store that are jobs come over; then its pages follow. */
export function useSyncJobs() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /functions/sync-shopify-jobs'),
    onSuccess: ({ jobsSync, leftOut, pagesProblem }) => {
      if (pagesProblem) {
        toastError(t('dashboard.jobsSyncedPageFailed'), storeProblem(pagesProblem), 'pages-failed')
      } else toastSuccess(t('success.jobsSynced', jobsSync))
      if (leftOut.length > 0) {
        const titles = leftOut.map(({ title, reason }) => `${title} (${reason})`).join(', ')
        toastError(t('store.leftOut', { titles }), undefined, 'left-out')
      }
    },
    onError: failed('dashboard.jobsSyncFailed'),
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey }),
  })
}

/** The pages in the store follow by themselves; whoever has just created a job is told when they cannot. */
function followInStore(): void {
  call('POST /functions/sync-careers-page', { body: { onlyExisting: true } }).catch(
    (error: unknown) => {
      const isUnconnected =
        error instanceof ApiError &&
        (error.code === 'store.notConfigured' || error.code === 'store.notConnected')
      if (isUnconnected) return
      toastError(t('dashboard.jobCreatedPageFailed'), reasonOf(error), 'page-failed')
    },
  )
}

export function useEditJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: JobEditInput }) =>
      call('PATCH /api/jobs/:jobId', { params: { jobId: id }, body: changes }),
    onSuccess: (saved) => {
      place(client, saved)
      toastSuccess(t('success.jobUpdated'))
    },
    onError: failed('dashboard.jobUpdateFailed'),
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey }),
  })
}

/** Opens or closes a job from its row, at once; the toast takes it back. */
export function useActivateJob(): (job: JobPostRow, active: boolean) => void {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ job, active }: { job: JobPostRow; active: boolean }) =>
      call('PATCH /api/jobs/:jobId', { params: { jobId: job.id }, body: { is_active: active } }),
    onMutate: async ({ job, active }) => {
      await client.cancelQueries({ queryKey: listsKey })
      changeRows(client, (jobs) =>
        jobs.map((row) => (row.id === job.id ? { ...row, is_active: active } : row)),
      )
    },
    onSuccess: (saved, { job, active }) => {
      place(client, saved)
      toastSuccess(t(active ? 'success.jobActivated' : 'success.jobDeactivated'), {
        label: 'Undo',
        run: () => mutation.mutate({ job, active: !active }),
      })
    },
    onError: (error, { job }) => {
      // Without waiting to read it anew: there may be no network to read it by.
      changeRows(client, (jobs) =>
        jobs.map((row) => (row.id === job.id ? { ...row, is_active: job.is_active } : row)),
      )
      failed('dashboard.jobUpdateFailed')(error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey }),
  })
  return (job, active) => mutation.mutate({ job, active })
}

export function useDeleteJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/jobs/:jobId', { params: { jobId: id } }),
    onSuccess: (_answer, id) => {
      changeRows(client, (jobs) => jobs.filter((job) => job.id !== id))
      toastSuccess(t('dashboard.jobDeleted'))
    },
    onError: failed('dashboard.jobDeleteFailed'),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: jobsKey }),
        // Applicants keep their place, but no longer point to the job.
        client.invalidateQueries({ queryKey: ['applicants'] }),
      ]),
  })
}
