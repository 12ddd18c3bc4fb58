// The current person's email notifications: read, and changed at once.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type NotificationsInput,
  type NotificationsView,
  type Pace,
} from '#domain/mails/notifications.ts'
import { call } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call('GET /api/notifications', { signal }),
})

/** Jobs with a pace of their own. */
export type JobPaces = NotificationsView['jobs']

/** This browser's time zone: a daily digest is sent in the morning there. */
const timeZone = (): { time_zone?: string } => {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone ? { time_zone: zone } : {}
}

/** Errors are shown at their fields. */
export function useEditNotifications() {
  const client = useQueryClient()
  const { queryKey } = notificationsQuery
  const onSuccess = (view: NotificationsView) => client.setQueryData(queryKey, view)
  const { mutateAsync: edit } = useServerMutation({
    call: (choice: NotificationsInput) =>
      call('PATCH /api/notifications', { body: { ...choice, ...timeZone() }, keepalive: true }),
    onSuccess,
  })
  const { mutateAsync: editJob } = useServerMutation({
    call: ({ job_id, applications }: { job_id: string; applications: Pace | undefined }) => {
      const params = { jobId: job_id }
      return applications
        ? call('PUT /api/notifications/jobs/:jobId', {
            params,
            body: { applications, ...timeZone() },
            keepalive: true,
          })
        : call('DELETE /api/notifications/jobs/:jobId', { params, keepalive: true })
    },
    onSuccess,
  })
  /** Those that differ from what the cache has. */
  const editJobs = async (jobs: JobPaces) => {
    const before = client.getQueryData(queryKey)?.jobs ?? []
    for (const { job_id } of before) {
      if (!jobs.some((job) => job.job_id === job_id)) {
        await editJob({ job_id, applications: undefined })
      }
    }
    for (const { job_id, applications } of jobs) {
      const known = before.find((job) => job.job_id === job_id)
      if (known?.applications !== applications) await editJob({ job_id, applications })
    }
  }
  return { edit, editJobs }
}
