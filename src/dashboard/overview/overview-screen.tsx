// The dashboard's first page: the checklist of a new shop, today's list, the numbers, and every section collapsed.
import { Suspense, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import type { Overview } from '#domain/overview/overview.ts'
import { lazyScreen } from '../shell/lazy-screen.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { useTitle } from '../shell/title.ts'
import { Apron } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Problem } from '../ui/problem.tsx'
import { useIsFirstScreen, useIsSecondRender } from '../ui/hooks/second-render.ts'
import { AfterAMoment } from '../ui/waiting.tsx'
import { useVisit } from '../shell/visit.ts'
import { NeedsAttention } from './needs-attention.tsx'
import { overviewQuery, useFreshOverview } from './overview-api.ts'
import { Today } from './today.tsx'

/** Below what needs somebody: it comes after the first rows, with everything under it, so that nothing moves. */
const FunnelBand = lazyScreen(() => import('./funnel-band.tsx'), 'FunnelBand')

/** Most shops have completed it. */
const Checklist = lazyScreen(() => import('./checklist.tsx'), 'Checklist')

export function OverviewScreen({ children }: { children: ReactNode }) {
  useTitle(t('overview.title'))
  useVisit()
  useFreshOverview()
  const isFirst = useIsFirstScreen()
  const arePartsRendered = useIsSecondRender() || isFirst
  const { data, error, refetch } = useQuery(overviewQuery)
  return (
    <>
      <h1 className="mb-4 text-page font-semibold">{t('overview.title')}</h1>
      {data && arePartsRendered && (
        <Suspense fallback={<Waiting />}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <Parts overview={data}>{children}</Parts>
          </div>
        </Suspense>
      )}
      {!data && error && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <Problem text={t('overview.failed')} onRetry={() => void refetch()} />
          {children}
        </div>
      )}
      {/* Alone on the page, because its height is not known yet, and nothing below it may move. */}
      {!data && !error && <Waiting />}
    </>
  )
}

function Parts({ overview, children }: { overview: Overview; children: ReactNode }) {
  const isRestRendered = useIsSecondRender()
  const member = memberOf(useSession())
  const { attention, checklist, is_empty: isEmpty, today } = overview
  return (
    <>
      {checklist && member && (
        <Checklist checklist={checklist} organization={member.organization} />
      )}
      {/* A new shop has the checklist, even when nothing else needs attention. */}
      <div className="ledger has-[>:empty]:hidden">
        <div className="today-grid">
          <NeedsAttention attention={attention} isQuiet={checklist !== null} />
          {!isEmpty && <Today today={today} />}
        </div>
      </div>
      {isEmpty && !checklist && (
        <div className="ledger">
          <EmptyState
            drawing={<Apron />}
            title={t('overview.empty')}
            text={t('overview.emptyMore')}
          />
        </div>
      )}
      {isRestRendered && (
        <Suspense fallback={null}>
          {!isEmpty && <FunnelBand overview={overview} />}
          {children}
        </Suspense>
      )}
    </>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label={t('overview.loading')} className="ledger min-h-96">
      <AfterAMoment>
        <div className="today-grid">
          {['w-40', 'w-48', 'w-36', 'w-44'].map((title) => (
            <div key={title} className="px-6 pt-5 pb-6 max-md:px-4">
              <i className={`mb-5 block h-4 rounded-sm bg-line ${title}`} />
              {['w-56', 'w-64', 'w-48'].map((width) => (
                <i
                  key={width}
                  className={`my-4 block h-3 max-w-full rounded-sm bg-line opacity-60 ${width}`}
                />
              ))}
            </div>
          ))}
        </div>
      </AfterAMoment>
    </div>
  )
}
