// The jobs' part of the address: the post in the editor, the search text, and the order of the list.
import { JOB_SEARCH_MAX, jobSorts, type JobSort } from '#domain/jobs/job-sorts.ts'
import type { JobFilter } from '#domain/jobs/jobs.ts'
import { useSearchPart } from '../shell/search-part.ts'
import { idOf, oneOf, textUpTo } from '../url-values.ts'

export type JobsSearch = {
  /** The id of the post in the editor, or 'new'. */
  job?: string
  /** The post that a new one copies. */
  copy?: string
  jq?: string
  jsort?: JobSort
}

export const NEW = 'new'

/** The values of the address, without defaults and without invalid ones. */
export function jobsSearch(search: Record<string, unknown>): JobsSearch {
  const job = search.job === NEW ? NEW : idOf(search.job)
  const copy = job === NEW ? idOf(search.copy) : undefined
  const q = textUpTo(JOB_SEARCH_MAX, search.jq)
  const sort = oneOf(jobSorts, search.jsort) ?? '-created'
  return {
    ...(job ? { job } : {}),
    ...(copy ? { copy } : {}),
    ...(q ? { jq: q } : {}),
    ...(sort === '-created' ? {} : { jsort: sort }),
  }
}

export type JobsUrl = ReturnType<typeof useJobsUrl>

export function useJobsUrl() {
  const { part, change, open, close } = useSearchPart(jobsSearch)
  const { job, copy, jq, jsort = '-created' } = part
  const filter: JobFilter = { q: jq, sort: jsort }
  return {
    job,
    copy,
    filter,
    change: (changes: Partial<JobFilter>) => {
      const { q, sort } = { ...filter, ...changes }
      change({ jq: q, jsort: sort === '-created' ? undefined : sort })
    },
    open: (id: string) => open({ job: id, copy: undefined }),
    duplicate: (id: string) => open({ job: NEW, copy: id }),
    close: () => close({ job: undefined, copy: undefined }),
  }
}
