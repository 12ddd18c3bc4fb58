// The jobs' part of the address: which post is open in the editor, what is searched for, and the order of the list.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { JOB_SEARCH_MAX, jobSorts, type JobFilter, type JobSort } from '#domain/jobs/jobs.ts'
import { oneOf, textUpTo } from '../url-values.ts'

export type JobsSearch = {
  /** The id of the post in the editor, or 'new'. */
  job?: string
  /** What a new post starts as a copy of. */
  copy?: string
  jq?: string
  jsort?: JobSort
}

export const NEW = 'new'

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f-]{8,64}$/i.test(value)

/** What the address says, without defaults and without what means nothing. */
export function jobsSearch(search: Record<string, unknown>): JobsSearch {
  const { job, copy } = search
  const q = textUpTo(JOB_SEARCH_MAX, search.jq)
  const sort = oneOf(jobSorts, search.jsort) ?? '-created'
  return {
    ...(job === NEW || isId(job) ? { job } : {}),
    ...(job === NEW && isId(copy) ? { copy } : {}),
    ...(q ? { jq: q } : {}),
    ...(sort === '-created' ? {} : { jsort: sort }),
  }
}

export type JobsUrl = {
  job: string | undefined
  copy: string | undefined
  filter: JobFilter
  change: (filter: Partial<JobFilter>) => void
  open: (id: string) => void
  duplicate: (id: string) => void
  close: () => void
}

export function useJobsUrl(): JobsUrl {
  const { job, copy, jq, jsort = '-created' } = jobsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const router = useRouter()
  const go = (changes: JobsSearch, options: { replace: boolean; pushed?: boolean }) =>
    void navigate({
      to: '.',
      // Other sections keep their part of the address.
      search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
      replace: options.replace,
      resetScroll: false,
      state: (before) =>
        options.pushed === undefined ? before : { ...before, panelPushed: options.pushed },
    })
  const filter: JobFilter = { q: jq, sort: jsort }
  return {
    job,
    copy,
    filter,
    change: (changes) => {
      const { q, sort } = { ...filter, ...changes }
      go({ jq: q, jsort: sort === '-created' ? undefined : sort }, { replace: true })
    },
    open: (id) => go({ job: id, copy: undefined }, { replace: false, pushed: true }),
    duplicate: (id) => go({ job: NEW, copy: id }, { replace: false, pushed: true }),
    close: () => {
      if (router.state.location.state.panelPushed) router.history.back()
      else go({ job: undefined, copy: undefined }, { replace: true, pushed: false })
    },
  }
}
