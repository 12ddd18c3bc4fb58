// The funnel by period and position, and the trend of the last weeks.
import { useQuery } from '@tanstack/react-query'
import { funnelPeriods, periodLabel, type Overview } from '#domain/overview/overview.ts'
import { t } from '#domain/texts/text.ts'
import { jobsQuery } from '../queries.ts'
import { FilterChoice } from '../ui/forms/choice.tsx'
import { Segments } from '../ui/forms/segments.tsx'
import { HiringFunnel } from './hiring-funnel.tsx'
import { LastWeeks } from './last-weeks.tsx'
import { SourcesChart } from './sources-chart.tsx'
import { useOverviewUrl } from './overview-url.ts'

const EVERY = 'all'
const periods = funnelPeriods.map((value) => ({ value, label: periodLabel(value) }))

export function FunnelBand({ overview }: { overview: Overview }) {
  const { filter, choosePeriod, choosePosition } = useOverviewUrl()
  const jobs = useQuery(jobsQuery).data ?? []
  return (
    <div className="ledger">
      <div className="px-6 pt-5 pb-6 max-md:px-4">
        <HiringFunnel filter={filter}>
          {jobs.length > 0 && (
            <FilterChoice
              label={t('funnel.position')}
              short={t('funnel.positionShort')}
              options={[
                { value: EVERY, label: t('funnel.everyPosition') },
                ...jobs.map(({ id, title }) => ({ value: id, label: title })),
              ]}
              value={filter.position ?? EVERY}
              onChange={(next) => choosePosition(next === EVERY ? undefined : next)}
              on={filter.position !== undefined}
            />
          )}
          <Segments
            label={t('funnel.period')}
            segments={periods}
            value={filter.period}
            onChange={choosePeriod}
            small
          />
        </HiringFunnel>
      </div>
      <SourcesChart filter={filter} />
      <LastWeeks overview={overview} />
    </div>
  )
}
