// The facts of a job while they are being typed, and the proposals for them from the texts of the ad.
import {
  addressText,
  hoursText,
  noPlace,
  publicPay,
  publicPlace,
  salaryText,
} from '#domain/jobs/facts-in-words.ts'
import {
  countryCodes,
  noFacts,
  payPeriods,
  type JobFacts,
  type JobPlace,
} from '#domain/jobs/job-facts.ts'
import { readFigure, readPlace, readSalary, readWeeklyHours } from '#domain/jobs/read-facts.ts'
import { listText } from '#domain/texts/formats.ts'
import { regionName, regionOfName } from '#domain/texts/names-of-codes.ts'

export type FactText =
  | 'salary_from'
  | 'salary_to'
  | 'salary_currency'
  | 'salary_period'
  | 'street'
  | 'town'
  | 'region'
  | 'postcode'
  | 'country'
  | 'remote_countries'
  | 'weekly_hours'
  | 'openings'
  | 'starts_on'
  | 'closes_on'
  | 'contact'
export type FactsDraft = Record<FactText, string> & {
  is_remote: boolean
  is_unlisted: boolean
  /** Chosen from a list, not typed. */
  further_places: readonly JobPlace[]
}

const numbers = ['salary_from', 'salary_to', 'weekly_hours', 'openings'] as const
const texts = ['street', 'town', 'region', 'postcode', 'contact', 'starts_on', 'closes_on'] as const

export function factsDraftOf(job: JobFacts): FactsDraft {
  const number = (value: number | null) => (value === null ? '' : String(value))
  return {
    salary_from: number(job.salary_from),
    salary_to: number(job.salary_to),
    salary_currency: job.salary_currency ?? '',
    salary_period: job.salary_period ?? '',
    street: job.street ?? '',
    town: job.town ?? '',
    region: job.region ?? '',
    postcode: job.postcode ?? '',
    country: job.country ? regionName(job.country) : '',
    remote_countries: job.remote_countries.map(regionName).join(', '),
    weekly_hours: number(job.weekly_hours),
    openings: number(job.openings),
    starts_on: job.starts_on ?? '',
    closes_on: job.closes_on ?? '',
    contact: job.contact ?? '',
    is_remote: job.is_remote,
    is_unlisted: job.is_unlisted,
    further_places: job.further_places,
  }
}

export const emptyFacts: FactsDraft = factsDraftOf(noFacts)

/**
 * By its code, its name in the reader's language, or its English name; an unknown one is sent unchanged, and the server
 * refuses it.
 */
function countryOf(text: string): string {
  const typed = text.trim()
  const known =
    countryCodes.find((code) => code === typed.toUpperCase()) ??
    countryCodes.find((code) => regionName(code).toLowerCase() === typed.toLowerCase())
  return known ?? regionOfName(typed) ?? typed
}

/** The facts as they are sent. An invalid number is sent as typed: the server reports the error. */
export function sentFacts(draft: FactsDraft): JobFacts {
  const facts = {
    is_remote: draft.is_remote,
    is_unlisted: draft.is_unlisted,
    further_places: [...draft.further_places],
    salary_currency: draft.salary_currency.trim().toUpperCase() || null,
    salary_period: payPeriods.find((period) => period === draft.salary_period) ?? null,
    country: draft.country.trim() ? countryOf(draft.country) : null,
    // Also the separators of Japanese and Arabic.
    remote_countries: draft.remote_countries
      .split(/[,;、،；]/)
      .filter((name) => name.trim())
      .map(countryOf),
  }
  const typed = Object.fromEntries(
    [...numbers, ...texts].map((field) => [field, draft[field].trim() || null] as const),
  )
  for (const field of numbers) {
    if (typed[field]) Object.assign(typed, { [field]: readFigure(typed[field]) ?? typed[field] })
  }
  return { ...noFacts, ...facts, ...typed }
}

