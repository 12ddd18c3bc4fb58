// Dates in words: month names always, the viewer's own time zone.
import { dateFormat, dayText, momentText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'

const clock = (date: Date): string =>
  dateFormat({ hour: '2-digit', minute: '2-digit' }).format(date)
// Some British short months have more than three letters ('Sept'); columns of dates need equal widths.
const short = (options: Intl.DateTimeFormatOptions, date: Date): string =>
  dateFormat({ day: 'numeric', month: 'short', ...options })
    .format(date)
    .replace('Sept', 'Sep')
/** '12 Aug', where the year is obvious. */
export const dayAndMonth = (date: Date): string => short({}, date)

/** '12 Aug 2025', for tables. */
export const shortDate = (iso: string): string => short({ year: 'numeric' }, new Date(iso))

/** '12 August 2025, 14:02', for details. */
export const fullDate = (iso: string): string => momentText(new Date(iso))

/** '12 August 2025', when the hour does not matter. */
export const longDate = (iso: string): string => dayText(new Date(iso))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** 'now', '5 min', '3 h', '2 d', and the date itself after four weeks. */
export function sinceThen(iso: string, now = Date.now()): string {
  const passed = now - new Date(iso).getTime()
  if (passed < MINUTE) return t('time.now')
  if (passed < HOUR) return t('time.minutes', { minutes: Math.floor(passed / MINUTE) })
  if (passed < DAY) return t('time.hours', { hours: Math.floor(passed / HOUR) })
  if (passed < 28 * DAY) return t('time.days', { days: Math.floor(passed / DAY) })
  return shortDate(iso)
}

/** 'today, 14:02', '12 Aug, 14:02', for logs; the year only if it is another one. */
export function logDate(iso: string, now = new Date()): string {
  const then = new Date(iso)
  if (then.toDateString() === now.toDateString()) return t('time.todayAt', { time: clock(then) })
  if (then.getFullYear() === now.getFullYear()) {
    return `${dayAndMonth(then)}, ${clock(then)}`
  }
  return shortDate(iso)
}

/** '14:32', when the day is obvious. */
export const timeOfDay = (iso: string): string => clock(new Date(iso))

/** '14 Aug, 09:40', for deadlines. */
export function dayAndTime(iso: string): string {
  const date = new Date(iso)
  return `${dayAndMonth(date)}, ${clock(date)}`
}
