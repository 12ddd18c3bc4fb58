// Job Post Management: the list, and the dialogs that create, edit and delete.
import { useEffect, useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { JobPostRow } from '#domain/jobs.ts'
import { messages } from '#domain/messages.ts'
import { jobsQuery } from '../queries.ts'
import { memberOf, useSession } from '../shell/session.tsx'
import { Button } from '../ui/button.tsx'
import { count, counted } from '../ui/dates.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Clipboard } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Problem } from '../ui/problem.tsx'
import { sayProblem, takeBack } from '../ui/toast.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { JobEditor } from './job-editor.tsx'
import { JobTable } from './job-table.tsx'
import { useDeleteJob } from './jobs-api.ts'
import { NEW, useJobsUrl } from './jobs-url.ts'

/** On the overview the list starts short; everything else is the same. */
const FIRST_ROWS = 10
const FETCH_PROBLEM = 'jobs-fetch'

export function JobsSection({ overview = false }: { overview?: boolean }) {
  const heading = useId()
  const url = useJobsUrl()
  const jobs = useQuery(jobsQuery)
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  const [deleting, setDeleting] = useState<JobPostRow | null>(null)
  const [all, setAll] = useState(!overview)
  const total = jobs.data?.length ?? 0
  const rows = all ? (jobs.data ?? []) : (jobs.data ?? []).slice(0, FIRST_ROWS)
  const edited = url.job === NEW ? null : jobs.data?.find(({ id }) => id === url.job)
  // Waits for the list: an editor that opens empty and fills later would lose what was typed.
  const editorOpen = url.job === NEW ? isOwner : edited !== undefined
  useFetchProblem(jobs.isError)

  const create = (
    <Button kind="primary" onClick={() => url.open(NEW)}>
      <Plus size={16} strokeWidth={1.75} className="-ms-0.5" aria-hidden="true" />
      Create Job Post
    </Button>
  )
  const Title = overview ? 'h2' : 'h1'

  return (
    <section aria-labelledby={heading}>
      <div className="mb-4 flex min-h-9 flex-wrap items-center gap-2">
        <Title
          id={heading}
          className={`me-auto font-semibold ${overview ? 'text-section' : 'text-page'}`}
        >
          Job Post Management
        </Title>
        <div className="flex gap-2 max-md:order-last max-md:w-full">
          <Button inactive={jobs.isFetching} onClick={() => void jobs.refetch()}>
            Refresh
          </Button>
          {isOwner && total > 0 && create}
        </div>
        {overview && (
          <Link to="/admin/jobs" className="ms-3 text-label font-medium text-link max-md:ms-0">
            Open full view
          </Link>
        )}
      </div>
      <div className="ledger">
        {jobs.isPending && <SkeletonRows rows={4} label="Loading job posts" />}
        {jobs.error && !jobs.data && (
          <Problem
            className="m-4"
            text={messages['dashboard.jobsFetchFailed']}
            onRetry={() => void jobs.refetch()}
          />
        )}
        {jobs.data && total === 0 && (
          <EmptyState
            drawing={<Clipboard />}
            title="No job posts found. Sync with Shopify to get started."
          >
            {isOwner && create}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <JobTable jobs={rows} onEdit={(job) => url.open(job.id)} onDelete={setDeleting} />
        )}
        {rows.length < total && (
          <div className="flex min-h-[52px] items-center justify-between gap-3 border-t border-line py-2 ps-4 pe-3 text-label text-ink-2 tabular-nums">
            {count(rows.length)} of {count(total)}
            <Button size="small" onClick={() => setAll(true)}>
              Load more
            </Button>
          </div>
        )}
      </div>
      {editorOpen && <JobEditor key={url.job} job={edited ?? null} onClose={url.close} />}
      {deleting && <DeleteJob job={deleting} onClose={() => setDeleting(null)} />}
    </section>
  )
}

function DeleteJob({ job, onClose }: { job: JobPostRow; onClose: () => void }) {
  const remove = useDeleteJob()
  const kept = job.applicants_count
  return (
    <ConfirmDialog
      title="Delete job post"
      question={`Are you sure you want to delete "${job.title}"? This action cannot be undone.`}
      more={
        kept > 0
          ? `${counted(kept, 'applicant')} ${kept === 1 ? 'keeps' : 'keep'} their place in the list, without the job.`
          : undefined
      }
      confirm="Delete"
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(job.id, { onSettled: onClose })}
    />
  )
}

/** The alert stands in the list; the toast says it once for those who look elsewhere. */
function useFetchProblem(failed: boolean): void {
  useEffect(() => {
    if (!failed) return
    sayProblem(messages['dashboard.jobsFetchFailed'], undefined, FETCH_PROBLEM)
    return () => takeBack(FETCH_PROBLEM)
  }, [failed])
}
