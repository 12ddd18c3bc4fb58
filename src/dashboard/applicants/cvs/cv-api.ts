// A CV from the server: the file behind its link of 60 seconds, and its text.
import { queryOptions } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { ApiError, call } from '../../api.ts'

/** While the server is still extracting the text. */
const ASK_AGAIN_MS = 2000

/** The sentence of docs/specification.md §8 for a failure. */
export function cvProblem(error: unknown): string {
  if (!(error instanceof ApiError)) return t('dashboard.cvOpenFailed')
  if (error.code === 'applicant.missing') return t('applicant.missing')
  return isKnownRefusal(error) ? error.message : t('dashboard.cvLinkFailed')
}

/** Why it cannot be opened, in the server's own words. */
export const isKnownRefusal = (error: ApiError): boolean =>
  ['dashboard.cvMissing', 'dashboard.cvUnchecked', 'dashboard.cvInfected'].includes(error.code)

async function fetchCv(id: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  // A new link each time: the last one may have expired.
  const { url } = await call('POST /api/applicants/:applicantId/cv-link', {
    params: { applicantId: id },
    signal,
  })
  // Behind a proxy the server may know another origin than the page's; the path is the same.
  const { pathname, search } = new URL(url, location.href)
  const response = await fetch(pathname + search, { signal })
  if (response.status === 404) {
    throw new ApiError('dashboard.cvMissing', t('dashboard.cvMissing'), 404)
  }
  if (!response.ok) {
    throw new ApiError('dashboard.cvLinkFailed', t('dashboard.cvLinkFailed'), response.status)
  }
  return new Uint8Array(await response.arrayBuffer())
}

// Live events do not invalidate its key: a CV does not change, and each opening is recorded.
export const cvFileQuery = (id: string) =>
  queryOptions({
    queryKey: ['cv', 'file', id],
    queryFn: ({ signal }) => fetchCv(id, signal),
    staleTime: Infinity,
    // Ten of these may be 100 MB.
    gcTime: 60_000,
    retry: false,
  })

export const cvTextQuery = (id: string) =>
  queryOptions({
    queryKey: ['cv', 'text', id],
    queryFn: ({ signal }) =>
      call('POST /api/applicants/:applicantId/cv-text', { params: { applicantId: id }, signal }),
    staleTime: ({ state: { data } }) => (data?.state === 'waiting' ? 0 : Infinity),
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? ASK_AGAIN_MS : false),
    retry: false,
  })
