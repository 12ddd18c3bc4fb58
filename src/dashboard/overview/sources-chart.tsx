// The sources of applications: a bar for each, with a link to its applicants.
import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sourceLabel } from '#domain/careers/sources.ts'
import type { FunnelFilter } from '#domain/overview/overview.ts'
import { numberText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { Problem } from '../ui/problem.tsx'
import { sourcesQuery } from './overview-api.ts'

/** The others are in the export. */
const MOST = 8

export function SourcesChart({ filter }: { filter: FunnelFilter }) {
  const heading = useId()
  const { data, error, refetch } = useQuery(sourcesQuery(filter))
  const shown = (data ?? []).slice(0, MOST)
  const most = Math.max(1, ...shown.map(({ count }) => count))
  return (
    <section
      aria-labelledby={heading}
      aria-busy={!data && !error ? true : undefined}
      className="border-t border-line px-6 py-5 max-md:px-4"
    >
      <h2 id={heading} className="mb-3 text-panel font-semibold">
        {t('source.chart')}
      </h2>
      {error && !data && <Problem text={t('overview.failed')} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="text-label text-ink-2">{t('source.none')}</p>}
      <ul className="grid gap-1">
        {shown.map(({ source, count }) => {
          const bar = (
            <>
              <span className="truncate text-label font-medium group-hover:underline">
                {source === null ? t('source.notKnown') : sourceLabel(source)}
              </span>
              <span className="flex items-center gap-2.5 pe-12">
                <span
                  aria-hidden="true"
                  className={`h-3 flex-none rounded-e-[3px] ${source === null ? 'bg-line' : 'bg-brand-500'}`}
                  style={{ width: `${(100 * count) / most}%` }}
                />
                <b className="text-label font-semibold tabular-nums">{numberText(count)}</b>
              </span>
            </>
          )
          const row =
            'group grid h-7 grid-cols-[132px_minmax(0,1fr)] items-center gap-3 text-ink no-underline max-md:h-9'
          return (
            <li key={source ?? ''}>
              {source === null ? (
                <span className={row}>{bar}</span>
              ) : (
                <Link
                  to="/admin/applicants"
                  search={{
                    tab: 'all',
                    source,
                    ...(filter.position ? { position: filter.position } : {}),
                  }}
                  className={row}
                >
                  {bar}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
