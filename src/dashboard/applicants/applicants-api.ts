// Applicants: queries, mutations and their toasts.
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { fullName } from '#domain/full-name.ts'
import {
  defaultSort,
  type ApplicantFilter,
  type ApplicantRow,
  type ApplicantSort,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, call } from '../api.ts'
import { asFirstPage, takeFirstRead } from '../shell/first-view/first-answers.ts'
import { useServerMutation } from '../server-mutation.ts'
import { toastError } from '../ui/popups/toast.tsx'
import { make } from '../shell/unsent/queue.ts'
import { countsKey, listKey, listsKey, profileKey } from './applicants-cache.ts'
import { isKnownRefusal } from './cvs/cv-api.ts'
import type { RejectionMail } from './mails/reject-dialog.tsx'
import { undoChange } from './changes/undo-change.ts'
import { announceDecision } from './changes/decided.ts'
import { offerUndo } from './changes/undo.ts'
import { remember } from './changes/unsent-people.ts'

export const applicantsQuery = (filter: ApplicantFilter, sort: ApplicantSort) => {
  const query = { ...filter, sort: sort === defaultSort(filter.q) ? null : sort }
  return infiniteQueryOptions({
    queryKey: listKey(filter, sort),
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/applicants', { query: { ...query, cursor: pageParam }, signal }),
    initialData: () => asFirstPage(takeFirstRead('GET /api/applicants', { query })),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 30_000,
  })
}

/** The exact number, also for a search with very many hits: for actions on all of them, so never cached. */
export const exactCountsQuery = (conditions: Omit<ApplicantFilter, 'tab'>) =>
  queryOptions({
    queryKey: ['applicants', 'exact-counts', conditions],
    queryFn: ({ signal }) =>
      call('GET /api/applicants/counts', { query: { ...conditions, exact: 'true' }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: profileKey(id),
    queryFn: ({ signal }) =>
      call('GET /api/applicants/:applicantId', { params: { applicantId: id }, signal }),
    staleTime: 30_000,
  })

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['applicants', 'customer', id],
    queryFn: ({ signal }) =>
      call('GET /api/applicants/:applicantId/customer', { params: { applicantId: id }, signal }),
    staleTime: 5 * 60_000,
    // The server records each opening, so a failed request is not retried automatically.
    retry: false,
  })

/** Moves an applicant at once; the toast, or Ctrl Z, undoes it. */
export function useMoveApplicant(): (row: ApplicantRow, to: ApplicantStatus) => void {
  const client = useQueryClient()
  return (row, to) => {
    remember(client, [row])
    const made = make({ act: 'move', id: row.id, from: row.status, to })
    if (made) offerUndo(() => undoChange(client, made))
    announceDecision(row.id)
  }
}

/** Rejects one applicant, with an email some minutes later. */
export function useRejectWithMail(): (row: ApplicantRow, mail: RejectionMail) => void {
  const client = useQueryClient()
  return (row, mail) => {
    remember(client, [row])
    const seen = { [row.id]: row.status }
    const made = make({ act: 'move-many', seen, to: 'rejected', mail })
    if (made) offerUndo(() => undoChange(client, made))
    announceDecision(row.id)
  }
}

export function useMarkContacted(): (row: ApplicantRow) => void {
  const client = useQueryClient()
  return (row) => {
    remember(client, [row])
    make({ act: 'contacted', id: row.id, contacted: !row.contacted })
  }
}

/** The same button removes it again. */
export function useStar(): (row: ApplicantRow) => void {
  const client = useQueryClient()
  return (row) => {
    remember(client, [row])
    make({ act: 'starred', id: row.id, starred: !row.starred })
  }
}

export const useChooseKeepQuestion = (applicantId: string) =>
  useServerMutation({
    call: (ask: boolean | null) =>
      call('PUT /api/applicants/:applicantId/keeping', { params: { applicantId }, body: { ask } }),
    failed: () => t('retention.askFailed'),
    invalidates: [profileKey(applicantId)],
  })

