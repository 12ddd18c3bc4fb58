// A CV as it comes from the server: the file behind its link of 60 seconds, and its text.
import { queryOptions } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { ApiError, call } from '../../api.ts'

/** While the server is still taking the text out. */
const ASK_AGAIN_MS = 2000

/** Which sentence of docs/specification.md §8 a failure is. */
export function cvProblem(error: unknown): string {
  if (!(error instanceof ApiError)) return t('dashboard.cvOpenFailed')
  if (error.code === 'applicant.missing') return t('applicant.missing')
  return isSaid(error) ? error.message : t('dashboard.cvLinkFailed')
}

/** Why it is not given out, in the server's own words. */
export const isSaid = (error: ApiError): boolean =>
  ['dashboard.cvMissing', 'dashboard.cvUnchecked', 'dashboard.cvInfected'].includes(error.code)

async function fetchCv(id: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  // A link of its own each time: the last one may have ended.
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

// Its key is not among those that live events invalidate: a CV does not change, and each reading is recorded.
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
