// What search engines and job boards read of a job beside its text: pay, place, hours and days, each optional
// (docs/decisions/0076).
import { iso31661Alpha2ToAlpha3 } from 'iso-3166'
import { z } from 'zod'
import { day } from '../bounds.ts'
import type { FieldErrors } from '../errors.ts'
import { tooLong, type FieldName } from '../too-long.ts'
import { currencyCodes } from '../texts/names-of-codes.ts'
import { t, type PlainTextCode } from '../texts/text.ts'

export const payPeriods = ['hour', 'day', 'week', 'month', 'year'] as const
export type PayPeriod = (typeof payPeriods)[number]

export const FACT_LIMITS = {
  salary: 99_999_999,
  weekly_hours: 168,
  openings: 9999,
  remote_countries: 50,
  further_places: 20,
  street: 120,
  town: 80,
  region: 80,
  postcode: 20,
  contact: 200,
} as const

/** Countries of ISO 3166-1, by their two letters. */
export const countryCodes: readonly string[] = Object.keys(iso31661Alpha2ToAlpha3)
const isCountry = (code: string): boolean => Object.hasOwn(iso31661Alpha2ToAlpha3, code)

/** A place of work. Each part is optional. */
const jobPlace = z.object({
  street: z.string().nullable(),
  town: z.string().nullable(),
  region: z.string().nullable(),
  postcode: z.string().nullable(),
  country: z.string().nullable(),
})
export type JobPlace = z.output<typeof jobPlace>
export const placeFields = [
  'street',
  'town',
  'region',
  'postcode',
  'country',
] as const satisfies readonly (keyof JobPlace)[]

/** The facts in the server's answers. */
export const jobFactFields = {
  salary_from: z.number().nullable(),
  salary_to: z.number().nullable(),
  salary_currency: z.string().nullable(),
  salary_period: z.enum(payPeriods).nullable(),
  is_remote: z.boolean(),
  street: z.string().nullable(),
  town: z.string().nullable(),
  region: z.string().nullable(),
  postcode: z.string().nullable(),
  country: z.string().nullable(),
  /** Further places, of a job in several shops. */
  further_places: z.array(jobPlace),
  /** From where one may work, if the job is remote; empty: from everywhere. */
  remote_countries: z.array(z.string()),
  weekly_hours: z.number().nullable(),
  /** The number of openings. */
  openings: z.number().nullable(),
  starts_on: z.string().nullable(),
  /** The last day on which one can apply. */
  closes_on: z.string().nullable(),
  /** Contact details of a person. */
  contact: z.string().nullable(),
  /** In no list and no feed: only people with the link find it. */
  is_unlisted: z.boolean(),
} as const
const jobFacts = z.object(jobFactFields)
export type JobFacts = z.output<typeof jobFacts>

export const noFacts: JobFacts = {
  salary_from: null,
  salary_to: null,
  salary_currency: null,
  salary_period: null,
  is_remote: false,
  street: null,
  town: null,
  region: null,
  postcode: null,
  country: null,
  further_places: [],
  remote_countries: [],
  weekly_hours: null,
  openings: null,
  starts_on: null,
  closes_on: null,
  contact: null,
  is_unlisted: false,
}

const saying = (code: PlainTextCode) => ({ error: () => t(code) })

const amount = z
  .number(saying('job.salaryInvalid'))
  .min(0.01, saying('job.salaryInvalid'))
  .max(FACT_LIMITS.salary, saying('job.salaryInvalid'))
  .nullable()

const words = (
  field: 'street' | 'town' | 'region' | 'postcode' | 'contact',
  label: FieldName & typeof field,
) =>
  z
    .string()
    .trim()
    .max(FACT_LIMITS[field], tooLong(label, FACT_LIMITS[field]))
    .nullable()
    .transform((text) => text || null)

const MOST_OF_CODE = 30

/** An ISO code. The error repeats only the beginning of a wrong one. */
function codeOf(isKnown: (code: string) => boolean, unknown: (typed: string) => string) {
  const error = ({ input }: { input?: unknown }) => unknown(String(input).slice(0, MOST_OF_CODE))
  return z
    .string()
    .trim()
    .toUpperCase()
    .max(MOST_OF_CODE, { error, abort: true })
    .refine(isKnown, { error })
}

