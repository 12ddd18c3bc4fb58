// The list of applicants: tabs, filters, the table with its selection, and the profile beside it.
import { Suspense, useState } from 'react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import {
  applicantTabs,
  SEARCH_REACH,
  tabLabel,
  type ApplicantCounts,
  type ApplicantFilter,
  type ApplicantRow,
  type ApplicantTab,
} from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { lazyScreen } from '../../shell/lazy-screen.ts'
import { applicantCountsQuery } from '../../queries.ts'
import { useDensity } from '../../shell/density.ts'
import { Button } from '../../ui/button.tsx'
import { PanelPlaceholder } from '../../ui/popups/panel-placeholder.tsx'
import { late } from '../../ui/lazy-part.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePreloadWhenIdle } from '../../ui/hooks/preload-when-idle.ts'
import { DividerTabs } from '../../ui/tabs.tsx'
import { SkeletonRows } from '../../ui/waiting.tsx'
import { ApplicantFilters } from './applicant-filters.tsx'
import { ApplicantTable } from './applicant-table.tsx'
import { applicantsQuery } from '../applicants-api.ts'
import { belongs, placeApplicant } from '../applicants-cache.ts'
import type { ApplicantsUrl } from '../applicants-url.ts'
import { lightUp, release, useNewApplicants } from './new-applicants.ts'
import { useLateRows } from './late-rows.ts'
import { SearchHits } from './search-hit.tsx'
import { useSelection, type Selection } from './selection.ts'
import { totalText, totalOf, type Total } from './totals.ts'
import { useShownCounts, useShownList } from '../changes/unsent-people.ts'
import { WaitingMailsNotice } from '../mails/waiting-mails.tsx'
import { FoundCount } from '../../ui/list/found-count.tsx'
import { useFetchProblem } from '../../ui/list/fetch-problem.ts'
import { ListFoot } from '../../ui/list/table.tsx'

const ApplicantPanel = lazyScreen(() => import('../profile/applicant-panel.tsx'), 'ApplicantPanel')

// The first screen has no selection, and mostly somebody in it.
const SelectionBar = late(() => import('./selection-bar.tsx').then((part) => part.SelectionBar))
const NoApplicants = late(() => import('./no-applicants.tsx').then((part) => part.NoApplicants))

/** On the overview the list starts short; everything else is the same. */
const FIRST_ROWS = 10

export function ApplicantList({ url, overview }: { url: ApplicantsUrl; overview: boolean }) {
  const { tab, ...conditions } = url.filter
  const counted = useQuery(applicantCountsQuery(conditions))
  const counts = useShownCounts(counted.data, conditions)
  const list = useApplicantPages(url)
  const [shown, setShown] = useState(FIRST_ROWS)
  const shownPages = useShownList(list.data, url.filter, url.sort)?.pages
  const loaded = shownPages?.flatMap((page) => page.applicants) ?? []
  const found = overview ? loaded.slice(0, shown) : loaded
  const rows = useLateRows(JSON.stringify([url.filter, url.sort]), found)
  const total = totalOf(counts, tab)
  const hasMore = found.length < loaded.length || list.hasNextPage
  const readAt = list.data?.pages[0]?.read_at
  const selection = useSelection(url.filter, rows, {
    total: total?.isLeast ? undefined : total?.count,
    readAt,
  })
  const onCompare = overview ? undefined : url.compare
  useFetchProblem('applicants-fetch', list.error && t('dashboard.applicantsFetchFailed'))
  usePreloadWhenIdle(ApplicantPanel, SelectionBar)

  const showNew = useShowNew()
  const more = () => {
    if (!hasMore || list.isFetchingNextPage) return
    setShown((before) => before + 50)
    if (found.length === loaded.length) void list.fetchNextPage()
  }

  return (
    <>
      <WaitingMailsNotice />
      <NewApplicants filter={url.filter} onShowNew={showNew} />
      <DividerTabs
        label={t('applicant.tabs')}
        tabs={tabsOf(counts)}
        value={tab}
        onChange={(next) => {
          // Another tab is another list: its scroll position does not matter.
          showNew()
          setShown(FIRST_ROWS)
          url.change({ tab: next })
        }}
      >
        <div className="@container">
          <ApplicantFilters url={url} total={total} />
        </div>
        <Waiting list={list} />
        {list.data && found.length === 0 && !list.hasNextPage && (
          <NoApplicants url={url} anybody={(counts?.all ?? 0) > 0} />
        )}
        {rows.length > 0 && found.length > 0 && (
          <FoundRows
            url={url}
            list={list}
            rows={rows}
            total={total}
            selection={selection}
            hasMore={hasMore}
            onMore={more}
            onCompare={onCompare}
          />
        )}
        {selection.count > 0 && (
          <SelectionBar
            selection={selection}
            filter={url.filter}
            total={total}
            onCompare={onCompare}
          />
        )}
        <FoundCount
          // A tab says its own count.
          filter={conditions}
          count={counted.isPlaceholderData || !total ? undefined : tabOf(tab, total)}
        />
        <p role="status" className="sr-only">
          {selection.count > 0 && t('applicant.selected', { count: selection.count })}
        </p>
      </DividerTabs>
      {url.applicant && (
        <Suspense fallback={<PanelPlaceholder onClose={url.close} />}>
          <ApplicantPanel
            id={url.applicant}
            rows={loaded}
            total={total}
            hasMore={list.hasNextPage}
            onMore={async () => {
              const next = await list.fetchNextPage()
              return next.data?.pages.at(-1)?.applicants[0]?.id
            }}
            onStep={url.step}
            onClose={url.close}
          />
        </Suspense>
      )}
    </>
  )
}

