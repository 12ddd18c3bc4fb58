// The current person's email notifications: read, and changed at once.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
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

/** This browser's time zone: a daily digest is sent in the morning there. */
const timeZone = (): { time_zone?: string } => {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone ? { time_zone: zone } : {}
}

/** A choice is shown at once, and reverted after a failure. */
function useShownAtOnce<Choice>(
  expected: (view: NotificationsView, choice: Choice) => NotificationsView,
) {
  const client = useQueryClient()
  const { queryKey } = notificationsQuery
  return {
    failed: t('notification.saveFailed'),
    onMutate: async (choice: Choice) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, expected(before, choice))
      return before
    },
    onSuccess: (view: NotificationsView) => client.setQueryData(queryKey, view),
    onError: (_error: Error, _choice: Choice, before: unknown) =>
      client.setQueryData(queryKey, before as NotificationsView | undefined),
  }
}

export const useEditNotifications = () =>
  useServerMutation({
    ...useShownAtOnce<NotificationsInput>(
      (view, { applications = view.applications, ...switches }) => ({
        ...view,
        ...switches,
        applications,
      }),
    ),
    call: (choice: NotificationsInput) =>
      call('PATCH /api/notifications', { body: { ...choice, ...timeZone() } }),
    done: (_view, { applications, waiting, undelivered }) => {
      if (applications) return t(`notification.paceSaved.${applications}`)
      return t((waiting ?? undelivered) ? 'notification.on' : 'notification.off')
    },
  })

/** `applications` undefined: the same as for all jobs again. */
export type JobChoice = { job_id: string; title: string; applications: Pace | undefined }

export const useEditJobNotifications = () =>
  useServerMutation({
    ...useShownAtOnce<JobChoice>((view, { job_id, title, applications }) => {
      const others = view.jobs.filter((job) => job.job_id !== job_id)
      const isKnown = others.length < view.jobs.length
      if (!applications) return { ...view, jobs: others }
      const changed = { job_id, title, applications }
      // In its place: a row must not move away from under the pointer.
      const jobs = isKnown
        ? view.jobs.map((job) => (job.job_id === job_id ? changed : job))
        : [...others, changed]
      return { ...view, jobs }
    }),
    call: ({ job_id, applications }: JobChoice) =>
      applications
        ? call('PUT /api/notifications/jobs/:jobId', {
            params: { jobId: job_id },
            body: { applications, ...timeZone() },
          })
        : call('DELETE /api/notifications/jobs/:jobId', { params: { jobId: job_id } }),
    done: (_view, { title, applications }) =>
      applications
        ? t(`notification.jobPaceSaved.${applications}`, { job: title })
        : t('notification.jobAsOthers', { job: title }),
  })
