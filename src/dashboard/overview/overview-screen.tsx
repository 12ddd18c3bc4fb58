// The dashboard's first page: the band with its numbers, and below it every section, one under the other.
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { funnelPeriods, wordForPeriod } from '#domain/overview.ts'
import { jobsQuery } from '../queries.ts'
import { useTitle } from '../shell/title.ts'
import { FilterChoice } from '../ui/choice.tsx'
import { Segments } from '../ui/segments.tsx'
import { OverviewBand } from './overview-band.tsx'
import { useOverviewUrl } from './overview-url.ts'

const EVERY = 'all'
const periods = funnelPeriods.map((value) => ({ value, label: wordForPeriod[value] }))

export function OverviewScreen({ children }: { children: ReactNode }) {
  useTitle('Career Admin Dashboard')
  const { filter, choosePeriod, choosePosition } = useOverviewUrl()
  const jobs = useQuery(jobsQuery).data ?? []
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h1 className="me-auto text-page font-semibold">Career Admin Dashboard</h1>
        {jobs.length > 0 && (
          <FilterChoice
            label="Position in the funnel"
            short="Position"
            options={[
              { value: EVERY, label: 'All' },
              ...jobs.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            value={filter.position ?? EVERY}
            onChange={(next) => choosePosition(next === EVERY ? undefined : next)}
            on={filter.position !== undefined}
          />
        )}
        <Segments
          label="Period"
          segments={periods}
          value={filter.period}
          onChange={choosePeriod}
          small
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 max-md:gap-10">
        <OverviewBand filter={filter} />
        {children}
      </div>
    </>
  )
}
