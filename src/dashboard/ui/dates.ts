// Dates in words: month names always, the viewer's own time zone.

// British short months are not all of three letters ('Sept'); columns of dates want them so.
const month = new Intl.DateTimeFormat('en-US', { month: 'short' })
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayAndMonth = (date: Date): string => `${date.getDate()} ${month.format(date)}`

/** '12 Aug 2025', for tables. */
export function shortDate(iso: string): string {
  const date = new Date(iso)
  return `${dayAndMonth(date)} ${date.getFullYear()}`
}

/** '12 August 2025, 14:02', for details. */
export const fullDate = (iso: string): string => moment.format(new Date(iso)).replace(' at ', ', ')

/** '12 August 2025', where the hour tells nothing. */
export const longDate = (iso: string): string => day.format(new Date(iso))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** 'now', '5 min', '3 h', '2 d', and the date itself after four weeks. */
export function sinceThen(iso: string, now = Date.now()): string {
  const passed = now - new Date(iso).getTime()
  if (passed < MINUTE) return 'now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min`
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h`
  if (passed < 28 * DAY) return `${Math.floor(passed / DAY)} d`
  return shortDate(iso)
}

/** 'today, 14:02', '12 Aug, 14:02', for logs; the year only where it is another one. */
export function logDate(iso: string, now = new Date()): string {
  const then = new Date(iso)
  if (then.toDateString() === now.toDateString()) return `today, ${clock.format(then)}`
  if (then.getFullYear() === now.getFullYear()) {
    return `${dayAndMonth(then)}, ${clock.format(then)}`
  }
  return shortDate(iso)
}

/** '14:32', where the day is plain. */
export const timeOfDay = (iso: string): string => clock.format(new Date(iso))

/** '14 Aug, 09:40', for deadlines. */
export function dayAndTime(iso: string): string {
  const date = new Date(iso)
  return `${dayAndMonth(date)}, ${clock.format(date)}`
}

const numbers = new Intl.NumberFormat('en-GB')
/** '1,204' */
export const count = (value: number): string => numbers.format(value)
/** '1 applicant', '2 applicants' */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`
