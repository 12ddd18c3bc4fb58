// The facts of a job in words, in the language of the page.
import { dayText, listText, numberText } from '../texts/formats.ts'
import { currentLocale } from '../texts/locale.ts'
import { payAmount, regionName } from '../texts/names-of-codes.ts'
import { t } from '../texts/text.ts'
import { placesOf, type JobFacts, type JobPlace } from './job-facts.ts'
import { readSalary } from './read-facts.ts'

/** What applicants read when no place is given (docs/specification.md §3.3). */
export const noPlace = (): string => t('job.remote')

type PayFields = Pick<JobFacts, 'salary_from' | 'salary_to' | 'salary_currency' | 'salary_period'>
export type PublicPay = PayFields & { salary_range: string | null }
type ShortPlace = Pick<JobPlace, 'town' | 'region' | 'country'>
export type PublicPlace = ShortPlace &
  Pick<JobFacts, 'is_remote' | 'further_places'> & {
    location: string | null
  }

/** '£12.50 to £14 per hour'; null without an amount, its currency or its period. */
export function salaryText(job: PayFields): string | null {
  const { salary_from: from, salary_to: to, salary_currency: currency, salary_period: per } = job
  if (!currency || !per) return null
  const ends = [from, to].map((figure) => figure !== null && payAmount(figure, currency))
  const [lowest, highest] = ends
  let pay: string
  if (lowest && highest) {
    pay = lowest === highest ? lowest : t('job.payRange', { lowest, highest })
  } else if (lowest) pay = t('job.payFrom', { lowest })
  else if (highest) pay = t('job.payUpTo', { highest })
  else return null
  return t(`job.payPer.${per}`, { pay })
}

/**
 * The owner's own text if it matches the amounts, else the amounts: a page must show what it tells search engines
 * (docs/decisions/0076). Only English text can be compared, so pages in other languages show the amounts.
 */
export function publicPay(job: PublicPay): string | null {
  const own = job.salary_range || null
  const figures = salaryText(job)
  if (!own || !figures) return own ?? figures
  const read = readSalary(own)
  const isSame =
    read !== null &&
    read.salary_from === job.salary_from &&
    read.salary_to === job.salary_to &&
    read.salary_currency === job.salary_currency &&
    read.salary_period === job.salary_period
  return isSame && currentLocale().startsWith('en') ? own : figures
}

const shortName = ({ town, region, country }: ShortPlace): string | null =>
  town ?? region ?? (country && regionName(country))

/** The town of each place, else what is known around it; none for a remote job. */
export const placeNames = (job: PublicPlace): string[] =>
  job.is_remote
    ? []
    : [...new Set([job, ...job.further_places].map(shortName).filter((name) => name !== null))]

/**
 * Likewise the owner's own text for the place, unless it omits the towns, or contradicts the facts about working
 * remotely.
 */
export function publicPlace(job: PublicPlace): string {
  const own = job.location || null
  const names = placeNames(job)
  const place = job.is_remote ? noPlace() : names.join(', ')
  if (!own || !place) return own ?? (place || noPlace())
  const mentions = (words: string) => own.toLowerCase().includes(words.toLowerCase())
  const isSame = job.is_remote ? mentions('remote') || mentions(noPlace()) : names.every(mentions)
  return isSame ? own : place
}

/** '12 Park Row, Leeds, LS1 5HN, United Kingdom'; empty when nothing is known. */
export function addressText({ street, town, region, postcode, country }: JobPlace): string {
  const parts = [street, town, region, postcode, country && regionName(country)]
  return parts.filter(Boolean).join(', ')
}

/** Of every place; null without one, and for a remote job. */
const addressesText = (job: JobFacts): string | null =>
  placesOf(job).map(addressText).join(' · ') || null

/** A day of a calendar, in no time zone: '2026-12-31' as '31 December 2026'. */
const calendarDayText = (day: string): string => dayText(new Date(`${day}T00:00Z`), 'UTC')

export const hoursText = (hours: number): string =>
  t('job.hoursAWeek', { hours: numberText(hours) })

/** 'Closes 31 December 2026', for a line or a card. */
export const closesText = (job: Pick<JobFacts, 'closes_on'>): string | null =>
  job.closes_on && t('job.closesOn', { day: calendarDayText(job.closes_on) })

export type NamedFact = readonly [name: string, fact: string]

/** The known facts of a job except place, type, level and pay, each with its label. */
export function structuredFacts(job: JobFacts): readonly NamedFact[] {
  const address = addressesText(job)
  const countries = job.is_remote ? job.remote_countries : []
  const facts: readonly (readonly [string, string | null])[] = [
    [t('job.fact.address'), address === job.town ? null : address],
    [t('job.fact.remoteFrom'), countries.length > 0 ? listText(countries.map(regionName)) : null],
    [t('job.fact.hours'), job.weekly_hours === null ? null : hoursText(job.weekly_hours)],
    [t('job.fact.openings'), job.openings === null ? null : numberText(job.openings)],
    [t('job.fact.starts'), job.starts_on && calendarDayText(job.starts_on)],
    [t('job.fact.closes'), job.closes_on && calendarDayText(job.closes_on)],
    [t('job.fact.contact'), job.contact],
  ]
  return facts.flatMap(([name, fact]) => (fact ? [[name, fact] as const] : []))
}
