// What more than one room reads from the server, and how reads are kept and repeated.
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import type { SessionView } from '#domain/accounts/accounts.ts'
import type { ApplicantFilter } from '#domain/applicants/applicants.ts'
import type { TextCode } from '#domain/texts/text.ts'
import { ApiError, call } from './api.ts'
import { toastFailureOf, toastSuccessOf } from './server-mutation.ts'

const RETRIES = 3
const RETRY_BASE_MS = 200
const UNUSED_KEPT_MS = 5 * 60_000

export const signedOut: SessionView = { user: null, profile: null, organization: null }

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call('GET /api/session', { signal }),
  staleTime: 60_000,
})

/** Everything that is read of jobs, for whoever has changed one. */
export const jobsKey = ['jobs'] as const

/** Every job by its name: for filters and counts. The list itself is read in pages, by the jobs' own room. */
export const jobsQuery = queryOptions({
  queryKey: [...jobsKey, 'titles'],
  queryFn: async ({ signal }) => {
    const { jobs } = await call('GET /api/jobs/titles', { signal })
    return jobs
  },
  staleTime: 30_000,
})

/** For a query that is never repeated by itself: what it brings is good for one use. */
export const askedOnce = { retry: false, staleTime: Infinity, gcTime: Infinity } as const

/** `reason`: why an installation failed. */
export type Entered = { go: string; is_top: boolean; reason?: TextCode }

/** Where a visit to `/` goes. The query is sent as it came, because all of it is signed. */
export const enterQuery = (search: string) =>
  queryOptions({
    queryKey: ['store', 'enter', search],
    queryFn: () =>
      call('POST /api/store/enter', {
        body: {
          query: Object.fromEntries(new URLSearchParams(search)),
          is_framed: window.self !== window.top,
          referrer: document.referrer,
        },
      }),
    ...askedOnce,
  })

/** The organization's store: its name and state. */
export const storeQuery = queryOptions({
  queryKey: ['store', 'connected'],
  queryFn: ({ signal }) => call('GET /api/store', { signal }),
  staleTime: 30_000,
})

/** The texts of mails to applicants, and whether and from whom they go. */
export const mailTemplatesQuery = queryOptions({
  queryKey: ['mail-templates'],
  queryFn: ({ signal }) => call('GET /api/mail-templates', { signal }),
})

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => call('GET /api/organizations/members', { signal }),
  staleTime: 30_000,
})

export const incidentCountsQuery = queryOptions({
  queryKey: ['incidents', 'counts'],
  queryFn: ({ signal }) => call('GET /api/incidents/counts', { signal }),
  staleTime: 30_000,
})

export type CountedFilter = Omit<ApplicantFilter, 'tab'>

export const applicantCountsQuery = (filter: CountedFilter = {}) =>
  queryOptions({
    queryKey: ['applicants', 'counts', filter],
    queryFn: ({ signal }) => call('GET /api/applicants/counts', { query: filter, signal }),
    staleTime: 30_000,
    // A changed filter keeps the old numbers on the tabs until the new ones are here.
    placeholderData: (before) => before,
  })

/** Critical incidents that are not over, and breaches whose authority was not told. */
export const urgentIncidentsQuery = queryOptions({
  queryKey: ['incidents', 'urgent'],
  queryFn: async ({ signal }) => {
    const { incidents } = await call('GET /api/incidents/urgent', { signal })
    return incidents
  },
  staleTime: 30_000,
})

/** The deletion by the clock: what it is about to do. */
export const retentionQuery = queryOptions({
  queryKey: ['retention', 'view'],
  queryFn: ({ signal }) => call('GET /api/retention', { signal }),
  staleTime: 5 * 60_000,
})

/** Everything about applicants that is in memory. */
export const applicantsKey = ['applicants'] as const
export const invalidateApplicants = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: applicantsKey })

const LOOK_AGAIN_MS = 10_000

/** Mails to applicants that wait for their minutes of grace. */
export const waitingMailsQuery = queryOptions({
  queryKey: ['applicants', 'mails'],
  queryFn: ({ signal }) => call('GET /api/applicants/mails', { signal }),
  // An event tells of each change.
  staleTime: LOOK_AGAIN_MS,
  // While something waits, it goes out or is taken back by somebody else.
  refetchInterval: ({ state }) => (state.data?.waiting.length ? LOOK_AGAIN_MS : false),
})

/** An owner has decided something about this person that the screen does not know yet. */
const isOutdated = (error: ApiError) =>
  error.code === 'organization.none' ||
  error.code === 'organization.pending' ||
  error.code === 'organization.ownerRequired'

/** Worth another try: no answer, or a server that says it is overloaded. A refusal stays a refusal. */
const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

export function createQueryClient(retries = RETRIES): QueryClient {
  // A session that ended on the server ends here too: the gates see it and lead to the sign-in page.
  const onError = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    if (error.code === 'auth.signInRequired') {
      client.setQueryData(sessionQuery.queryKey, signedOut)
    } else if (isOutdated(error)) {
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    }
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onSuccess: (answer, input, _result, { meta }) => toastSuccessOf(meta, answer, input),
      onError: (error, input, _result, { meta }) => {
        onError(error)
        toastFailureOf(meta, error, input)
      },
      onSettled: (_answer, _error, _input, _result, { meta }) =>
        Promise.all(
          (meta?.invalidates ?? []).map((queryKey) => client.invalidateQueries({ queryKey })),
        ),
    }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < retries && isPassing(error),
        retryDelay: (attempt) => RETRY_BASE_MS * 2 ** attempt,
        gcTime: UNUSED_KEPT_MS,
      },
      // Without a network too: it fails at once and is told, instead of waiting for one unseen.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
