// Applicants: what is read, what is changed, and the sentence each change ends with.
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { BatchAnswer, UndoInput } from '#domain/applicant-batches.ts'
import {
  defaultSort,
  wordForStatus,
  type ApplicantCounts,
  type ApplicantFilter,
  type ApplicantPage,
  type ApplicantProfile,
  type ApplicantRow,
  type ApplicantSort,
  type ApplicantStatus,
  type MovedApplicant,
} from '#domain/applicants.ts'
import type { CustomerView } from '#domain/customers.ts'
import { fill, messages, type MessageCode } from '#domain/messages.ts'
import { tagKey, type TagInUse } from '#domain/tags.ts'
import { ApiError, call, queryOf, reasonOf } from '../api.ts'
import { sayDone, sayProblem } from '../ui/toast.tsx'
import {
  dropApplicant,
  fullName,
  holdReads,
  listKey,
  placeApplicant,
  profileKey,
  readAnew,
  recount,
  rowOf,
  shiftCounts,
} from './applicants-cache.ts'
import { isSaid } from './cv-api.ts'
import { sayUndoable } from './undo.ts'

export const applicantsQuery = (filter: ApplicantFilter, sort: ApplicantSort) =>
  infiniteQueryOptions({
    queryKey: listKey(filter, sort),
    queryFn: ({ pageParam, signal }) =>
      call<ApplicantPage>(
        'GET',
        `/api/applicants${queryOf({
          ...filter,
          sort: sort === defaultSort(filter.q) ? null : sort,
          cursor: pageParam,
        })}`,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 30_000,
  })

/** However many fit a search text, every one is counted: for acts on all of them, and asked each time. */
export const exactCountsQuery = (conditions: Omit<ApplicantFilter, 'tab'>) =>
  queryOptions({
    queryKey: ['applicants', 'exact-counts', conditions],
    queryFn: ({ signal }) =>
      call<ApplicantCounts>(
        'GET',
        `/api/applicants/counts${queryOf({ ...conditions, exact: 'true' })}`,
        { signal },
      ),
    staleTime: 0,
    gcTime: 0,
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

/** Somebody else was quicker: the server says how things are. */
const isOutdated = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.status === 409)

/** Shows an applicant as they are now, after somebody else has changed them. */
async function showAsIs(client: QueryClient, id: string): Promise<void> {
  try {
    const profile = await client.fetchQuery({ ...profileQuery(id), staleTime: 0 })
    placeApplicant(client, rowOf(profile.applicant))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) dropApplicant(client, id)
  }
}

type Change = { row: ApplicantRow; path: 'status' | 'contacted' | 'starred'; next: ApplicantRow }

/** Shows the change at once and takes it back if the server refuses. */
function useChange(say: {
  failed: (change: Change, error: unknown) => void
  done: (change: Change, saved: ApplicantRow & Partial<MovedApplicant>) => void
}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ row, path, next }: Change) =>
      call<ApplicantRow & Partial<MovedApplicant>>('PATCH', `/api/applicants/${row.id}/${path}`, {
        // What the screen showed: if it is not so any more, the server refuses.
        body: { [path]: next[path], ...(path === 'status' ? { from: row.status } : {}) },
      }),
    onMutate: async ({ row, next }) => {
      await holdReads(client)
      placeApplicant(client, next)
      shiftCounts(client, row, next)
    },
    onError: (error, change) => {
      placeApplicant(client, change.row)
      shiftCounts(client, change.next, change.row)
      if (isOutdated(error)) void showAsIs(client, change.row.id)
      say.failed(change, error)
    },
    onSuccess: (saved, change) => {
      const { change_id: _, ...row } = saved
      placeApplicant(client, row)
      say.done(change, saved)
    },
    onSettled: (_saved, _error, { row }) =>
      Promise.all([recount(client), client.invalidateQueries({ queryKey: profileKey(row.id) })]),
  })
}

/** Moves an applicant; the toast, or Ctrl Z, takes it back. */
export function useMoveApplicant(): (row: ApplicantRow, to: ApplicantStatus) => void {
  const undo = useUndo()
  const change = useChange({
    failed: ({ next }, error) =>
      sayProblem(
        messages[
          next.status === 'rejected' ? 'dashboard.rejectFailed' : 'dashboard.statusUpdateFailed'
        ],
        isOutdated(error) ? error.message : OLD_STATE,
      ),
    done: ({ row, next }, { change_id }) => {
      const text =
        messages[next.status === 'rejected' ? 'success.rejected' : 'success.statusUpdated']
      if (!change_id) return
      sayUndoable(
        text,
        () => undo([{ change_id }], [{ before: row, after: next }]),
        next.status === 'rejected'
          ? fullName(row)
          : `${fullName(row)} · ${wordForStatus[next.status]}`,
      )
    },
  })
  return (row, to) => change.mutate({ row, path: 'status', next: { ...row, status: to } })
}

export type ShownChange = { before: ApplicantRow; after: ApplicantRow }

