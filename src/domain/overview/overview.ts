// The overview: how far applicants come, how many apply, how soon they hear back, and what needs somebody now.
import { shapeOf } from '../contract.ts'
import { z } from 'zod'
import { filterShape, hiringSteps } from '../applicants/applicants.ts'
import { checklist } from '../organizations/checklist.ts'
import { spaceLefts } from '../cvs/cv-space.ts'
import { incidentRow, attentionOf } from '../incidents/incidents.ts'
import { fill, messages } from '../messages.ts'
import { retentionView, type Day } from '../retention/retention.ts'
import { today } from './today.ts'

export const funnelPeriods = ['30', '90', 'all'] as const
export type FunnelPeriod = (typeof funnelPeriods)[number]
export const DEFAULT_PERIOD: FunnelPeriod = '90'
export const periodLabel: Record<FunnelPeriod, string> = {
  '30': '30 days',
  '90': '90 days',
  all: 'All',
}

/** What the funnel counts, on the wire: what cannot be read is refused. */
export const funnelQuery = z.object({
  period: z.enum(funnelPeriods).default(DEFAULT_PERIOD),
  position: filterShape.position,
})

export type FunnelFilter = z.infer<typeof funnelQuery>

export const funnelSteps = hiringSteps
export type FunnelStep = (typeof funnelSteps)[number]

/** Of those who applied in the period: how many have reached each step, wherever they are now, and how many are rejected. */
export const funnel = z.object(shapeOf([...funnelSteps, 'rejected'] as const, z.number()))
export type Funnel = z.output<typeof funnel>

/** '62% of applied': how many of the step before came this far; undefined for the first one and where nobody was before. */
export function shareOf(funnel: Funnel, step: FunnelStep): string | undefined {
  const before = funnelSteps[funnelSteps.indexOf(step) - 1]
  if (!before || funnel[before] === 0) return undefined
  return `${Math.round((100 * funnel[step]) / funnel[before])}% of ${before}`
}

export const OVERVIEW_WEEKS = 12
/** An application that nobody has answered for longer is mentioned. */
export const WAITING_DAYS = 5
/** A mail that did not arrive is mentioned for so long; by then somebody has found another way. */
export const UNDELIVERED_DAYS = 14
/** Nobody reads a longer list. */
export const MOST_SENTENCES = 5

export const week = z.object({
  /** Its Monday. */
  starts_on: z.string(),
  applications: z.number(),
  /** From applying to the first reply, of those who got one. */
  median_seconds: z.number().nullable(),
})
export type Week = z.output<typeof week>

/** What may need somebody. Only owners are told of a lost store, of room that runs out, of people who wait and of deletions that stopped. */
export const attention = z.object({
  waiting: z.number(),
  /** The store has ended the connection: nothing is read or written there until somebody connects it again. */
  is_store_lost: z.boolean(),
  /** Nothing can be mailed: the installation has no mail server. Owners alone are told. */
  is_mail_off: z.boolean(),
  /** Jobs that are not open any more and still have a page in the store. */
  inactive_linked: z.number(),
  /** Mails about somebody's present status that never arrived, and whose the newest of them was. */
  undelivered: z.object({ count: z.number(), applicant_id: z.string().nullable() }),
  /** CVs in which malware was found, and whose the newest of them is. Owners are told. */
  infected: z.object({ count: z.number(), applicant_id: z.string().nullable() }),
  incidents: z.array(incidentRow),
  pending: z.number(),
  /** How much room there is for another CV. Where there is none, applications come without one. */
  cv_space: z.enum(spaceLefts),
  retention: retentionView,
})
export type Attention = z.output<typeof attention>

