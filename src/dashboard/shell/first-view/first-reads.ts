// Requests the data around every section at once, in one request, while the screen's modules are still loading.
import type { QueryClient } from '@tanstack/react-query'
import type { LayoutView } from '#domain/layout.ts'
import { call } from '../../api.ts'
import { chosenStore, keepShownStore } from '../../ui/store-admin/chosen-store.ts'
import { takeFirstAnswer } from './first-answers.ts'
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
} from '../../queries.ts'

/** Of an answer that is there: then the first render has everything. */
export function keepFrame(client: QueryClient, layout: LayoutView): LayoutView['session'] {
  const { session, sections, notices } = layout
  client.setQueryData(sessionQuery.queryKey, session)
  if (sections) {
    client.setQueryData(applicantCountsQuery().queryKey, sections.applicants)
    client.setQueryData(jobsQuery.queryKey, sections.jobs)
    client.setQueryData(incidentCountsQuery.queryKey, sections.incidents)
    client.setQueryData(requestCountsQuery.queryKey, sections.requests)
    // The document was written without knowing which of several stores this tab works on.
    const isOther = sections.store.choices.length > 0 && chosenStore() !== null
    if (!isOther) client.setQueryData(storeQuery.queryKey, keepShownStore(sections.store))
    client.setQueryData(waitingMailsQuery.queryKey, { waiting: sections.waiting_mails })
  }
  if (notices) {
    client.setQueryData(urgentIncidentsQuery.queryKey, notices.incidents)
    client.setQueryData(retentionQuery.queryKey, notices.retention)
  }
  return session
}

/** `isAsked`: also where the document does not have it. Nothing is rendered before the session is known, and the rest comes with it, so no screen requests it again. */
export function readFrameFirst(client: QueryClient, isAsked = true): void {
  const layout = takeFirstAnswer('layout')
  if (layout) keepFrame(client, layout)
  if (layout || !isAsked) return
  void client.prefetchQuery({
    ...sessionQuery,
    queryFn: async ({ signal }) => keepFrame(client, await call('GET /api/frame', { signal })),
  })
}
