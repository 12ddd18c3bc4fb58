// Requests the data around every section at once, in one request, while the screen's modules are still loading.
import type { QueryClient } from '@tanstack/react-query'
import { call } from './api.ts'
import { takeFirstAnswer } from './ui/store-admin/admin-frame.ts'
import {
  applicantCountsQuery,
  incidentCountsQuery,
  jobsQuery,
  requestCountsQuery,
  retentionQuery,
  sessionQuery,
  storeQuery,
  urgentIncidentsQuery,
  waitingMailsQuery,
} from './queries.ts'

/** Nothing is rendered before the session is known, and the rest comes with it, so no screen requests it again. */
export function readFrameFirst(client: QueryClient): void {
  void client.prefetchQuery({
    ...sessionQuery,
    queryFn: async ({ signal }) => {
      const { session, sections, notices } =
        takeFirstAnswer('layout') ?? (await call('GET /api/frame', { signal }))
      if (sections) {
        client.setQueryData(applicantCountsQuery().queryKey, sections.applicants)
        client.setQueryData(jobsQuery.queryKey, sections.jobs)
        client.setQueryData(incidentCountsQuery.queryKey, sections.incidents)
        client.setQueryData(requestCountsQuery.queryKey, sections.requests)
        client.setQueryData(storeQuery.queryKey, sections.store)
        client.setQueryData(waitingMailsQuery.queryKey, { waiting: sections.waiting_mails })
      }
      if (notices) {
        client.setQueryData(urgentIncidentsQuery.queryKey, notices.incidents)
        client.setQueryData(retentionQuery.queryKey, notices.retention)
      }
      return session
    },
  })
}
