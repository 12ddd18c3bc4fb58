// The draft of a job post while others may save the same one: their changes are merged into it.
import { useState, type Dispatch, type SetStateAction } from 'react'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { News } from './edit-conflict.tsx'
import { rebase, type Clash, type JobDraft } from './job-draft.ts'

export type MergedDraft = {
  draft: JobDraft
  setDraft: Dispatch<SetStateAction<JobDraft>>
  /** The post that the draft was begun with or last merged with. */
  base: JobPost | null
  /** What others saved meanwhile. */
  news: News | null
  /** Replaces the person's own text by the other one. */
  takeTheirs: (clash: Clash) => void
}

/** `isSaving`: the person is saving it or has just saved it, so a newer revision is their own. */
export function useMergedDraft(
  job: JobPost | null,
  start: JobDraft,
  isSaving: boolean,
): MergedDraft {
  const [draft, setDraft] = useState(start)
  const [base, setBase] = useState(job)
  const [news, setNews] = useState<News | null>(null)

  // Another person has saved it: their changes are merged before rendering. One's own save closes the dialog.
  if (job && base && job.revision > base.revision && !isSaving) {
    const joined = rebase(draft, base, job)
    setBase(job)
    setDraft(joined.draft)
    if (joined.taken.length > 0 || joined.clashes.length > 0) setNews(joined)
  }
  const takeTheirs = (clash: Clash) => {
    setDraft(clash.take)
    if (news) setNews({ ...news, clashes: news.clashes.filter((each) => each !== clash) })
  }
  return { draft, setDraft, base, news, takeTheirs }
}
