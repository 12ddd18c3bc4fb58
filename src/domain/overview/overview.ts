// The overview: the funnel of applicants, how many apply, how soon they get a reply, and what needs attention now.
import { CV_MAX_BYTES } from '../cvs/cvs.ts'
import { shapeOf } from '../contract.ts'
import { z } from 'zod'
import { filterShape, hiringSteps } from '../applicants/applicants.ts'
import { sourceCount } from '../careers/sources.ts'
import { checklist } from '../organizations/checklist.ts'
import { incidentRow, attentionOf } from '../incidents/incidents.ts'
import { MEGABYTE, spaceLefts, withReserve } from '../cvs/cv-space.ts'
import { limitUse, type LimitName, type LimitUse } from '../organizations/organization-limits.ts'
import { themeProblems, themeProblemText } from '../store/store.ts'
import { t } from '../texts/text.ts'
import { addDays, dayOf, retentionView, type Day } from '../retention/retention.ts'
import { RIGHTS } from '../rights/rights.ts'
import { today } from './today.ts'
import { numberText } from '../texts/formats.ts'

export const funnelPeriods = ['30', '90', 'all'] as const
export type FunnelPeriod = (typeof funnelPeriods)[number]
export const DEFAULT_PERIOD: FunnelPeriod = '90'
/** Of the home in a store's admin. */
export const HOME_PERIOD = '30' satisfies FunnelPeriod
export const periodLabel = (period: FunnelPeriod): string =>
  period === 'all' ? t('list.all') : t(`overview.period.${period}`)

/** The filters of the funnel, on the wire: an invalid one is refused. */
export const funnelQuery = z.object({
  period: z.enum(funnelPeriods).default(DEFAULT_PERIOD),
  position: filterShape.position,
})

export type FunnelFilter = z.infer<typeof funnelQuery>

export const funnelSteps = hiringSteps
export type FunnelStep = (typeof funnelSteps)[number]

/**
 * For applications in the period: how many have reached each step, whatever their status is now, and how many are
 * rejected. `seen`: views of the jobs' pages in it.
 */
export const funnel = z.object(shapeOf(['seen', ...funnelSteps, 'rejected'] as const, z.number()))

/** The sources of applications in the period, the most frequent first; null: unknown. */
export const sources = z.object({ sources: z.array(sourceCount) })
export type Funnel = z.output<typeof funnel>

/** '62% of applied': the share of the step before that reached this one; undefined for the first step and after an empty one. */
export function shareOf(funnel: Funnel, step: FunnelStep): string | undefined {
  const before = funnelSteps[funnelSteps.indexOf(step) - 1]
  if (!before || funnel[before] === 0) return undefined
  const percent = Math.round((100 * funnel[step]) / funnel[before])
  return t('overview.shareOf', { percent, status: t(`status.inSentence.${before}`) })
}

export const OVERVIEW_WEEKS = 12
/** An application without a reply for longer is listed. */
export const WAITING_DAYS = 5
/** A failed mail is listed for this long; after that staff have found another way. */
export const UNDELIVERED_DAYS = 14
/** A longer list would not be read. */
export const MOST_SENTENCES = 5

const week = z.object({
  /** The Monday of the week. */
  starts_on: z.string(),
  applications: z.number(),
  /** From the application to the first reply, for those with a reply. */
  median_seconds: z.number().nullable(),
})
export type Week = z.output<typeof week>

/**
 * What may need attention. Only owners see a lost store, space that runs out, pending members, and stopped deletions.
 */
