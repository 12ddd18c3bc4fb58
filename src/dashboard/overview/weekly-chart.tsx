// The line chart of the last weeks. Its library is in a separate chunk, loaded after everything else on the page.
import {
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type DotItemDotProps,
  type TooltipContentProps,
} from 'recharts'
import { rich } from '#domain/texts/text.ts'

/** `reply` is null when no applicant has had one. */
export type WeekPoint = { name: string; applications: number; reply: string | null }

export function WeeklyChart({ weeks }: { weeks: WeekPoint[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      {/* Screen readers use the table beside it. */}
      <LineChart
        data={weeks}
        margin={{ top: 8, right: 6, bottom: 2, left: 6 }}
        accessibilityLayer={false}
      >
        <XAxis dataKey="name" hide />
        {/* Weeks without an application are at the bottom, also when there are no others. */}
        <YAxis hide domain={[0, (most: number) => Math.max(1, most)]} />
        <Tooltip
          cursor={{ stroke: 'var(--field)', strokeWidth: 1 }}
          isAnimationActive={false}
          content={weekAt}
        />
        <Line
          dataKey="applications"
          stroke="var(--brand-500)"
          strokeWidth={2}
          strokeLinecap="round"
          strokeLinejoin="round"
          isAnimationActive={false}
          dot={newestOnly}
          activeDot={{ r: 4, fill: 'var(--brand-500)', stroke: 'var(--surface)', strokeWidth: 2 }}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}

const weekAt = ({ active, payload }: TooltipContentProps) => {
  const week = active ? (payload[0]?.payload as WeekPoint | undefined) : undefined
  return week ? <WeekTooltip week={week} /> : null
}

const newestOnly = ({ index, points, cx, cy }: DotItemDotProps) =>
  index === points.length - 1 ? (
    <circle key="newest" cx={cx} cy={cy} r={4} fill="var(--brand-500)" />
  ) : (
    <g key={index} />
  )

function WeekTooltip({ week: { name, applications, reply } }: { week: WeekPoint }) {
  const values = { day: name, count: applications, b: (text: string[]) => <b key="b">{text}</b> }
  return (
    <p className="rounded-control bg-raised px-2.5 py-1.5 text-meta text-ink shadow-float">
      {reply === null
        ? rich('weeks.week', values)
        : rich('weeks.weekReplied', { ...values, time: reply })}
    </p>
  )
}
