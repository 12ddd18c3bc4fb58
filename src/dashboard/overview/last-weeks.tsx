// Applications week by week, and the time to the first reply: one figure, a line chart, and the numbers as a table.
import { Suspense, useId, useRef } from 'react'
import { CatchBoundary } from '@tanstack/react-router'
import { inShort, type Overview, type Week } from '#domain/overview/overview.ts'
import { rich, t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { lazyScreen } from '../shell/lazy-screen.ts'
import { dayAndMonth } from '../ui/dates.ts'
import { useInSight } from '../ui/hooks/use-in-sight.ts'
import type { WeekPoint } from './weekly-chart.tsx'

const WeeklyChart = lazyScreen(() => import('./weekly-chart.tsx'), 'WeeklyChart')

const dayText = (day: string) => dayAndMonth(new Date(`${day}T12:00:00`))
const waited = (seconds: number | null) => (seconds === null ? '-' : inShort(seconds))

export function LastWeeks({ overview }: { overview: Overview }) {
  const heading = useId()
  const place = useRef<HTMLDivElement>(null)
  const isWanted = useInSight(place)
  const { weeks } = overview
  const [first, last] = [weeks[0], weeks.at(-1)]
  return (
    <section
      aria-labelledby={heading}
      className="grid items-start gap-x-12 gap-y-3 border-t border-line px-6 py-4 md:grid-cols-[auto_minmax(0,1fr)] max-md:px-4"
    >
      <h2 id={heading} className="sr-only">
        {t('weeks.title')}
      </h2>
      <p className="md:pt-2">
        <span className="block text-figure font-semibold tabular-nums">
          {waited(overview.median_seconds)}
        </span>
        <span className="text-meta text-ink-3">{t('weeks.median')}</span>
      </p>
      <div className="min-w-0">
        {/* As high as the chart, so that nothing moves when it arrives. */}
        <div ref={place} aria-hidden="true" className="h-16">
          {isWanted && (
            // Without the chart the table still has all numbers.
            <CatchBoundary getResetKey={() => 'chart'} errorComponent={() => null}>
              <Suspense>
                <WeeklyChart weeks={weeks.map(asPoint)} />
              </Suspense>
            </CatchBoundary>
          )}
        </div>
        <p className="mt-1 flex min-h-4 justify-between gap-3 text-meta text-ink-3">
          {first && last && (
            <>
              <span aria-hidden="true">{dayText(first.starts_on)}</span>
              <span>
                {rich('weeks.summary', {
                  count: last.applications,
                  all: weeks.reduce((sum, week) => sum + week.applications, 0),
                  more: (text) => (
                    <span key="more" className="max-md:hidden">
                      {text}
                    </span>
                  ),
                })}
              </span>
              <span aria-hidden="true">{dayText(last.starts_on)}</span>
            </>
          )}
        </p>
        {weeks.length > 0 && <WeeksTable weeks={weeks} />}
      </div>
    </section>
  )
}

const asPoint = (week: Week): WeekPoint => ({
  name: dayText(week.starts_on),
  applications: week.applications,
  reply: week.median_seconds === null ? null : inShort(week.median_seconds),
})

const cell = 'py-1 ps-4 text-end font-normal tabular-nums first:ps-0 first:text-start'

function WeeksTable({ weeks }: { weeks: readonly Week[] }) {
  return (
    <details className="mt-1">
      <summary className="w-fit cursor-pointer text-label text-link">
        {t('weeks.showTable')}
      </summary>
      <table className="mt-2 w-full max-w-[440px] text-label">
        <thead className="text-ink-2">
          <tr>
            <th scope="col" className={cell}>
              {t('weeks.weekOf')}
            </th>
            <th scope="col" className={cell}>
              {t('weeks.applications')}
            </th>
            <th scope="col" className={cell}>
              {t('weeks.firstReply')}
            </th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map((week) => (
            <tr key={week.starts_on} className="border-t border-line">
              <th scope="row" className={cell}>
                {dayText(week.starts_on)}
              </th>
              <td className={cell}>{numberText(week.applications)}</td>
              <td className={cell}>{waited(week.median_seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
