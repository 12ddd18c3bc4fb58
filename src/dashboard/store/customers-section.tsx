// Customer Data Refresh: one panel that starts, shows, stops and resumes the run of the whole organization.
import { useId } from 'react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { canGoOn, type CustomerRefresh } from '#domain/store/customer-refresh.ts'
import { t } from '#domain/texts/text.ts'
import { CUSTOMERS_SCOPE, removalText, type EndedBecause } from '#domain/store/store.ts'
import { numberText } from '#domain/texts/formats.ts'
import { call } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'
import { useLiveEvent, useLiveReturn } from '../shell/live/live.tsx'
import { ConnectStore } from './connect-store.tsx'
import { usePermission } from '../shell/store/give-permission.tsx'
import { useStore } from '../shell/store/use-store.ts'
import { Button } from '../ui/button.tsx'
import { dayAndTime } from '../ui/dates.ts'
import { DemoStore } from '../ui/demo-store.tsx'
import { Problem } from '../ui/problem.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { SectionHead } from '../ui/list/section-head.tsx'

const LOOK_MS = 700

const refreshQuery = queryOptions({
  queryKey: ['customers', 'refresh'],
  queryFn: ({ signal }) => call('GET /api/customers/refresh', { signal }),
  staleTime: 10_000,
  // While it runs, its progress is polled.
  refetchInterval: ({ state }) => (state.data?.refresh?.status === 'running' ? LOOK_MS : false),
})

function useRefresh() {
  const client = useQueryClient()
  return useServerMutation({
    call: (path: '' | '/stop' | '/resume') => call(`POST /api/customers/refresh${path}`),
    failed: t('dashboard.customerFetchFailed'),
    onSuccess: (view) => client.setQueryData(refreshQuery.queryKey, view),
  })
}

export function CustomersSection({ overview = false }: { overview?: boolean }) {
  const heading = useId()
  const client = useQueryClient()
  const view = useQuery(refreshQuery)
  const change = useRefresh()
  const { data: store } = useStore()
  const removed = store?.removed_shop ?? null
  const begin = usePermission(CUSTOMERS_SCOPE, () => change.mutate(''))
  const resume = usePermission(CUSTOMERS_SCOPE, () => change.mutate('/resume'))
  const readAgain = () => void client.invalidateQueries({ queryKey: refreshQuery.queryKey })
  useLiveEvent('refresh.changed', readAgain)
  useLiveEvent('store.changed', readAgain)
  useLiveReturn(readAgain)

  const { refresh = null, is_connected: isConnected = false, applicants = 0 } = view.data ?? {}
  const isRunning = refresh?.status === 'running'
  return (
    <section aria-labelledby={heading}>
      <SectionHead
        id={heading}
        title={t('refresh.title')}
        to="/admin/customers"
        overview={overview}
      />
      {view.isPending && <SkeletonRows rows={2} label={t('refresh.loading')} />}
      {view.error && !view.data && (
        <Problem text={t('dashboard.customerFetchFailed')} onRetry={() => void view.refetch()} />
      )}
      {view.data && (
        <div className="ledger flex items-center gap-x-8 gap-y-4 px-5 py-4 max-md:flex-col max-md:items-stretch max-md:px-4">
          <div className="min-w-0 flex-1">
            {isConnected && <p className="max-w-[60ch] text-ink-2">{t('refresh.intro')}</p>}
            {!isConnected && (
              <NotConnected removed={removed} because={store?.removed_because ?? null} />
            )}
            {isRunning && <Progress refresh={refresh} />}
            {isConnected && applicants === 0 && !refresh && (
              <p className="mt-2 text-ink-2">{t('refresh.nobody')}</p>
            )}
            <div role="status">
              {refresh?.status === 'failed' && (
                <p className="mt-2 font-semibold text-danger">
                  {t('dashboard.customerFetchFailed')}
                </p>
              )}
              {refresh && !isRunning && <p className="mt-2">{resultOf(refresh)}</p>}
            </div>
          </div>
          <div className="flex flex-wrap gap-2 max-md:*:flex-1">
            {isRunning && (
              <Button onClick={() => change.mutate('/stop')}>{t('action.stop')}</Button>
            )}
            {!isRunning && canGoOn(refresh) && (
              <Button inactive={!isConnected} onClick={resume.press}>
                {t('refresh.resume')}
              </Button>
            )}
            {!isRunning && (
              <Button
                inactive={!isConnected || applicants === 0 || change.isPending}
                onClick={begin.press}
              >
                {t('refresh.start')}
              </Button>
            )}
          </div>
        </div>
      )}
      {resume.panel('mt-4') || begin.panel('mt-4')}
      {(isConnected || removed) && store?.is_demo && <DemoStore className="mt-3" />}
    </section>
  )
}

/** Distinguishes a store that was connected from one that never was. */
function NotConnected({
  removed,
  because,
}: {
  removed: string | null
  because: EndedBecause | null
}) {
  return (
    <div className="grid max-w-[60ch] justify-items-start gap-3">
      {removed && because ? (
        <p role="alert" className="font-medium text-danger-text wrap-anywhere">
          {t('store.shopProblem', { shop: removed, problem: removalText(because) })}
        </p>
      ) : (
        <p className="text-ink-2">{t('customer.notConnected')}</p>
      )}
      <ConnectStore isAgain={removed !== null} />
    </div>
  )
}

function Progress({ refresh: { done, total } }: { refresh: CustomerRefresh }) {
  const text = t('refresh.progress', { done: numberText(done), total: numberText(total) })
  const share = total === 0 ? 0 : Math.min(1, done / total)
  return (
    <div className="mt-3 max-w-[480px]">
      <div className="flex items-center gap-3">
        <div
          role="progressbar"
          aria-label={text}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={Math.min(done, total)}
          aria-valuetext={text}
          className="h-1.5 flex-1 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full rounded-full bg-brand-fill transition-[width] duration-200 motion-reduce:transition-none"
            style={{ width: `${share * 100}%` }}
          />
        </div>
        <span className="text-label font-medium tabular-nums">{text}</span>
      </div>
      <p className="mt-1.5 text-meta text-ink-3">{t('refresh.running')}</p>
    </div>
  )
}

function resultOf({ status, done, total, customers, problem, updated_at }: CustomerRefresh) {
  const date = dayAndTime(updated_at)
  const place = { done: numberText(done), total: numberText(total) }
  if (status === 'finished') {
    return t('refresh.finished', {
      applicants: done,
      customers,
      date,
    })
  }
  if (status === 'failed') return t('refresh.failed', { ...place, date, problem: problem ?? '' })
  return t('refresh.stopped', { ...place, date })
}
