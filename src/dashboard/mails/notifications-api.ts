// What the person at the screen is told by email: read, and changed at once.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import {
  paceLabel,
  type NotificationsInput,
  type NotificationsView,
  type Pace,
} from '#domain/mails/notifications.ts'
import { call, reasonOf } from '../api.ts'
import { toastSuccess, toastError } from '../ui/popups/toast.tsx'

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => call('GET /api/notifications', { signal }),
})

/** Where this browser is: the digest of a day leaves in the morning there. */
const timeZone = (): { time_zone?: string } => {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone ? { time_zone: zone } : {}
}

/** Shown as chosen at once, and as it was where it could not be kept. */
function useChange<Choice>(
  send: (choice: Choice) => Promise<NotificationsView>,
  expected: (view: NotificationsView, choice: Choice) => NotificationsView,
  said: (choice: Choice) => string,
) {
  const client = useQueryClient()
  const { queryKey } = notificationsQuery
  return useMutation({
    mutationFn: send,
    onMutate: async (choice) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, expected(before, choice))
      return before
    },
    onSuccess: (view, choice) => {
      client.setQueryData(queryKey, view)
      toastSuccess(said(choice))
    },
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before)
      toastError(t('notification.saveFailed'), reasonOf(error))
    },
  })
}

export const useEditNotifications = () =>
  useChange<NotificationsInput>(
    (choice) => call('PATCH /api/notifications', { body: { ...choice, ...timeZone() } }),
    (view, { applications = view.applications, ...switches }) => ({
      ...view,
      ...switches,
      applications,
    }),
    ({ applications, waiting, undelivered }) =>
      applications
        ? t('notification.paceSaved', { pace: spoken(applications) })
        : t((waiting ?? undelivered) ? 'notification.on' : 'notification.off'),
  )

/** `applications` undefined: as all others again. */
export type JobChoice = { job_id: string; title: string; applications: Pace | undefined }

export const useEditJobNotifications = () =>
  useChange<JobChoice>(
    ({ job_id, applications }) =>
      applications
        ? call('PUT /api/notifications/jobs/:jobId', {
            params: { jobId: job_id },
            body: { applications, ...timeZone() },
          })
        : call('DELETE /api/notifications/jobs/:jobId', { params: { jobId: job_id } }),
    (view, { job_id, title, applications }) => {
      const others = view.jobs.filter((job) => job.job_id !== job_id)
      const isKnown = others.length < view.jobs.length
      if (!applications) return { ...view, jobs: others }
      const changed = { job_id, title, applications }
      // In its place: a row must not leap from under the hand.
      const jobs = isKnown
        ? view.jobs.map((job) => (job.job_id === job_id ? changed : job))
        : [...others, changed]
      return { ...view, jobs }
    },
    ({ title, applications }) =>
      applications
        ? t('notification.jobPaceSaved', { job: title, pace: spoken(applications) })
        : t('notification.jobAsOthers', { job: title }),
  )

/** Inside a sentence. */
const spoken = (pace: Pace): string => paceLabel(pace).toLowerCase()