const country = codeOf(isCountry, (typed) => t('job.countryUnknown', { country: typed }))
const currency = codeOf(
  (typed) => currencyCodes().includes(typed),
  (typed) => t('job.currencyUnknown', { currency: typed }),
)

const placeInputs = {
  street: words('street', 'street'),
  town: words('town', 'town'),
  region: words('region', 'region'),
  postcode: words('postcode', 'postcode'),
  country: country.nullable(),
} as const

/** The facts in a form or an API request. A key that is left out is not changed. */
export const jobFactInputs = {
  salary_from: amount,
  salary_to: amount,
  salary_currency: currency.nullable(),
  salary_period: z.enum(payPeriods).nullable(),
  is_remote: z.boolean(),
  ...placeInputs,
  further_places: z
    .array(z.object(placeInputs))
    .max(FACT_LIMITS.further_places, saying('job.placesTooMany'))
    .transform((places) => places.filter(isSomewhere)),
  remote_countries: z
    .array(country)
    .max(FACT_LIMITS.remote_countries)
    .transform((countries) => [...new Set(countries)]),
  weekly_hours: z
    .number(saying('job.hoursInvalid'))
    .min(1, saying('job.hoursInvalid'))
    .max(FACT_LIMITS.weekly_hours, saying('job.hoursInvalid'))
    .nullable(),
  openings: z
    .int(saying('job.openingsInvalid'))
    .min(1, saying('job.openingsInvalid'))
    .max(FACT_LIMITS.openings, saying('job.openingsInvalid'))
    .nullable(),
  starts_on: day(saying('job.dayInvalid')).nullable(),
  closes_on: day(saying('job.dayInvalid')).nullable(),
  contact: words('contact', 'contact'),
  is_unlisted: z.boolean(),
} as const

const isSomewhere = (place: JobPlace): boolean => Object.values(place).some((part) => part !== null)

type PlacedJob = Pick<JobFacts, 'is_remote' | 'further_places' | keyof JobPlace>

/** All places of a job, its first one first; none when nothing is known, or the job is remote. */
export const placesOf = (job: PlacedJob): JobPlace[] =>
  job.is_remote ? [] : [firstPlace(job), ...job.further_places].filter(isSomewhere)

export const firstPlace = ({ street, town, region, postcode, country }: JobPlace): JobPlace => ({
  street,
  town,
  region,
  postcode,
  country,
})

/**
 * Contradictions between facts, by field. `before`: the job as it is saved. Only a closing day that is newly set, or on
 * which a closed job would be opened again, must not be past: an old advert can be corrected after its end.
 */
export function factProblems(
  job: JobFacts & { is_active: boolean },
  { before, today }: { before: (JobFacts & { is_active: boolean }) | null; today: string },
): FieldErrors {
  const problems: Record<string, string> = {}
  const { salary_from: from, salary_to: to, closes_on } = job
  if (from !== null && to !== null && from > to) problems['salary_to'] = t('job.salaryOrder')
  if (from !== null || to !== null) {
    if (!job.salary_currency) problems['salary_currency'] = t('job.salaryNeedsCurrency')
    if (!job.salary_period) problems['salary_period'] = t('job.salaryNeedsPeriod')
  }
  if (closes_on !== null && closes_on < today) {
    if (closes_on !== (before?.closes_on ?? null)) problems['closes_on'] = t('job.closesOnPast')
    else if (job.is_active && !before?.is_active) problems['closes_on'] = t('job.closedByDay')
  }
  return problems
}

/** A shop's days end in its time zone. A zone that this machine does not know counts as UTC. */
export function dayIn(now: Date, timeZone: string | null): string {
  try {
    // The one locale whose dates have the format of ISO 8601.
    return new Intl.DateTimeFormat('sv-SE', { timeZone: timeZone ?? 'UTC' }).format(now)
  } catch {
    return now.toISOString().slice(0, 10)
  }
}
