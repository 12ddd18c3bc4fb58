// Job Post Management: the list, and the dialogs that create, edit, share and delete.
import { Suspense, useId, useState } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { firstLanguage } from '#domain/jobs/job-texts.ts'
import type { JobPost, JobPostRow } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { PRODUCTS_SCOPE } from '#domain/store/store.ts'
import { numberText } from '#domain/texts/formats.ts'
import { lazyScreen } from '../shell/lazy-screen.ts'
import { ApiError } from '../api.ts'
import { GivePermission, waitsFor } from '../shell/store/give-permission.tsx'
import { jobsKey } from '../queries.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { useStore } from '../shell/store/use-store.ts'
import { Button } from '../ui/button.tsx'

import { ConfirmDialog } from '../ui/popups/dialog.tsx'
import { Clipboard } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Problem } from '../ui/problem.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { EditedJob } from './editor/edited-job.tsx'
import { JobTable } from './job-table.tsx'
import { jobPagesQuery, useActivateJob, useDeleteJob, useSyncJobs } from './jobs-api.ts'
import { NEW, useJobsUrl } from './jobs-url.ts'
import { useFetchProblem } from '../ui/list/fetch-problem.ts'
import { useIsSecondRender } from '../ui/hooks/second-render.ts'
import { SearchField } from '../ui/list/search-field.tsx'
import { SectionHead } from '../ui/list/section-head.tsx'
import { ListFoot } from '../ui/list/table.tsx'

const CreatedJob = lazyScreen(() => import('./created-job.tsx'), 'CreatedJob')
const JobLanguages = lazyScreen(() => import('./job-languages.tsx'), 'JobLanguages')
const ShareJob = lazyScreen(() => import('./share-job.tsx'), 'ShareJob')

/** On the overview the list starts short; everything else is the same. */
const FIRST_ROWS = 10
/** On a phone the button to create is above the others, in a line of its own. */
const first = 'max-md:order-first max-md:w-full'