export const overview = z.object({
  attention: attention,
  today: today,
  /** For owners of a shop that is at its beginning; null where nothing is left to do, or nobody wants to be told. */
  checklist: checklist.nullable(),
  /** Nobody has applied yet: there is nothing to draw. */
  is_empty: z.boolean(),
  /** The last twelve, the newest last, those without applications too. */
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

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** '1 d 4 h', '3 h 20 min', '12 min': as much as somebody plans by. */
export function inShort(seconds: number): string {
  const two = (large: number, largeWord: string, small: number, smallWord: string) =>
    small > 0 ? `${large} ${largeWord} ${small} ${smallWord}` : `${large} ${largeWord}`
  if (seconds >= DAY) {
    return two(Math.floor(seconds / DAY), 'd', Math.floor((seconds % DAY) / HOUR), 'h')
  }
  if (seconds >= HOUR) {
    return two(Math.floor(seconds / HOUR), 'h', Math.floor((seconds % HOUR) / MINUTE), 'min')
  }
  return `${Math.max(1, Math.round(seconds / MINUTE))} min`
}

export type Sentence =
  | { about: 'incident' | 'undelivered' | 'infected'; text: string; id: string }
  | {
      about:
        | 'mail-off'
        | 'store-lost'
        | 'cv-space'
        | 'retention-stopped'
        | 'waiting'
        | 'pending'
        | 'linked-pages'
        | 'retention-soon'
      text: string
    }

const number = (value: number) => value.toLocaleString('en-GB')

/** What needs somebody now, the most pressing first. */
export function needsAttention(attention: Attention, now: number): Sentence[] {
  const { incidents, retention, waiting, pending, undelivered, inactive_linked } = attention
  const sentences: Sentence[] = incidents.map((incident) => ({
    about: 'incident',
    text: attentionOf(incident, now),
    id: incident.id,
  }))
  if (attention.infected.applicant_id !== null) {
    const { count, applicant_id: id } = attention.infected
    sentences.push({
      about: 'infected',
      text: fill(count === 1 ? 'attention.oneInfected' : 'attention.manyInfected', {
        count: number(count),
      }),
      id,
    })
  }
  if (attention.is_mail_off) {
    sentences.push({ about: 'mail-off', text: messages['attention.mailOff'] })
  }
  if (attention.is_store_lost) {
    sentences.push({ about: 'store-lost', text: messages['attention.storeLost'] })
  }
  if (attention.cv_space === 'none') {
    sentences.push({ about: 'cv-space', text: messages['attention.cvSpaceNone'] })
  }
  if (retention.is_stopped) {
    const text = fill('attention.retentionStopped', {
      due: number(retention.due),
      total: number(retention.total),
    })
    sentences.push({ about: 'retention-stopped', text })
  }
  if (undelivered.applicant_id !== null) {
    const { count, applicant_id: id } = undelivered
    sentences.push({
      about: 'undelivered',
      text: fill(count === 1 ? 'attention.oneUndelivered' : 'attention.manyUndelivered', {
        count: number(count),
      }),
      id,
    })
  }
  if (waiting > 0) {
    sentences.push({
      about: 'waiting',
      text: fill(waiting === 1 ? 'attention.oneWaits' : 'attention.manyWait', {
        count: number(waiting),
      }),
    })
  }
  if (pending > 0) {
    sentences.push({
      about: 'pending',
      text: fill(pending === 1 ? 'attention.onePending' : 'attention.manyPending', {
        count: number(pending),
      }),
    })
  }
  if (attention.cv_space === 'little') {
    sentences.push({ about: 'cv-space', text: messages['attention.cvSpaceLittle'] })
  }
  if (inactive_linked > 0) {
    sentences.push({
      about: 'linked-pages',
      text: fill(inactive_linked === 1 ? 'attention.oneLinked' : 'attention.manyLinked', {
        count: number(inactive_linked),
      }),
    })
  }
  if (retention.soon > 0) {
    sentences.push({
      about: 'retention-soon',
      text: fill(retention.soon === 1 ? 'attention.oneExpires' : 'attention.manyExpire', {
        count: number(retention.soon),
      }),
    })
  }
  return sentences.slice(0, MOST_SENTENCES)
}
