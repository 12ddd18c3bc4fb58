// Opens the editor that the address names: for a new post, a copy, or an existing post as long as it exists.
import { Suspense, useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { ApiError, reasonOf } from '../../api.ts'
import { usePreloadWhenIdle } from '../../ui/hooks/preload-when-idle.ts'
import { toastError } from '../../ui/popups/toast.tsx'
import { copyOf, draftOf, emptyDraft } from './job-draft.ts'
import { jobQuery } from '../jobs-api.ts'
import { NEW, type JobsUrl } from '../jobs-url.ts'

const JobEditor = lazyScreen(() => import('./job-editor.tsx'), 'JobEditor')

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

type Props = { url: JobsUrl; isOwner: boolean; onCreated: (job: JobPost) => void }

export function EditedJob(props: Props) {
  usePreloadWhenIdle(JobEditor)
  return (
    <Suspense>
      <Edited {...props} />
    </Suspense>
  )
}

function Edited({ url, isOwner, onCreated }: Props) {
  const ends = { onCreated, onClose: url.close }
  if (url.job === NEW) {
    if (!isOwner) return null
    return url.copy ? (
      <CopiedJob key={url.copy} id={url.copy} {...ends} />
    ) : (
      <JobEditor job={null} start={emptyDraft} isOwner {...ends} />
    )
  }
  return url.job ? <OpenedJob key={url.job} id={url.job} isOwner={isOwner} {...ends} /> : null
}

/** The address may name a job that was deleted before it was opened; then the editor closes. */
function useOpened(id: string, onClose: () => void) {
  const job = useQuery(jobQuery(id))
  const failed = job.isError && job.data === undefined
  useEffect(() => {
    if (!failed) return
    const isMissing = isGone(job.error)
    toastError(
      t(isMissing ? 'job.missing' : 'dashboard.jobsFetchFailed'),
      isMissing ? undefined : reasonOf(job.error),
      `job ${id}`,
    )
    onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- said once, when it failed
  }, [failed])
  return job
}

type Ends = { onCreated: (job: JobPost) => void; onClose: () => void }

function OpenedJob({ id, isOwner, ...ends }: { id: string; isOwner: boolean } & Ends) {
  const client = useQueryClient()
  const { data, error } = useOpened(id, ends.onClose)
  // The next edit starts from the server's text, not from the cached one.
  useEffect(() => () => client.removeQueries({ queryKey: jobQuery(id).queryKey }), [client, id])
  return data ? (
    <JobEditor job={data} start={draftOf(data)} gone={isGone(error)} isOwner={isOwner} {...ends} />
  ) : null
}

function CopiedJob({ id, ...ends }: { id: string } & Ends) {
  const { data } = useOpened(id, ends.onClose)
  return data ? <JobEditor job={null} start={copyOf(data)} isOwner {...ends} /> : null
}
