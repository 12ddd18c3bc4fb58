// Security Incident Dashboard: tabs, the register, the dialog that writes one down, and the incident beside the list.
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazyRouteComponent, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { incidentTabs, incidentTabLabel } from '#domain/incidents/incidents.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { incidentCountsQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'

import { Padlock } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FoldTitle } from '../ui/fold.tsx'
import { PanelPlaceholder } from '../ui/popups/panel-placeholder.tsx'
import { Problem } from '../ui/problem.tsx'
import { usePreloadWhenIdle } from '../ui/hooks/preload-when-idle.ts'
import { DividerTabs } from '../ui/tabs.tsx'
import { toastError, dismissToast } from '../ui/popups/toast.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { IncidentTable } from './incident-table.tsx'
import { incidentsQuery } from './incidents-api.ts'
import { NEW, useIncidentsUrl } from './incidents-url.ts'

const IncidentDialog = lazyRouteComponent(() => import('./incident-dialog.tsx'), 'IncidentDialog')
const IncidentPanel = lazyRouteComponent(() => import('./incident-panel.tsx'), 'IncidentPanel')

/** On the overview the list starts short; everything else is the same. */
const FIRST_ROWS = 5
const FETCH_PROBLEM = 'incidents-fetch'

export function IncidentsSection({ overview = false }: { overview?: boolean }) {
  const heading = useId()
  const url = useIncidentsUrl()
  const counts = useQuery(incidentCountsQuery).data
  const list = useInfiniteQuery(incidentsQuery(url.tab))
  const [all, setAll] = useState(!overview)
  const loaded = list.data?.pages.flatMap((page) => page.incidents) ?? []
  const rows = all ? loaded : loaded.slice(0, FIRST_ROWS)
  const total = counts?.[url.tab]
  const hasMore = rows.length < loaded.length || list.hasNextPage
  const opened = url.incident === NEW ? undefined : url.incident
  useFetchProblem(list.isError)
  useReturnOfFocus(opened)
  usePreloadWhenIdle(IncidentPanel, IncidentDialog)

  const more = () => {
    setAll(true)
    if (rows.length === loaded.length) void list.fetchNextPage()
  }
  const Title = overview ? FoldTitle : 'h1'
  return (
    <section aria-labelledby={heading}>
      <div className="mb-4 flex min-h-9 flex-wrap items-center gap-2">
        <Title
          id={heading}
          className={`me-auto font-semibold ${overview ? 'text-section' : 'text-page'}`}
        >
          Security Incident Dashboard
        </Title>
        <Button className="max-md:order-last max-md:w-full" onClick={() => url.open(NEW)}>
          <Plus size={16} className="-ms-0.5" />
          Create Incident
        </Button>
        {overview && (
          <Link
            to="/admin/incidents"
            className="ms-3 py-1 text-label font-medium text-link max-md:ms-0"
          >
            Open full view
          </Link>
        )}
      </div>
      <DividerTabs
        label="Incident status"
        tabs={incidentTabs.map((value) => ({
          value,
          label: counts
            ? `${incidentTabLabel[value]} (${numberText(counts[value])})`
            : incidentTabLabel[value],
        }))}
        value={url.tab}
        onChange={url.choose}
      >
        {list.isPending && <SkeletonRows hasHead rows={3} label="Loading incidents" />}
        {list.error && !list.data && (
          <Problem
            className="m-4"
            text={t('incidents.fetchFailed')}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data && loaded.length === 0 && (
          <EmptyState drawing={<Padlock />} title={t('incidents.listEmpty')} />
        )}
        {rows.length > 0 && <IncidentTable rows={rows} open={opened} onOpen={url.open} />}
        {rows.length > 0 && (hasMore || !overview) && (
          <div className="flex min-h-[52px] items-center justify-between gap-3 border-t border-line py-2 ps-4 pe-3 text-label text-ink-2 tabular-nums">
            <span>
              {total === undefined ? '' : `${numberText(rows.length)} of ${numberText(total)}`}
            </span>
            {hasMore && (
              <Button size="small" inactive={list.isFetchingNextPage} onClick={more}>
                {list.isFetchingNextPage ? 'Loading…' : 'Load more'}
              </Button>
            )}
          </div>
        )}
      </DividerTabs>
      <Suspense fallback={<PanelPlaceholder onClose={url.close} />}>
        {url.incident === NEW && <IncidentDialog onClose={url.close} />}
        {opened && (
          <IncidentPanel id={opened} rows={loaded} onStep={url.open} onClose={url.close} />
        )}
      </Suspense>
    </section>
  )
}

/** The alert stands in the list; the toast says it once for those who look elsewhere. */
function useFetchProblem(failed: boolean): void {
  useEffect(() => {
    if (!failed) return
    toastError(t('incidents.fetchFailed'), undefined, FETCH_PROBLEM)
    return () => dismissToast(FETCH_PROBLEM)
  }, [failed])
}

/** When the incident closes, the focus is back on the title it was opened from. */
function useReturnOfFocus(incident: string | undefined): void {
  const last = useRef(incident)
  useEffect(() => {
    const closed = incident === undefined ? last.current : undefined
    last.current = incident
    if (closed === undefined) return
    const frame = requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-incident="${CSS.escape(closed)}"]`)?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [incident])
}