const attention = z.object({
  waiting: z.number(),
  /** The store has ended the connection: nothing is read or written there until it is connected again. */
  is_store_lost: z.boolean(),
  /** The stores' API version, when it is not the one that this program uses. Only owners see it. */
  store_version: z.string().nullable(),
  /** Per store that is not lost. Only owners see it. */
  theme_problems: themeProblems,
  /** No mail can be sent: the installation has no mail server. Only owners see it. */
  is_mail_off: z.boolean(),
  /** Jobs that are no longer open and still have a page in the store. */
  inactive_linked: z.number(),
  /** Failed mails about an applicant's current status, and the applicant of the newest one. */
  undelivered: z.object({ count: z.number(), applicant_id: z.string().nullable() }),
  /** CVs with malware, and the applicant of the newest one. Only owners see it. */
  infected: z.object({ count: z.number(), applicant_id: z.string().nullable() }),
  incidents: z.array(incidentRow),
  pending: z.number(),
  /** The clocks of the machine and the database differ, so nothing is deleted in time. Only owners see it. */
  is_clock_wrong: z.boolean(),
  /** The free space of the whole installation for CVs. Without any, applications are submitted without one. */
  cv_space: z.enum(spaceLefts),
  /** Limits of the organization that are nearly or fully used. Only owners see them. */
  limits: z.array(limitUse),
  retention: retentionView,
  /** Requests about personal data that wait for an answer, and the overdue ones. */
  requests: z.object({ open: z.number(), overdue: z.number(), next_due_at: z.string().nullable() }),
})
export type Attention = z.output<typeof attention>

export const overview = z.object({
  attention: attention,
  today: today,
  /** For owners of a new shop; null when everything is done or the checklist was closed. */
  checklist: checklist.nullable(),
  /** There is no application yet, so there is nothing to show. */
  is_empty: z.boolean(),
  /** The last twelve, the newest last, including those without applications. */
  weeks: z.array(week),
  /** Over all of these weeks. */
  median_seconds: z.number().nullable(),
})
export type Overview = z.output<typeof overview>

/** The Monday of a day's week. */
export function mondayOf(day: Day): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

/** The Monday of the first week that is shown. */
export const firstOfWeeks = (now: Date): Day =>
  addDays(mondayOf(dayOf(now)), -7 * (OVERVIEW_WEEKS - 1))

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** '1 d 4 h', '3 h 20 min', '12 min': precise enough to plan by. */
export function inShort(seconds: number): string {
  const minutes = Math.floor((seconds % HOUR) / MINUTE)
  const hours = Math.floor((seconds % DAY) / HOUR)
  const days = Math.floor(seconds / DAY)
  if (days > 0) return hours > 0 ? t('time.daysHours', { days, hours }) : t('time.days', { days })
  if (hours > 0) {
    return minutes > 0 ? t('time.hoursMinutes', { hours, minutes }) : t('time.hours', { hours })
  }
  return t('time.minutes', { minutes: Math.max(1, Math.round(seconds / MINUTE)) })
}

type LimitSentence = `limit-${LimitName}`
export type Sentence =
  | { about: 'incident' | 'undelivered' | 'infected'; text: string; id: string }
  | {
      about:
        | 'mail-off'
        | 'store-lost'
        | 'store-version'
        | 'theme-behind'
        | 'cv-space'
        | LimitSentence
        | 'clock-wrong'
        | 'retention-stopped'
        | 'waiting'
        | 'pending'
        | 'linked-pages'
        | 'retention-soon'
        | 'requests-overdue'
        | 'requests-soon'
      text: string
    }

/** The same period as the last reminder by mail. */
const REQUEST_SOON_MS = RIGHTS.reminderDays[1] * DAY * 1000

function sentenceOfSpace({ used, most }: LimitUse): string {
  const megabytes = (bytes: number) => numberText(Math.round(bytes / MEGABYTE))
  const last = withReserve(most)
  if (used + CV_MAX_BYTES > last) {
    return t('attention.limit.cvSpaceFull', { used: megabytes(used) })
  }
  const values = { used: megabytes(used), most: megabytes(most), last: megabytes(last) }
  return t(used < most ? 'attention.limit.cv-space' : 'attention.limit.cvSpaceOver', values)
}

function sentenceOfLimit(use: LimitUse): Sentence {
  const { about, used, most } = use
  const text =
    about === 'cv-space'
      ? sentenceOfSpace(use)
      : t(`attention.limit.${about}`, { used: numberText(used), most: numberText(most) })
  return { about: `limit-${about}`, text }
}

