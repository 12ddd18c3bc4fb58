// Job posts: creating, editing, deleting, and the sentence each ends with.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { JobEditInput, JobInput, JobPost, JobPostRow } from '#domain/jobs.ts'
import { messages, type MessageCode } from '#domain/messages.ts'
import { reasonOf, call } from '../api.ts'
import { jobsQuery } from '../queries.ts'
import { sayDone, sayProblem } from '../ui/toast.tsx'

function edit(client: QueryClient, change: (jobs: JobPostRow[]) => JobPostRow[]): void {
  client.setQueryData<JobPostRow[]>(jobsQuery.queryKey, (jobs) => jobs && change(jobs))
}

const failed = (code: MessageCode) => (error: unknown) =>
  sayProblem(messages[code], reasonOf(error))

export function useCreateJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (job: JobInput) => call<JobPost>('POST', '/api/jobs', { body: job }),
    onSuccess: (created) => {
      edit(client, (jobs) => [
        { ...created, applicants_count: 0 },
        ...jobs.filter(({ id }) => id !== created.id),
      ])
      sayDone(messages['success.jobCreated'])
    },
    onError: failed('dashboard.jobCreateFailed'),
    onSettled: () => client.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  })
}

export function useEditJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: JobEditInput }) =>
      call<JobPost>('PATCH', `/api/jobs/${id}`, { body: changes }),
    onSuccess: (saved) => {
      edit(client, (jobs) => jobs.map((job) => (job.id === saved.id ? { ...job, ...saved } : job)))
      sayDone(messages['success.jobUpdated'])
    },
    onError: failed('dashboard.jobUpdateFailed'),
    onSettled: () => client.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  })
}

export function useDeleteJob() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call<null>('DELETE', `/api/jobs/${id}`),
    onSuccess: (_answer, id) => {
      edit(client, (jobs) => jobs.filter((job) => job.id !== id))
      sayDone(messages['dashboard.jobDeleted'])
    },
    onError: failed('dashboard.jobDeleteFailed'),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: jobsQuery.queryKey }),
        // Applicants keep their place, but no longer point to the job.
        client.invalidateQueries({ queryKey: ['applicants'] }),
      ]),
  })
}