/** Takes changes of status back. What is known of them is shown at once; whoever was changed since is told of. */
export function useUndo(): (which: readonly UndoInput[], shown: readonly ShownChange[]) => void {
  const client = useQueryClient()
  const undo = async (which: readonly UndoInput[], shown: readonly ShownChange[]) => {
    await holdReads(client)
    for (const { before, after } of shown) {
      placeApplicant(client, before)
      shiftCounts(client, after, before)
    }
    try {
      const answers: BatchAnswer[] = []
      for (const body of which) {
        answers.push(await call<BatchAnswer>('POST', '/api/applicants/undo', { body }))
      }
      const [refused] = answers.flatMap((answer) => answer.refused)
      if (refused) sayProblem(messages['dashboard.statusUpdateFailed'], refused.message)
      else sayDone(messages['success.undone'], undefined, onlyName(shown))
    } catch (error) {
      sayProblem(messages['dashboard.statusUpdateFailed'], reasonOf(error))
    } finally {
      await readAnew(client)
    }
  }
  return (which, shown) => void undo(which, shown)
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

const onlyName = (shown: readonly ShownChange[]): string | undefined => {
  const [first, ...others] = shown
  return first && others.length === 0
    ? `${fullName(first.before)} · ${wordForStatus[first.before.status]}`
    : undefined
}

/** The same press takes it away again. */
export function useStar(): (row: ApplicantRow) => void {
  const change = useChange({
    failed: (_change, error) =>
      sayProblem(
        messages['star.saveFailed'],
        error instanceof ApiError ? error.message : undefined,
      ),
    // The row itself shows it.
    done: () => undefined,
  })
  return (row) => change.mutate({ row, path: 'starred', next: { ...row, starred: !row.starred } })
}

export const tagsQuery = queryOptions({
  queryKey: ['applicants', 'tags'],
  queryFn: async ({ signal }) =>
    (await call<{ tags: TagInUse[] }>('GET', '/api/applicants/tags', { signal })).tags,
  staleTime: 60_000,
})

type TagChange = { row: ApplicantRow; add: readonly string[]; remove: readonly string[] }

/** With the tags as they will stand, in the order the server puts them in. */
function tagged({ row, add, remove }: TagChange): ApplicantRow {
  const gone = new Set(remove.map(tagKey))
  const tags = new Map(row.tags.map((tag) => [tagKey(tag), tag]))
  for (const tag of add) if (!tags.has(tagKey(tag))) tags.set(tagKey(tag), tag)
  const left = [...tags].filter(([key]) => !gone.has(key))
  return { ...row, tags: left.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag) }
}

/** Shown at once; a tag that is removed can be put back from its toast. */
export function useTags(): {
  add: (row: ApplicantRow, tags: readonly string[]) => void
  remove: (row: ApplicantRow, tag: string) => void
} {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ row, add, remove }: TagChange) =>
      call<ApplicantRow>('PATCH', `/api/applicants/${row.id}/tags`, { body: { add, remove } }),
    onMutate: async (change) => {
      await holdReads(client)
      placeApplicant(client, tagged(change))
    },
    onError: (error, { row }) => {
      placeApplicant(client, row)
      sayProblem(messages['tag.saveFailed'], error instanceof ApiError ? error.message : undefined)
    },
    onSuccess: (saved) => placeApplicant(client, saved),
    onSettled: (_saved, _error, { row }) =>
      Promise.all([
        recount(client),
        client.invalidateQueries({ queryKey: tagsQuery.queryKey }),
        client.invalidateQueries({ queryKey: profileKey(row.id) }),
      ]),
  })
  const add = (row: ApplicantRow, tags: readonly string[]) => mutate({ row, add: tags, remove: [] })
  return {
    add,
    remove: (row, tag) => {
      mutate(
        { row, add: [], remove: [tag] },
        {
          onSuccess: (saved) =>
            sayUndoable(
              fill('success.tagRemoved', { tag }),
              () => add(saved, [tag]),
              fullName(row),
            ),
        },
      )
    },
  }
}

/** Someone leaves for good: their rows and profiles go from the screen with them. */
function useLeaving<Input>(say: {
  done: MessageCode
  failed: MessageCode
  send: (input: Input) => Promise<unknown>
  who: (input: Input) => string
}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: say.send,
    onError: (error) => sayProblem(messages[say.failed], reasonOf(error)),
    onSuccess: async (_answer, input) => {
      sayDone(messages[say.done], undefined, say.who(input))
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

type Person = Pick<ApplicantRow, 'id' | 'email' | 'first_name' | 'last_name'>

export const useDeleteApplicant = () =>
  useLeaving({
    done: 'success.applicantDeleted',
    failed: 'dashboard.applicantDeleteFailed',
    send: ({ id }: Person) => call('DELETE', `/api/applicants/${id}`),
    who: fullName,
  })

export const useRemoveData = () =>
  useLeaving({
    done: 'success.dataRemoved',
    failed: 'dashboard.removalFailed',
    send: ({ id, email }: Person) =>
      call('POST', '/functions/opt-out-data', { body: { email, applicantId: id } }),
    who: fullName,
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
    const isKnown = error instanceof ApiError && isSaid(error)
    sayProblem(isKnown ? error.message : messages['dashboard.cvLinkFailed'])
  }
}