export const tagsQuery = queryOptions({
  queryKey: ['applicants', 'tags'],
  queryFn: async ({ signal }) => (await call('GET /api/applicants/tags', { signal })).tags,
  staleTime: 60_000,
})

/** Every source that applicants came from, the most frequent first. */
export const sourcesInUseQuery = queryOptions({
  queryKey: ['applicants', 'sources'],
  queryFn: async ({ signal }) =>
    (await call('GET /api/overview/sources', { query: { period: 'all' }, signal })).sources.flatMap(
      ({ source }) => source ?? [],
    ),
  staleTime: 60_000,
})

/** Shown at once; a removed tag can be restored from its toast. */
export function useTags(): {
  add: (row: ApplicantRow, tags: readonly string[]) => void
  remove: (row: ApplicantRow, tag: string) => void
} {
  const client = useQueryClient()
  const change = (row: ApplicantRow, add: readonly string[], remove: readonly string[]) => {
    remember(client, [row])
    make({ act: 'tags', id: row.id, add, remove })
  }
  return {
    add: (row, tags) => change(row, tags, []),
    remove: (row, tag) => change(row, [], [tag]),
  }
}

type Person = Pick<ApplicantRow, 'id' | 'email' | 'first_name' | 'last_name'>

/**
 * For a deleted applicant: lists and counts are invalidated, and cached profiles removed. `onGone` is also called when
 * the live event comes before the answer and has already closed the dialog.
 */
function useDeletion(
  onGone: () => void,
): Pick<Parameters<typeof useServerMutation>[0], 'invalidates' | 'onSuccess'> {
  const client = useQueryClient()
  return {
    invalidates: [listsKey, countsKey],
    onSuccess: () => {
      onGone()
      // After the panel has closed: an open profile would be loaded again.
      setTimeout(() =>
        client.removeQueries({ queryKey: ['applicants', 'profile'], type: 'inactive' }),
      )
    },
  }
}

export const useDeleteApplicant = (onGone: () => void) =>
  useServerMutation({
    ...useDeletion(onGone),
    call: ({ id }: Person) =>
      call('DELETE /api/applicants/:applicantId', { params: { applicantId: id } }),
    done: (_answer, person) => ({
      text: t('success.applicantDeleted'),
      detail: fullName(person),
    }),
    failed: t('dashboard.applicantDeleteFailed'),
  })

export const useRemoveData = (onGone: () => void) =>
  useServerMutation({
    ...useDeletion(onGone),
    call: ({ id, email }: Person) =>
      call('POST /functions/opt-out-data', { body: { email, applicantId: id } }),
    done: (_answer, person) => ({ text: t('success.dataRemoved'), detail: fullName(person) }),
    failed: t('dashboard.removalFailed'),
  })

/** A CV that the browser saves as a file leaves its tab blank; after this time the tab is closed. */
const BLANK_TAB_MS = 10_000

function closeIfBlank(tab: Window): void {
  try {
    if (tab.location.href === 'about:blank') tab.close()
  } catch {
    // It shows a page of another origin: the file storage's.
  }
}

/** Opens the CV in a new tab. The tab opens inside the click: later, browsers would block it. */
export async function openCv(id: string): Promise<void> {
  const tab = window.open('', '_blank')
  if (!tab) {
    toastError(t('dashboard.cvOpenFailed'))
    return
  }
  tab.opener = null
  tab.document.title = t('cv.title')
  tab.document.body.textContent = t('cv.opening')
  try {
    const { url } = await call('POST /api/applicants/:applicantId/cv-link', {
      params: { applicantId: id },
    })
    tab.location.href = url
    setTimeout(closeIfBlank, BLANK_TAB_MS, tab)
  } catch (error) {
    tab.close()
    const isKnown = error instanceof ApiError && isKnownRefusal(error)
    toastError(isKnown ? error.message : t('dashboard.cvLinkFailed'))
  }
}
