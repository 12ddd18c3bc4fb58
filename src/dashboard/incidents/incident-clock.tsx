// The 72 hours after a breach: as a text in a row, and as a tape in the detail.
import { BREACH_HOURS, clockOf, type IncidentRow } from '#domain/incidents/incidents.ts'
import { t } from '#domain/texts/text.ts'
import { dayAndTime } from '../ui/dates.ts'
import { useNow } from '../ui/time.tsx'

type Clocked = Pick<IncidentRow, 'deadline_at' | 'authority_told_at'>

export function ClockText({ incident }: { incident: Clocked }) {
  const clock = clockOf(incident, useNow())
  if (!clock) return null
  const isUrgent = clock.state !== 'stopped'
  return <span className={isUrgent ? 'font-semibold text-danger-text' : ''}>{clock.text}</span>
}

const WIDTH = 72
const hours = Array.from({ length: BREACH_HOURS + 1 }, (_, hour) => hour)
const tickOf = (hour: number) => {
  if (hour % 24 === 0) return 22
  return hour % 6 === 0 ? 14 : 8
}

/** Never colour and length alone: the figure above means the same. */
export function ClockTape({ incident }: { incident: Clocked }) {
  const clock = clockOf(incident, useNow())
  if (!clock || !incident.deadline_at) return null
  const passed = Math.min(clock.minutes / 60, BREACH_HOURS)
  const label = t('breach.hoursPassed', {
    hours: Math.floor(clock.minutes / 60),
    total: BREACH_HOURS,
  })
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-[24px]/8 font-semibold tabular-nums first-letter:uppercase">
          {clock.text}
        </p>
        <p className="text-meta text-ink-2">
          {t('breach.deadline', { date: dayAndTime(incident.deadline_at) })}
        </p>
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} 56`}
        preserveAspectRatio="none"
        className="block h-14 w-full"
      >
        <rect x="0" y="14" width={WIDTH} height="42" className="fill-sunken" />
        <rect
          x="0"
          y="14"
          width={passed}
          height="42"
          className={clock.state === 'stopped' ? 'fill-line' : 'fill-alert'}
        />
        <g className="stroke-ink-2" strokeWidth="1">
          {hours.map((hour) => (
            <path key={hour} d={`M${hour} 56v-${tickOf(hour)}`} vectorEffect="non-scaling-stroke" />
          ))}
        </g>
        <path
          d={`M${passed} 4V56`}
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          className={clock.state === 'stopped' ? 'stroke-ink-2' : 'stroke-danger'}
        />
      </svg>
      <div
        aria-hidden="true"
        className="mt-1.5 flex justify-between text-meta text-ink-3 tabular-nums"
      >
        {[0, 24, 48, BREACH_HOURS].map((hour) => (
          <span key={hour}>{t('time.hours', { hours: hour })}</span>
        ))}
      </div>
    </>
  )
}
