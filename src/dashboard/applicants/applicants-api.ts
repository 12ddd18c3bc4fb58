// Applicants: what is read, what is changed, and the sentence each change ends with.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import {
  canMove,
  type ApplicantFilter,
  type ApplicantPage,
  type ApplicantProfile,
  type ApplicantRow,
  type ApplicantStatus,
} from '#domain/applicants.ts'
import type { CustomerView } from '#domain/customers.ts'
import { messages, type MessageCode } from '#domain/messages.ts'
import { ApiError, call, queryOf, reasonOf } from '../api.ts'
import { sayDone, sayProblem } from '../ui/toast.tsx'
import {
  holdReads,
  listKey,
  placeApplicant,
  profileKey,
  recount,
  shiftCounts,
} from './applicants-cache.ts'

export const applicantsQuery = (filter: ApplicantFilter) =>
  infiniteQueryOptions({
    queryKey: listKey(filter),
    queryFn: ({ pageParam, signal }) =>
      call<ApplicantPage>('GET', `/api/applicants${queryOf({ ...filter, cursor: pageParam })}`, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 30_000,
  })

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: profileKey(id),
    queryFn: ({ signal }) => call<ApplicantProfile>('GET', `/api/applicants/${id}`, { signal }),
    staleTime: 30_000,
  })

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['applicants', 'customer', id],
    queryFn: ({ signal }) =>
      call<CustomerView>('GET', `/api/applicants/${id}/customer`, { signal }),
    staleTime: 5 * 60_000,
    // Each question is written down on the server, so it is not asked again by itself.
    retry: false,
  })

const OLD_STATE = 'The list shows the old status again.'

/** The server's own reason where it explains something, else what the screen did about it. */
const detailOf = (error: unknown): string =>
  error instanceof ApiError && (error.status === 404 || error.status === 409)
    ? error.message
    : OLD_STATE

type Change = { row: ApplicantRow; path: 'status' | 'contacted'; next: ApplicantRow }

/** Shows the change at once and takes it back if the server refuses. */
function useChange(say: {
  failed: (change: Change, error: unknown) => void
  done: (change: Change) => void
}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ row, path, next }: Change) =>
      call<ApplicantRow>('PATCH', `/api/applicants/${row.id}/${path}`, {
        body: { [path]: next[path] },
      }),
    onMutate: async ({ row, next }) => {
      await holdReads(client)
      placeApplicant(client, next)
      shiftCounts(client, row, next)
    },
    onError: (error, change) => {
      placeApplicant(client, change.row)
      shiftCounts(client, change.next, change.row)
      say.failed(change, error)
    },
    onSuccess: (saved, change) => {
      placeApplicant(client, saved)
      say.done(change)
    },
    onSettled: (_saved, _error, { row }) =>
      Promise.all([recount(client), client.invalidateQueries({ queryKey: profileKey(row.id) })]),
  })
}

/** Moves an applicant; the toast takes it back where a move back is allowed. */
export function useMoveApplicant(): (row: ApplicantRow, to: ApplicantStatus) => void {
  const change = useChange({
    failed: ({ next }, error) =>
      sayProblem(
        messages[
          next.status === 'rejected' ? 'dashboard.rejectFailed' : 'dashboard.statusUpdateFailed'
        ],
        detailOf(error),
      ),
    done: ({ row, next }) =>
      sayDone(
        messages[next.status === 'rejected' ? 'success.rejected' : 'success.statusUpdated'],
        canMove(next.status, row.status)
          ? { label: 'Undo', run: () => move(next, row.status) }
          : undefined,
      ),
  })
  const move = (row: ApplicantRow, to: ApplicantStatus) =>
    change.mutate({ row, path: 'status', next: { ...row, status: to } })
  return move
}

export function useMarkContacted(): (row: ApplicantRow) => void {
  const change = useChange({
    failed: (_change, error) =>
      sayProblem(
        messages['dashboard.contactedUpdateFailed'],
        error instanceof ApiError ? error.message : undefined,
      ),
    // The row itself shows it.
    done: () => undefined,
  })
  return (row) =>
    change.mutate({ row, path: 'contacted', next: { ...row, contacted: !row.contacted } })
}

/** Someone leaves for good: their rows and profiles go from the screen with them. */
function useLeaving<Input>(say: {
  done: MessageCode
  failed: MessageCode
  send: (input: Input) => Promise<unknown>
}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: say.send,
    onError: (error) => sayProblem(messages[say.failed], reasonOf(error)),
    onSuccess: async () => {
      sayDone(messages[say.done])
      // After the panel has closed: an open profile would be asked for once more.
      setTimeout(() =>
        client.removeQueries({ queryKey: ['applicants', 'profile'], type: 'inactive' }),
      )
      await Promise.all([
        client.invalidateQueries({ queryKey: ['applicants', 'list'] }),
        recount(client),
      ])
    },
  })
}

export const useDeleteApplicant = () =>
  useLeaving({
    done: 'success.applicantDeleted',
    failed: 'dashboard.applicantDeleteFailed',
    send: (id: string) => call('DELETE', `/api/applicants/${id}`),
  })

export const useRemoveData = () =>
  useLeaving({
    done: 'success.dataRemoved',
    failed: 'dashboard.removalFailed',
    send: ({ id, email }: { id: string; email: string }) =>
      call('POST', '/functions/opt-out-data', { body: { email, applicantId: id } }),
  })

/** A CV that was saved as a file leaves its tab blank; after this long nobody waits for it any more. */
const BLANK_TAB_MS = 10_000

function closeIfBlank(tab: Window): void {
  try {
    if (tab.location.href === 'about:blank') tab.close()
  } catch {
    // It shows a page of another origin: the file store's.
  }
}

/** Opens the CV in a new tab. The tab opens inside the click: later, browsers would block it. */
export async function openCv(id: string): Promise<void> {
  const tab = window.open('', '_blank')
  if (!tab) {
    sayProblem(messages['dashboard.cvOpenFailed'])
    return
  }
  tab.opener = null
  tab.document.title = 'CV'
  tab.document.body.textContent = 'Opening the CV…'
  try {
    const { url } = await call<{ url: string }>('POST', `/api/applicants/${id}/cv-link`)
    tab.location.href = url
    setTimeout(closeIfBlank, BLANK_TAB_MS, tab)
  } catch (error) {
    tab.close()
    const missing = error instanceof ApiError && error.code === 'dashboard.cvMissing'
    sayProblem(messages[missing ? 'dashboard.cvMissing' : 'dashboard.cvLinkFailed'])
  }
}
