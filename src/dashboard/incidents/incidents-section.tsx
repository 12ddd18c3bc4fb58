// Security Incident Dashboard: tabs, the register, the form for a new incident, and the open incident beside the list.
import { Suspense, useId, useState } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { incidentTabs, incidentTabLabel } from '#domain/incidents/incidents.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { lazyScreen } from '../shell/lazy-screen.ts'
import { incidentCountsQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'

import { Padlock } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PanelPlaceholder } from '../ui/popups/panel-placeholder.tsx'
import { Problem } from '../ui/problem.tsx'
import { usePreloadWhenIdle } from '../ui/hooks/preload-when-idle.ts'
import { DividerTabs } from '../ui/tabs.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { IncidentTable } from './incident-table.tsx'
import { incidentsQuery } from './incidents-api.ts'
import { NEW, useIncidentsUrl } from './incidents-url.ts'
import { useReturnOfFocus } from '../ui/hooks/focus.ts'
import { useFetchProblem } from '../ui/list/fetch-problem.ts'
import { SectionHead } from '../ui/list/section-head.tsx'
import { ListFoot } from '../ui/list/table.tsx'

const IncidentDialog = lazyScreen(() => import('./incident-dialog.tsx'), 'IncidentDialog')
const IncidentPanel = lazyScreen(() => import('./incident-panel.tsx'), 'IncidentPanel')

/** On the overview the list starts short; everything else is the same. */
const FIRST_ROWS = 5

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
  useFetchProblem('incidents-fetch', list.error && t('incidents.fetchFailed'))
  useReturnOfFocus('incident', opened)
  usePreloadWhenIdle(IncidentPanel, IncidentDialog)

  const more = () => {
    setAll(true)
    if (rows.length === loaded.length) void list.fetchNextPage()
  }
  return (
    <section aria-labelledby={heading}>
      <SectionHead
        id={heading}
        title={t('incidents.listTitle')}
        to="/admin/incidents"
        overview={overview}
      >
        <Button className="max-md:order-last max-md:w-full" onClick={() => url.open(NEW)}>
          <Plus size={16} className="-ms-0.5" />
          {t('incidents.create')}
        </Button>
      </SectionHead>
      <DividerTabs
        label={t('incidents.tabs')}
        tabs={incidentTabs.map((value) => ({
          value,
          label: counts
            ? t('list.tabCount', {
                label: incidentTabLabel(value),
                count: numberText(counts[value]),
              })
            : incidentTabLabel(value),
        }))}
        value={url.tab}
        onChange={url.choose}
      >
        {list.isPending && <SkeletonRows hasHead rows={3} label={t('incidents.listLoading')} />}
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
          <ListFoot hasMore={hasMore} isLoading={list.isFetchingNextPage} onMore={more}>
            {total !== undefined &&
              t('list.shownOf', { shown: numberText(rows.length), total: numberText(total) })}
          </ListFoot>
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