function useApplicantPages({ filter, sort }: ApplicantsUrl) {
  return useInfiniteQuery({
    ...applicantsQuery(filter, sort),
    // The previous rows stay while a text is being searched for, or while they are sorted.
    placeholderData: (before, query) =>
      filter.q || JSON.stringify(query?.queryKey[2]) === JSON.stringify(filter)
        ? before
        : undefined,
  })
}

/** Puts the new applicants that were kept back into the list. */
function useShowNew(): () => void {
  const client = useQueryClient()
  return () => {
    const arrived = release()
    for (const row of arrived) placeApplicant(client, row)
    lightUp(arrived.map(({ id }) => id))
  }
}

/** Nothing is loaded yet, or cannot be. */
function Waiting({ list }: { list: ReturnType<typeof useApplicantPages> }) {
  return (
    <>
      {list.isPending && <SkeletonRows hasHead label={t('applicant.listLoading')} />}
      {list.error && !list.data && (
        <Problem
          className="mx-4 mb-4"
          text={t('dashboard.applicantsFetchFailed')}
          onRetry={() => void list.refetch()}
        />
      )}
    </>
  )
}

function FoundRows({
  url,
  list,
  rows,
  total,
  selection,
  hasMore,
  onMore,
  onCompare,
}: {
  url: ApplicantsUrl
  list: ReturnType<typeof useApplicantPages>
  rows: readonly ApplicantRow[]
  total: Total | undefined
  selection: Selection
  hasMore: boolean
  onMore: () => void
  onCompare: ((ids: readonly string[]) => void) | undefined
}) {
  const { fresh } = useNewApplicants()
  const isCompact = useDensity() === 'compact'
  return (
    <>
      {list.data?.pages[0]?.has_many_hits && url.sort === 'match' && (
        <p className="border-t border-line px-4 py-2.5 text-label text-ink-2">
          {t('applicant.manyHits', { count: numberText(SEARCH_REACH) })}
        </p>
      )}
      <SearchHits text={url.filter.q} pages={list.data?.pages}>
        <ApplicantTable
          rows={rows}
          isOfAll={url.filter.tab === 'all'}
          open={url.applicant}
          fresh={fresh}
          sort={url.sort}
          selection={selection}
          isCompact={isCompact}
          onSort={url.sortBy}
          onOpen={url.open}
          onMore={onMore}
          onCompare={onCompare}
        />
      </SearchHits>
      {(hasMore || selection.count === 0) && (
        <ListFoot hasMore={hasMore} isLoading={list.isFetchingNextPage} onMore={onMore}>
          {total &&
            t('list.shownOf', {
              shown: numberText(rows.length),
              total: totalText(total, rows.length),
            })}
        </ListFoot>
      )}
    </>
  )
}

/** 'Applied (12)' */
function tabOf(tab: ApplicantTab, total: Total | undefined): string {
  const count = total && totalText(total)
  const label = tabLabel(tab)
  return count ? t('list.tabCount', { label, count }) : label
}

const tabsOf = (counts: ApplicantCounts | undefined) =>
  applicantTabs.map((value) => ({ value, label: tabOf(value, totalOf(counts, value)) }))

/** Held back while a person reads, so that no row moves away from under the pointer. */
function NewApplicants({ filter, onShowNew }: { filter: ApplicantFilter; onShowNew: () => void }) {
  const here = useNewApplicants().waiting.filter((row) => belongs(filter, row))
  if (here.length === 0) return null
  return (
    <div className="pointer-events-none sticky top-[68px] z-10 mb-3 flex justify-center">
      <Button
        className="pointer-events-auto shadow-float"
        onClick={() => {
          onShowNew()
          window.scrollTo({ top: 0 })
        }}
      >
        <ArrowUp size={16} className="text-ink-2" />
        {t('count.newApplicant', { count: here.length })}
      </Button>
    </div>
  )
}
