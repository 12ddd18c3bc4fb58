// Job Post Management: the list, and the dialogs that create, edit, share and delete.
import { Suspense, useId, useState, type ReactNode } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { hasStoreApp, PRODUCTS_SCOPE } from '#domain/store/store.ts'
import { numberText } from '#domain/texts/formats.ts'
import { ApiError } from '../api.ts'
import { lazyScreen } from '../shell/lazy-screen.ts'
import { usePermission } from '../shell/store/give-permission.tsx'
import { jobsKey } from '../queries.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { StoreChoice } from '../shell/store/store-choice.tsx'
import { useStore } from '../shell/store/use-store.ts'
import { Button } from '../ui/button.tsx'

import { Clipboard } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Problem } from '../ui/problem.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { EditedJob } from './editor/edited-job.tsx'
import { JobDialog, type OpenedJob } from './job-dialogs.tsx'
import { JobTable } from './job-table.tsx'
import { jobPagesQuery, useActivateJob, useSyncJobs } from './jobs-api.ts'
import { NEW, useJobsUrl } from './jobs-url.ts'
import { FoundCount } from '../ui/list/found-count.tsx'
import { useFetchProblem } from '../ui/list/fetch-problem.ts'
import { useIsFirstScreen, useIsSecondRender } from '../ui/hooks/second-render.ts'
import { SearchField } from '../ui/list/search-field.tsx'
import { SectionHead } from '../ui/list/section-head.tsx'
import { ListFoot } from '../ui/list/table.tsx'

const CreatedJob = lazyScreen(() => import('./created-job.tsx'), 'CreatedJob')

/** On the overview the list starts short; everything else is the same. */
const FIRST_ROWS = 10

export function JobsSection({ overview = false }: { overview?: boolean }) {
  const heading = useId()
  const url = useJobsUrl()
  const client = useQueryClient()
  const jobs = useJobPages(url)
  const member = memberOf(useSession())
  const isOwner = member?.profile.role === 'organization_owner'
  const { data: store } = useStore()
  // Without one there is nothing to import from, and no word about it.
  const hasStore = store === undefined || hasStoreApp(store)
  const why = store?.choices.length && !store.store ? t('store.choose') : undefined
  const sync = useSyncJobs()
  const syncing = usePermission(PRODUCTS_SCOPE, () => sync.mutate())
  const [opened, setOpened] = useState<OpenedJob | null>(null)
  const [created, setCreated] = useState<JobPost | null>(null)
  const isFirst = useIsFirstScreen()
  const isListRendered = useIsSecondRender() || isFirst || overview
  const hasTools = (jobs.data?.pages[0]?.total ?? 0) > 0 || url.filter.q !== undefined
  useFetchProblem('jobs-fetch', jobs.error && fetchProblem(jobs.error))
  const actions = (
    <>
      {hasStore && <StoreChoice />}
      {hasStore && <SyncButton isPending={sync.isPending} why={why} onClick={syncing.press} />}
      {isOwner && <CreateButton onCreate={() => url.open(NEW)} />}
    </>
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
        {hasTools && (
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
          {hasTools && actions}
        </div>
      </SectionHead>
      {syncing.panel('mb-4')}
      {created && member && (
        <Suspense>
          <CreatedJob
            job={created}
            organization={member.organization}
            onQrCode={() => setOpened({ act: 'share', job: created })}
            onClose={() => setCreated(null)}
          />
        </Suspense>
      )}
      {isListRendered && (
        <JobList
          url={url}
          jobs={jobs}
          overview={overview}
          isOwner={isOwner}
          empty={t(hasStore ? 'job.listEmpty' : 'job.listEmptyAlone')}
          actions={actions}
          onOpen={setOpened}
        />
      )}
      <EditedJob
        url={url}
        isOwner={isOwner}
        // A closed one has no public page yet.
        onCreated={(job) => setCreated(job.is_active ? job : null)}
      />
      {opened && member && (
        <JobDialog opened={opened} member={member} onClose={() => setOpened(null)} />
      )}
    </section>
  )
}

const useJobPages = ({ filter }: ReturnType<typeof useJobsUrl>) =>
  useInfiniteQuery(jobPagesQuery(filter))

function SyncButton({
  isPending,
  why,
  onClick,
}: {
  isPending: boolean
  /** It would be refused: the store is not chosen yet. */
  why: string | undefined
  onClick: () => void
}) {
  return (
    <Button
      className="max-md:flex-1"
      inactive={isPending || why !== undefined}
      why={why}
      onClick={onClick}
    >
      {isPending ? t('store.syncing') : t('job.sync')}
    </Button>
  )
}

/** On a phone it is above the others, in a line of its own. */
function CreateButton({ onCreate }: { onCreate: () => void }) {
  return (
    <Button kind="primary" className="max-md:order-first max-md:w-full" onClick={onCreate}>
      <Plus size={16} className="-ms-0.5" />
      {t('job.create')}
    </Button>
  )
}

type ListProps = {
  url: ReturnType<typeof useJobsUrl>
  jobs: ReturnType<typeof useJobPages>
  overview: boolean
  isOwner: boolean
  /** What the list says without jobs. */
  empty: string
  /** What to do about an empty list. */
  actions: ReactNode
  onOpen: (opened: OpenedJob) => void
}

function JobList({ url, jobs, overview, isOwner, empty, actions, onOpen }: ListProps) {
  const activate = useActivateJob()
  const [all, setAll] = useState(!overview)
  const loaded = jobs.data?.pages.flatMap((page) => page.jobs) ?? []
  const total = jobs.data?.pages[0]?.total ?? 0
  const rows = all ? loaded : loaded.slice(0, FIRST_ROWS)
  return (
    <div className="ledger" aria-busy={jobs.isPlaceholderData || undefined}>
      <FoundCount
        filter={url.filter}
        count={
          jobs.data && !jobs.isPlaceholderData
            ? t('list.tabCount', { label: t('sectionName.jobs'), count: numberText(total) })
            : undefined
        }
      />
      {jobs.isPending && <SkeletonRows hasHead rows={4} label={t('job.listLoading')} />}
      {jobs.error && !jobs.data && (
        <Problem
          className="m-4"
          text={t('dashboard.jobsFetchFailed')}
          onRetry={() => void jobs.refetch()}
        />
      )}
      {jobs.data && rows.length === 0 && <NoJobs url={url} empty={empty} actions={actions} />}
      {rows.length > 0 && (
        <JobTable
          jobs={rows}
          sort={url.filter.sort}
          onSort={(sort) => url.change({ sort })}
          onEdit={(job) => url.open(job.id)}
          onDelete={(job) => onOpen({ act: 'delete', job })}
          onShare={(job) => onOpen({ act: 'share', job })}
          onLanguages={(job) => onOpen({ act: 'translate', job })}
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
  )
}

function NoJobs({ url, empty, actions }: Pick<ListProps, 'url' | 'empty' | 'actions'>) {
  if (url.filter.q !== undefined) {
    return (
      <EmptyState drawing={<Clipboard />} title={t('job.searchEmpty')}>
        <Button onClick={() => url.change({ q: undefined })}>{t('action.clearSearch')}</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing={<Clipboard />} title={empty}>
      {actions}
    </EmptyState>
  )
}

const fetchProblem = (error: Error): string =>
  error instanceof ApiError && error.status >= 500
    ? t('dashboard.jobsFetchDatabase')
    : t('dashboard.jobsFetchFailed')
