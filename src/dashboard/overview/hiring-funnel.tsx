// The hiring funnel: a bar for each step, as long as the share of those who reached it, and the same numbers as a table.
import { useId, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statusLabel } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import {
  funnelSteps,
  shareOf,
  type Funnel,
  type FunnelFilter,
  type FunnelStep,
} from '#domain/overview/overview.ts'
import { numberText } from '#domain/texts/formats.ts'
import { shortDate } from '../ui/dates.ts'
import { Problem } from '../ui/problem.tsx'
import { AfterAMoment } from '../ui/waiting.tsx'
import { funnelQuery } from './overview-api.ts'

const DAY_MS = 24 * 3_600_000
const emptyFunnel: Funnel = {
  seen: 0,
  applied: 0,
  reviewing: 0,
  interviewed: 0,
  hired: 0,
  rejected: 0,
}

function range(period: FunnelFilter['period']): string {
  if (period === 'all') return t('funnel.rangeAll')
  const now = Date.now()
  const from = shortDate(new Date(now - Number(period) * DAY_MS).toISOString())
  return t('funnel.range', { from, to: shortDate(new Date(now).toISOString()) })
}

const shareText = (funnel: Funnel, step: FunnelStep) =>
  step === 'applied' ? t('funnel.shareApplied') : (shareOf(funnel, step) ?? '')

export function HiringFunnel({
  filter,
  children,
}: {
  filter: FunnelFilter
  /** The filters of period and position. */
  children: ReactNode
}) {
  const heading = useId()
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(funnelQuery(filter))
  const funnel = data ?? emptyFunnel
  return (
    <section aria-labelledby={heading} aria-busy={isPending || isPlaceholderData || undefined}>
      <div className="mb-4 flex min-h-7 flex-wrap items-center gap-2">
        <h2 id={heading} className="me-auto text-panel font-semibold">
          {t('funnel.title')}
        </h2>
        <span className="text-meta text-ink-3">{range(filter.period)}</span>
        {children}
      </div>
      {error && !data ? (
        <Problem text={t('overview.failed')} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_112px] max-md:gap-3">
          <ul className="grid gap-2">
            <li>
              <Seen funnel={funnel} known={!!data} />
            </li>
            {funnelSteps.map((step) => (
              <li key={step}>
                <Bar funnel={funnel} step={step} position={filter.position} known={!!data} />
              </li>
            ))}
          </ul>
          <dl className="border-line md:border-s md:ps-5 md:pt-[7px] max-md:flex max-md:items-baseline">
            <dt className="text-label font-medium max-md:w-[100px]">{t('funnel.rejected')}</dt>
            <dd className="text-figure font-semibold tabular-nums md:mt-2 max-md:text-panel">
              {data ? numberText(funnel.rejected) : <Unknown className="h-7 w-12 max-md:h-4" />}
            </dd>
            <dd className="text-meta text-ink-3 max-md:hidden">
              {filter.period === 'all'
                ? t('funnel.rejectedAll')
                : t('funnel.rejectedDays', { days: Number(filter.period) })}
            </dd>
          </dl>
        </div>
      )}
      {data && <FunnelTable funnel={data} />}
    </section>
  )
}

/** Views are many times the number of people: a number, and no bar, which would make the others tiny. */
function Seen({ funnel: { seen, applied }, known }: { funnel: Funnel; known: boolean }) {
  // There are older applications than counted views.
  const percent = seen < applied || seen === 0 ? null : Math.round((100 * applied) / seen)
  return (
    <p
      className="grid h-8 grid-cols-[100px_minmax(0,1fr)] items-center max-md:h-9"
      title={t('funnel.seenHint')}
    >
      <span className="text-label font-medium">{t('funnel.seen')}</span>
      <span className="flex items-baseline gap-2">
        {known ? (
          <b className="text-panel font-semibold tabular-nums">
            {t('funnel.seenTimes', { count: seen })}
          </b>
        ) : (
          <Unknown className="h-5 w-24" />
        )}
        {known && percent !== null && (
          <span className="text-meta text-ink-3">{t('funnel.seenApplied', { percent })}</span>
        )}
      </span>
    </p>
  )
}

function Bar({
  funnel,
  step,
  position,
  known,
}: {
  funnel: Funnel
  step: FunnelStep
  position: string | undefined
  known: boolean
}) {
  const share = funnel.applied === 0 ? 0 : (100 * funnel[step]) / funnel.applied
  return (
    <Link
      to="/admin/applicants"
      search={{
        tab: step === 'applied' ? 'all' : step,
        ...(position ? { position } : {}),
      }}
      className="funnel-step group grid h-8 grid-cols-[100px_minmax(0,1fr)] items-center rounded-control text-ink no-underline max-md:h-9"
    >
      <span className="text-label font-medium group-hover:underline">{statusLabel(step)}</span>
      <span className="flex items-center gap-2.5 pe-[148px] max-md:pe-16">
        <span
          aria-hidden="true"
          className="funnel-fill h-5 flex-none rounded-e-[3px] bg-brand-500 transition-[width] duration-180 group-hover:bg-brand-fill"
          style={{ width: `${share}%` }}
        />
        <span className="flex w-0 items-baseline gap-2 whitespace-nowrap">
          {known ? (
            <b className="text-panel font-semibold tabular-nums">{numberText(funnel[step])}</b>
          ) : (
            <Unknown className={`h-5 ${waitingBars[step]}`} />
          )}
          <span className="text-meta text-ink-3 max-md:sr-only">
            {known && shareText(funnel, step)}
          </span>
        </span>
      </span>
    </Link>
  )
}

const waitingBars: Record<FunnelStep, string> = {
  applied: 'w-64 max-md:w-36',
  reviewing: 'w-44 max-md:w-24',
  interviewed: 'w-28 max-md:w-16',
  hired: 'w-14 max-md:w-8',
}

function Unknown({ className }: { className: string }) {
  return (
    <AfterAMoment>
      <i className={`block flex-none rounded-sm bg-line ${className}`} />
    </AfterAMoment>
  )
}

function FunnelTable({ funnel }: { funnel: Funnel }) {
  return (
    // A table lays its columns out by their content.
    <div className="sr-only">
      <table>
        <caption>{t('funnel.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('funnel.step')}</th>
            <th scope="col">{t('funnel.applicants')}</th>
            <th scope="col">{t('funnel.share')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('funnel.seen')}</th>
            <td>{numberText(funnel.seen)}</td>
            <td>{t('funnel.seenHint')}</td>
          </tr>
          {funnelSteps.map((step) => (
            <tr key={step}>
              <th scope="row">{statusLabel(step)}</th>
              <td>{numberText(funnel[step])}</td>
              <td>{shareText(funnel, step)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('funnel.rejected')}</th>
            <td>{numberText(funnel.rejected)}</td>
            <td>{t('funnel.rejectedSteps')}</td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}
