// Incidents: what is read, what is changed, and the sentence each change ends with.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { AuthorityToldInput, BreachEditInput, BreachView } from '#domain/incidents/breaches.ts'
import type {
  IncidentInput,
  IncidentRow,
  IncidentStatus,
  IncidentTab,
} from '#domain/incidents/incidents.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf } from '../api.ts'
import { toastSuccess, toastError } from '../ui/popups/toast.tsx'

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
    // While notices leave, how far they are is read again.
    refetchInterval: ({ state }) => (isSending(state.data?.breach) ? SENDING_MS : false),
  })

export const previewQuery = (id: string) =>
  queryOptions({
    queryKey: [...incidentsKey, 'preview', id],
    queryFn: ({ signal }) =>
      call('GET /api/incidents/:incidentId/breach/preview', { params: { incidentId: id }, signal }),
    staleTime: 0,
  })

/** A refusal explains itself; anything else is said by the screen's own sentence alone. */
const failed = (sentence: string) => (error: unknown) =>
  toastError(
    sentence,
    error instanceof ApiError && error.status >= 400 && error.status < 500
      ? reasonOf(error)
      : undefined,
  )

function useChange<Values, Answer>(
  change: (values: Values) => Promise<Answer>,
  say: { done?: string; failed: string },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      if (say.done) toastSuccess(say.done)
    },
    onError: failed(say.failed),
    onSettled: () => client.invalidateQueries({ queryKey: incidentsKey }),
  })
}

export const useReportIncident = () =>
  useChange(
    (input: Partial<IncidentInput>) =>
      call('POST /api/rpc/create_security_incident', { body: input }),
    { done: t('success.incidentCreated'), failed: t('incidents.createFailed') },
  )

export const useAdvanceIncident = () =>
  useChange(
    ({ incident, to }: { incident: Pick<IncidentRow, 'id'>; to: IncidentStatus }) =>
      call('PATCH /api/incidents/:incidentId/status', {
        params: { incidentId: incident.id },
        body: { status: to },
      }),
    { done: t('success.incidentUpdated'), failed: t('incidents.updateFailed') },
  )

export const useWithdrawIncident = (id: string) =>
  useChange(
    (reason: string) =>
      call('POST /api/incidents/:incidentId/withdraw', {
        params: { incidentId: id },
        body: { reason },
      }),
    { done: t('incidents.withdrawn'), failed: t('incidents.withdrawFailed') },
  )

export const useAssignIncident = (id: string) =>
  useChange(
    (assigned_to: string | null) =>
      call('PATCH /api/incidents/:incidentId/assigned', {
        params: { incidentId: id },
        body: { assigned_to },
      }),
    { done: t('success.incidentAssigned'), failed: t('incidents.assignFailed') },
  )

export const useEditBreach = (id: string) =>
  useChange(
    (changes: BreachEditInput) =>
      call('PATCH /api/incidents/:incidentId/breach', {
        params: { incidentId: id },
        body: changes,
      }),
    { failed: t('breach.saveFailed') },
  )

export const useMarkAuthorityTold = (id: string) =>
  useChange(
    (told: AuthorityToldInput) =>
      call('POST /api/incidents/:incidentId/breach/authority-told', {
        params: { incidentId: id },
        body: told,
      }),
    { done: t('breach.told'), failed: t('breach.toldFailed') },
  )

export const useSendNotices = (id: string) =>
  useChange(
    (people: number) =>
      call('POST /api/incidents/:incidentId/breach/send', {
        params: { incidentId: id },
        body: { people },
      }),
    { failed: t('breach.sendFailed') },
  )