/** People at risk, and deadlines of the law. */
function* urgentCases(attention: Attention, now: number): Iterable<Sentence> {
  for (const incident of attention.incidents) {
    yield { about: 'incident', text: attentionOf(incident, now), id: incident.id }
  }
  if (attention.infected.applicant_id !== null) {
    const { count, applicant_id: id } = attention.infected
    yield {
      about: 'infected',
      text: t(count === 1 ? 'attention.oneInfected' : 'attention.manyInfected', {
        count: numberText(count),
      }),
      id,
    }
  }
  const { overdue, next_due_at } = attention.requests
  if (overdue > 0) {
    yield {
      about: 'requests-overdue',
      text: t('attention.requestsOverdue', { count: overdue }),
    }
  } else if (next_due_at && Date.parse(next_due_at) - now < REQUEST_SOON_MS) {
    yield { about: 'requests-soon', text: t('attention.requestsSoon') }
  }
}

/** What does not work until somebody acts. */
function* brokenParts(attention: Attention): Iterable<Sentence> {
  const { retention } = attention
  if (attention.is_mail_off) yield { about: 'mail-off', text: t('attention.mailOff') }
  if (attention.is_store_lost) yield { about: 'store-lost', text: t('attention.storeLost') }
  if (attention.store_version) {
    const text = t('attention.storeVersion', { version: attention.store_version })
    yield { about: 'store-version', text }
  }
  for (const one of attention.theme_problems) {
    yield { about: 'theme-behind', text: themeProblemText(one) }
  }
  yield* attention.limits.filter(({ used, most }) => used >= most).map(sentenceOfLimit)
  if (attention.cv_space === 'none') {
    yield { about: 'cv-space', text: t('attention.cvSpaceNone') }
  }
  if (attention.is_clock_wrong) yield { about: 'clock-wrong', text: t('attention.clockWrong') }
  if (retention.is_stopped) {
    const text = t('attention.retentionStopped', {
      due: numberText(retention.due),
      total: numberText(retention.total),
    })
    yield { about: 'retention-stopped', text }
  }
}

/** People who wait for an answer. */
function* waitingPeople({ undelivered, waiting, pending }: Attention): Iterable<Sentence> {
  if (undelivered.applicant_id !== null) {
    const { count, applicant_id: id } = undelivered
    yield {
      about: 'undelivered',
      text: t(count === 1 ? 'attention.oneUndelivered' : 'attention.manyUndelivered', {
        count: numberText(count),
      }),
      id,
    }
  }
  if (waiting > 0) {
    yield {
      about: 'waiting',
      text: t(waiting === 1 ? 'attention.oneWaits' : 'attention.manyWait', {
        count: numberText(waiting),
      }),
    }
  }
  if (pending > 0) {
    yield {
      about: 'pending',
      text: t(pending === 1 ? 'attention.onePending' : 'attention.manyPending', {
        count: numberText(pending),
      }),
    }
  }
}

/** What will matter soon. */
function* warnings({
  limits,
  cv_space,
  inactive_linked,
  retention,
}: Attention): Iterable<Sentence> {
  yield* limits.filter(({ used, most }) => used < most).map(sentenceOfLimit)
  if (cv_space === 'little') yield { about: 'cv-space', text: t('attention.cvSpaceLittle') }
  if (inactive_linked > 0) {
    yield {
      about: 'linked-pages',
      text: t(inactive_linked === 1 ? 'attention.oneLinked' : 'attention.manyLinked', {
        count: numberText(inactive_linked),
      }),
    }
  }
  if (retention.soon > 0) {
    yield {
      about: 'retention-soon',
      text: t(retention.soon === 1 ? 'attention.oneExpires' : 'attention.manyExpire', {
        count: numberText(retention.soon),
      }),
    }
  }
}

/** What needs attention now, the most urgent first. */
export const needsAttention = (attention: Attention, now: number): Sentence[] =>
  [
    ...urgentCases(attention, now),
    ...brokenParts(attention),
    ...waitingPeople(attention),
    ...warnings(attention),
  ].slice(0, MOST_SENTENCES)
