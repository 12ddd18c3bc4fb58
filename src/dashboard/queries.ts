// Queries that several feature folders use, with caching and retries.
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import type { SessionView } from '#domain/accounts/accounts.ts'
import type { ApplicantFilter } from '#domain/applicants/applicants.ts'
import type { TextCode } from '#domain/texts/text.ts'
import { ApiError, call } from './api.ts'
import { keepShownStore } from './ui/store-admin/chosen-store.ts'
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

/** Removes everything that a person was shown, for the next one at this device. */
export const forgetAnswers = (client: QueryClient): void =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })

/** The key of all queries about jobs, to invalidate them after a change. */
export const jobsKey = ['jobs'] as const

/** All jobs by title: for filters and counts. The feature folder of jobs reads the list itself in pages. */
export const jobsQuery = queryOptions({
  queryKey: [...jobsKey, 'titles'],
  queryFn: async ({ signal }) => {
    const { jobs } = await call('GET /api/jobs/titles', { signal })
    return jobs
  },
  staleTime: 30_000,
})

/** For a query that is never repeated automatically: its answer is valid for one use. */
export const askedOnce = { retry: false, staleTime: Infinity, gcTime: Infinity } as const

/** `reason`: why an installation failed. */
export type Entered = { go: string; is_top: boolean; reason?: TextCode }

/** The redirect of a visit to `/`. The query is sent unchanged, because all of it is signed. */
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

/** The organization's store that this tab works on: its name and state. */
export const storeQuery = queryOptions({
  queryKey: ['store', 'connected'],
  queryFn: async ({ signal }) => keepShownStore(await call('GET /api/store', { signal })),
  staleTime: 30_000,
})

/** The texts of mails to applicants, and their settings. */
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

/** The key of everything cached about the register of requests. */
export const rightsKey = ['rights'] as const

export const requestCountsQuery = queryOptions({
  queryKey: [...rightsKey, 'counts'],
  queryFn: ({ signal }) => call('GET /api/rights/counts', { signal }),
  staleTime: 30_000,
})

export type CountedFilter = Omit<ApplicantFilter, 'tab'>

export const applicantCountsQuery = (filter: CountedFilter = {}) =>
  queryOptions({
    queryKey: ['applicants', 'counts', filter],
    queryFn: ({ signal }) => call('GET /api/applicants/counts', { query: filter, signal }),
    staleTime: 30_000,
    // A changed filter keeps the old numbers on the tabs until the new ones are loaded.
    placeholderData: (before) => before,
  })

/** Critical incidents that are not closed, and breaches not yet reported to the authority. */
export const urgentIncidentsQuery = queryOptions({
  queryKey: ['incidents', 'urgent'],
  queryFn: async ({ signal }) => {
    const { incidents } = await call('GET /api/incidents/urgent', { signal })
    return incidents
  },
  staleTime: 30_000,
})

/** The scheduled deletion: what it is about to delete. */
export const retentionQuery = queryOptions({
  queryKey: ['retention', 'view'],
  queryFn: ({ signal }) => call('GET /api/retention', { signal }),
  staleTime: 5 * 60_000,
})

/** The key of everything cached about applicants. */
export const applicantsKey = ['applicants'] as const
export const invalidateApplicants = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: applicantsKey })

const LOOK_AGAIN_MS = 10_000

/** Scheduled mails to applicants, which can still be cancelled. */
export const waitingMailsQuery = queryOptions({
  queryKey: ['applicants', 'mails'],
  queryFn: ({ signal }) => call('GET /api/applicants/mails', { signal }),
  // An event announces each change.
  staleTime: LOOK_AGAIN_MS,
  // Waiting mails are sent, or cancelled by other members.
  refetchInterval: ({ state }) => (state.data?.waiting.length ? LOOK_AGAIN_MS : false),
})

/** An owner has made a decision about this person that the client does not know yet. */
const isOutdated = (error: ApiError) =>
  error.code === 'organization.none' ||
  error.code === 'organization.pending' ||
  error.code === 'organization.ownerRequired'

/** Temporary: no answer, or a server error. A refusal is not retried. */
const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

export function createQueryClient(retries = RETRIES): QueryClient {
  // A session that ended on the server ends here too: the gates then redirect to the sign-in page.
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
      // Also without a network: fails at once with a toast, instead of waiting for a connection invisibly.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
