// Which time a deletion may believe: what a wrong clock deletes is gone for good (docs/decisions/0032-retention.md).

declare const believed: unique symbol
/**
 * A moment before which something is deleted because of its age; a plain date does not compile. Only the guard of deletions makes
 * one (src/data/retention/judge-time.ts), and only while it believes the time.
 */
export type Cutoff = Date & { readonly [believed]: true }

/** The time, when it is believed. */
export type DeletionTime = {
  readonly now: Cutoff
  /** The machine's, as in `Clock`: by which sessions end. */
  readonly machine: Cutoff
  /** So many seconds before now. */
  ago(seconds: number): Cutoff
  /** The same day and time of the calendar, so many months before now. */
  monthsAgo(months: number): Cutoff
}

export const BELIEVED = {
  /** The clocks of the machine and of the database may differ by so many seconds. */
  differenceSeconds: 300,
  /** A gap up to this is believed at once: a restart, or a server that was off for some hours. */
  gapHours: 6,
  /** A longer gap is believed after so many hours of steady running. */
  steadyHours: 6,
  /** A gap longer than this only when a person says that the time is right. */
  offDays: 4,
  /** A look counts at most so many seconds as passed: who looks each minute has seen them pass. */
  lookSeconds: 120,
} as const

/** In UTC, so that summer time moves nothing. Where the month has no such day it is the month's last one: nothing goes early. */
export function monthsBefore(now: Date, months: number): Date {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() - months)
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0)
  return then
}

/** What the servers remember of the time, in milliseconds. */
export type TimeMark = {
  /** The latest time that was believed, and since then what was seen to pass. */
  seen: number
  /** What the clock said at the last look. */
  looked: number
  /** For how many seconds time has passed steadily since a gap was noticed. */
  steadySeconds: number
}

/** `clocks`: of the machine and of the database. `seconds`: how far the clock is ahead of what was expected, negative behind. */
export type TimeDoubt = { about: 'clocks' | 'ahead' | 'behind'; seconds: number }

const HOUR_MS = 3_600_000

/** What a look at the clock changes, and whether the time may be believed. */
export function lookAtTime(
  mark: TimeMark | undefined,
  now: number,
): { mark: TimeMark; doubt: TimeDoubt | undefined } {
  const believedNow = { mark: { seen: now, looked: now, steadySeconds: 0 }, doubt: undefined }
  if (!mark) return believedNow
  const { seen, looked, steadySeconds } = mark
  if (now < seen) {
    const isNear = seen - now <= BELIEVED.differenceSeconds * 1000
    const seconds = Math.round((now - seen) / 1000)
    return {
      mark: { seen, looked: now, steadySeconds: 0 },
      doubt: isNear ? undefined : { about: 'behind', seconds },
    }
  }
  const passed = Math.min(Math.max(now - looked, 0), BELIEVED.lookSeconds * 1000)
  const gap = now - seen - passed
  if (gap <= BELIEVED.gapHours * HOUR_MS) return believedNow
  const isSteady = Math.abs(now - looked) <= BELIEVED.gapHours * HOUR_MS
  const steady = isSteady ? steadySeconds + passed / 1000 : 0
  const isShort = gap <= BELIEVED.offDays * 24 * HOUR_MS
  if (isShort && steady >= BELIEVED.steadyHours * 3600) return believedNow
  return {
    mark: { seen: seen + passed, looked: now, steadySeconds: steady },
    doubt: { about: 'ahead', seconds: Math.round(gap / 1000) },
  }
}
