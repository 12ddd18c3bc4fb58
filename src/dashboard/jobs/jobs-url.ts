// The jobs' part of the address: which post is open in the editor.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'

export type JobsSearch = { job?: string }

export const NEW = 'new'

export function jobsSearch(search: Record<string, unknown>): JobsSearch {
  const { job } = search
  return typeof job === 'string' && /^(?:new|[\da-f-]{8,64})$/i.test(job) ? { job } : {}
}

export function useJobsUrl() {
  const { job } = jobsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const router = useRouter()
  const go = (next: string | undefined, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, job: next }),
      replace,
      resetScroll: false,
      state: (before) => ({ ...before, panelPushed: !replace }),
    })
  return {
    job,
    open: (id: string) => go(id, false),
    close: () => {
      if (router.state.location.state.panelPushed) router.history.back()
      else go(undefined, true)
    },
  }
}
