// Incidents: queries, mutations and their toasts.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type {
  AuthorityNotifiedInput,
  BreachEditInput,
  BreachView,
} from '#domain/incidents/breaches.ts'
import type {
  IncidentInput,
  IncidentRow,
  IncidentStatus,
  IncidentTab,
} from '#domain/incidents/incidents.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'

export const incidentsKey = ['incidents'] as const

export const incidentsQuery = (itab: IncidentTab) =>
  infiniteQueryOptions({
    queryKey: [...incidentsKey, 'list', itab],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/incidents', { query: { itab, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 30_000,
  })

const SENDING_MS = 2000
const isSending = (breach: BreachView | null | undefined) =>
  !!breach?.confirmed_at && !breach.finished_at

export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: [...incidentsKey, 'one', id],
    queryFn: ({ signal }) =>
      call('GET /api/incidents/:incidentId', { params: { incidentId: id }, signal }),
    staleTime: 30_000,
    // While notices are being sent, their progress is polled.
    refetchInterval: ({ state }) => (isSending(state.data?.breach) ? SENDING_MS : false),
  })

export const previewQuery = (id: string) =>
  queryOptions({
    queryKey: [...incidentsKey, 'preview', id],
    queryFn: ({ signal }) =>
      call('GET /api/incidents/:incidentId/breach/preview', { params: { incidentId: id }, signal }),
    staleTime: 0,
  })

/** A refusal is followed by its reason; for any other failure the text is enough. */
const withRefusal = (text: string) => (error: Error) => {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return { text, ...(isRefused && { detail: reasonOf(error) }) }
}

export const useReportIncident = () =>
  useServerMutation({
    call: (input: Partial<IncidentInput>) =>
      call('POST /api/rpc/create_security_incident', { body: input }),
    done: t('success.incidentCreated'),
    failed: withRefusal(t('incidents.createFailed')),
    invalidates: [incidentsKey],
  })

export const useAdvanceIncident = () =>
  useServerMutation({
    call: ({ incident, to }: { incident: Pick<IncidentRow, 'id'>; to: IncidentStatus }) =>
      call('PATCH /api/incidents/:incidentId/status', {
        params: { incidentId: incident.id },
        body: { status: to },
      }),
    done: t('success.incidentUpdated'),
    failed: withRefusal(t('incidents.updateFailed')),
    invalidates: [incidentsKey],
  })

export const useWithdrawIncident = (id: string) =>
  useServerMutation({
    call: (reason: string) =>
      call('POST /api/incidents/:incidentId/withdraw', {
        params: { incidentId: id },
        body: { reason },
      }),
    done: t('incidents.withdrawn'),
    failed: withRefusal(t('incidents.withdrawFailed')),
    invalidates: [incidentsKey],
  })

export const useAssignIncident = (id: string) =>
  useServerMutation({
    call: (assigned_to: string | null) =>
      call('PATCH /api/incidents/:incidentId/assigned', {
        params: { incidentId: id },
        body: { assigned_to },
      }),
    done: t('success.incidentAssigned'),
    failed: withRefusal(t('incidents.assignFailed')),
    invalidates: [incidentsKey],
  })

export const useEditBreach = (id: string) =>
  useServerMutation({
    call: (changes: BreachEditInput) =>
      call('PATCH /api/incidents/:incidentId/breach', {
        params: { incidentId: id },
        body: changes,
      }),
    failed: withRefusal(t('breach.saveFailed')),
    invalidates: [incidentsKey],
  })

export const useMarkAuthorityNotified = (id: string) =>
  useServerMutation({
    call: (input: AuthorityNotifiedInput) =>
      call('POST /api/incidents/:incidentId/breach/authority-told', {
        params: { incidentId: id },
        body: input,
      }),
    done: t('breach.told'),
    failed: withRefusal(t('breach.toldFailed')),
    invalidates: [incidentsKey],
  })

export const useSendNotices = (id: string) =>
  useServerMutation({
    call: (people: number) =>
      call('POST /api/incidents/:incidentId/breach/send', {
        params: { incidentId: id },
        body: { people },
      }),
    done: (_answer, people) => t('breach.sending', { count: people }),
    failed: withRefusal(t('breach.sendFailed')),
    invalidates: [incidentsKey],
  })
