// The band at the top of the overview: the funnel, what needs attention, and the last weeks.
import { useQuery } from '@tanstack/react-query'
import { messages } from '#domain/messages.ts'
import type { FunnelFilter } from '#domain/overview.ts'
import { Problem } from '../ui/problem.tsx'
import { HiringFunnel } from './hiring-funnel.tsx'
import { LastWeeks } from './last-weeks.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { overviewQuery, useFreshOverview } from './overview-api.ts'

export function OverviewBand({ filter }: { filter: FunnelFilter }) {
  const { data, error, refetch } = useQuery(overviewQuery)
  useFreshOverview()
  const isFailed = error !== null && !data
  return (
    <div className="ledger">
      <div className="grid dock:grid-cols-[minmax(0,1fr)_minmax(300px,424px)]">
        <div className="px-6 pt-5 pb-6 max-md:px-4">
          <HiringFunnel filter={filter} />
        </div>
        <div className="border-line px-6 pt-5 pb-6 max-dock:border-t max-md:px-4 dock:border-s">
          <NeedsAttention
            attention={data?.attention}
            problem={
              isFailed && (
                <Problem text={messages['overview.failed']} onRetry={() => void refetch()} />
              )
            }
          />
        </div>
      </div>
      {!isFailed && <LastWeeks overview={data} />}
    </div>
  )
}