/** The part of it that is valid so far. */
export function knownFacts(draft: FactsDraft): JobFacts {
  const sent = sentFacts(draft)
  const figures = numbers.filter((field) => typeof sent[field] !== 'number')
  return {
    ...sent,
    ...Object.fromEntries(figures.map((field) => [field, null])),
    salary_currency: /^[A-Z]{3}$/.test(sent.salary_currency ?? '') ? sent.salary_currency : null,
    country: sent.country && countryCodes.includes(sent.country) ? sent.country : null,
    remote_countries: sent.remote_countries.filter((code) => countryCodes.includes(code)),
    starts_on: isDay(sent.starts_on) ? sent.starts_on : null,
    closes_on: isDay(sent.closes_on) ? sent.closes_on : null,
  }
}

const isDay = (text: string | null): boolean => text !== null && !Number.isNaN(Date.parse(text))

type Words = {
  location: string
  salary_range: string
  description: string
  requirements: string
  benefits: string
}

export type Proposal = { changes: Partial<FactsDraft>; words: string }

/** When text and facts agree, proposes only unknown values: 'Call Lane, Leeds' may begin with a street. */
function placeToPropose(now: JobFacts, words: string): Partial<JobFacts> | null {
  const read = readPlace(words)
  const isKnown = now.is_remote || now.town !== null
  if (!read || !isKnown || publicPlace({ ...now, location: words }) !== words) return read
  return Object.fromEntries(
    Object.entries(read).filter(
      ([field, value]) => now[field as keyof JobFacts] === null && value !== now.town,
    ),
  )
}

/** Values in the text that the facts do not have yet; null when there is nothing to propose. */
export function proposalOf(draft: FactsDraft & Words): Proposal | null {
  const now = knownFacts(draft)
  const salary = readSalary(draft.salary_range)
  const place = placeToPropose(now, draft.location.trim())
  const hours = readWeeklyHours([draft.description, draft.requirements, draft.benefits].join('\n'))
  const known = <Values extends Partial<JobFacts>>(values: Values | null) =>
    Object.fromEntries(
      Object.entries(values ?? {}).filter(([, value]) =>
        Array.isArray(value) ? value.length > 0 : value !== null,
      ),
    ) as Partial<JobFacts>
  const read = {
    // An amount that the text no longer contains is removed with the others.
    ...(salary && { salary_from: salary.salary_from, salary_to: salary.salary_to }),
    ...known(salary),
    ...known(place),
    ...(hours !== null && now.weekly_hours === null && { weekly_hours: hours }),
  }
  const next = { ...now, ...read }
  const before = factsDraftOf(now)
  const changes = Object.fromEntries(
    Object.entries(factsDraftOf(next)).filter(
      ([field, value]) => value !== before[field as keyof FactsDraft],
    ),
  ) as Partial<FactsDraft>
  const isChanged = (fields: readonly (keyof FactsDraft)[]) =>
    fields.some((field) => changes[field] !== undefined)
  const parts = [
    isChanged(['salary_from', 'salary_to', 'salary_currency', 'salary_period']) &&
      (salaryText(next) ?? draft.salary_range.trim()),
    isChanged([
      'is_remote',
      'remote_countries',
      'street',
      'town',
      'region',
      'postcode',
      'country',
    ]) &&
      (next.is_remote
        ? [noPlace(), ...next.remote_countries.map(regionName)].join(', ')
        : addressText(next)),
    changes.weekly_hours !== undefined && hours !== null && hoursText(hours),
  ].filter((part): part is string => typeof part === 'string' && part !== '')
  return parts.length > 0 ? { changes, words: listText(parts) } : null
}

/** Where the facts contradict the owner's text: that text, and what applicants read instead. */
export function overruledWords(draft: FactsDraft & Words): { own: string; shown: string }[] {
  const facts = knownFacts(draft)
  const own = { pay: draft.salary_range.trim(), place: draft.location.trim() }
  const shown = {
    pay: publicPay({ ...facts, salary_range: own.pay || null }),
    place: publicPlace({ ...facts, location: own.place || null }),
  }
  return (['pay', 'place'] as const).flatMap((what) =>
    own[what] && shown[what] && shown[what] !== own[what]
      ? [{ own: own[what], shown: shown[what] }]
      : [],
  )
}