export function JobsSection({ overview = false }: { overview?: boolean }) {
  const heading = useId()
  const url = useJobsUrl()
  const client = useQueryClient()
  const jobs = useInfiniteQuery(jobPagesQuery(url.filter))
  const member = memberOf(useSession())
  const isOwner = member?.profile.role === 'organization_owner'
  const activate = useActivateJob()
  const sync = useSyncJobs()
  const { data: store } = useStore()
  const isClosed = store?.missing_scopes.includes(PRODUCTS_SCOPE) ?? false
  const [deleting, setDeleting] = useState<JobPostRow | null>(null)
  const [sharing, setSharing] = useState<JobPost | null>(null)
  const [translating, setTranslating] = useState<JobPost | null>(null)
  const [created, setCreated] = useState<JobPost | null>(null)
  const [all, setAll] = useState(!overview)
  const loaded = jobs.data?.pages.flatMap((page) => page.jobs) ?? []
  const total = jobs.data?.pages[0]?.total ?? 0
  const rows = all ? loaded : loaded.slice(0, FIRST_ROWS)
  const isListDrawn = useIsSecondRender() || overview
  const isSearched = url.filter.q !== undefined
  useFetchProblem('jobs-fetch', jobs.error && fetchProblem(jobs.error))

  const create = (
    <Button kind="primary" className={first} onClick={() => url.open(NEW)}>
      <Plus size={16} className="-ms-0.5" />
      {t('job.create')}
    </Button>
  )
  const syncing = (
    <Button
      className="max-md:flex-1"
      inactive={sync.isPending || isClosed}
      why={isClosed ? waitsFor(PRODUCTS_SCOPE) : undefined}
      onClick={() => sync.mutate()}
    >
      {sync.isPending ? t('store.syncing') : t('job.sync')}
    </Button>
  )

  return (
    <section aria-labelledby={heading}>
      <SectionHead
        id={heading}
        title={t('job.listTitle')}
        to="/admin/jobs"
        overview={overview}
        className="justify-end"
      >
        {(total > 0 || isSearched) && (
          <SearchField
            name={t('job.search')}
            q={url.filter.q}
            onSearch={(q) => url.change({ q })}
            className="flex-[0_1_220px]"
          />
        )}
        <div className="flex flex-wrap gap-2 max-md:order-last max-md:w-full">
          <Button
            className="max-md:flex-1"
            inactive={jobs.isFetching}
            onClick={() => void client.invalidateQueries({ queryKey: jobsKey })}
          >
            {t('action.refresh')}
          </Button>
          {(total > 0 || isSearched) && syncing}
          {isOwner && (total > 0 || isSearched) && create}
        </div>
      </SectionHead>
      {isClosed && store?.store?.is_alive && (
        <GivePermission className="mb-4" missing={store.missing_scopes} />
      )}
      {created && member && (
        <Suspense>
          <CreatedJob
            job={created}
            organization={member.organization}
            onQrCode={() => setSharing(created)}
            onClose={() => setCreated(null)}
          />
        </Suspense>
      )}
      {isListDrawn && (
        <div className="ledger" aria-busy={jobs.isPlaceholderData || undefined}>
          {jobs.isPending && <SkeletonRows hasHead rows={4} label={t('job.listLoading')} />}
          {jobs.error && !jobs.data && (
            <Problem
              className="m-4"
              text={t('dashboard.jobsFetchFailed')}
              onRetry={() => void jobs.refetch()}
            />
          )}
          {jobs.data && rows.length === 0 && !isSearched && (
            <EmptyState drawing={<Clipboard />} title={t('job.listEmpty')}>
              {syncing}
              {isOwner && create}
            </EmptyState>
          )}
          {jobs.data && rows.length === 0 && isSearched && (
            <EmptyState drawing={<Clipboard />} title={t('job.searchEmpty')}>
              <Button onClick={() => url.change({ q: undefined })}>
                {t('action.clearSearch')}
              </Button>
            </EmptyState>
          )}
          {rows.length > 0 && (
            <JobTable
              jobs={rows}
              sort={url.filter.sort}
              onSort={(sort) => url.change({ sort })}
              onEdit={(job) => url.open(job.id)}
              onDelete={setDeleting}
              onShare={setSharing}
              onLanguages={setTranslating}
              onActivate={activate}
              onDuplicate={isOwner ? (job) => url.duplicate(job.id) : undefined}
            />
          )}
          {rows.length > 0 && rows.length < total && (
            <ListFoot
              hasMore
              isLoading={jobs.isFetchingNextPage}
              onMore={() => {
                if (rows.length < loaded.length) setAll(true)
                else void jobs.fetchNextPage()
              }}
            >
              {t('list.shownOf', { shown: numberText(rows.length), total: numberText(total) })}
            </ListFoot>
          )}
        </div>
      )}
      <EditedJob
        url={url}
        isOwner={isOwner}
        // A closed one has no public page yet.
        onCreated={(job) => setCreated(job.is_active ? job : null)}
      />
      {deleting && <DeleteJob job={deleting} onClose={() => setDeleting(null)} />}
      {translating && member && (
        <Suspense>
          <JobLanguages
            job={translating}
            first={firstLanguage(translating, member.organization.language ?? null) ?? undefined}
            canTranslate={isOwner}
            onClose={() => setTranslating(null)}
          />
        </Suspense>
      )}
      {sharing && member && (
        <Suspense>
          <ShareJob
            job={sharing}
            organization={member.organization}
            onClose={() => setSharing(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

function DeleteJob({ job, onClose }: { job: JobPostRow; onClose: () => void }) {
  const remove = useDeleteJob()
  return (
    <ConfirmDialog
      title={t('job.deleteTitle')}
      question={t('job.deleteQuestion', { title: job.title })}
      more={
        job.applicants_count > 0 ? t('job.deleteKeeps', { count: job.applicants_count }) : undefined
      }
      confirm={t('action.delete')}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(job.id, { onSettled: onClose })}
    />
  )
}

const fetchProblem = (error: Error): string =>
  error instanceof ApiError && error.status >= 500
    ? t('dashboard.jobsFetchDatabase')
    : t('dashboard.jobsFetchFailed')
