// Searches a shop's open jobs, and lists the options to narrow them.
import {
  salaryText,
  publicPay,
  publicPlace,
  type PublicPay,
  type PublicPlace,
} from '../jobs/facts-in-words.ts'
import { payPeriods, type PayPeriod } from '../jobs/job-facts.ts'
import { employmentTypes, jobFieldLabel, noPlace, type JobPost } from '../jobs/jobs.ts'
import { readSalary } from '../jobs/read-facts.ts'
import { onceForEachLanguage } from '../texts/once-for-each-language.ts'
import { REMOTE, SEARCHED_FROM, type JobSearch } from './job-search.ts'

type Texts = Partial<Pick<JobPost, 'description' | 'requirements' | 'benefits'>>

/** The columns of a job that are needed; its texts only for a search by words. */
export type SearchedJob = Pick<JobPost, 'title' | 'employment_type' | 'weekly_hours'> &
  Texts &
  PublicPay &
  PublicPlace

export type Choice = { value: string; label: string }
/** Each is empty when all jobs have the same value. */
export type JobChoices = { places: Choice[]; types: Choice[]; pays: Choice[] }

type Pay = { figure: number; currency: string; period: PayPeriod }

const PAYS_MAX = 4

/** For comparing hourly and yearly pay when the job does not give its hours. */
const WEEKLY_HOURS = 40
const WEEKS_A_YEAR = 52
const timesAYear: Readonly<Record<Exclude<PayPeriod, 'hour'>, number>> = {
  day: 260,
  week: WEEKS_A_YEAR,
  month: 12,
  year: 1,
}

const byHour = ({ figure, period }: Pay, weeklyHours: number | null): number =>
  period === 'hour'
    ? figure
    : (figure * timesAYear[period]) / (WEEKS_A_YEAR * (weeklyHours ?? WEEKLY_HOURS))

/** The highest pay of a job: from its facts, else what can be read with certainty from its text. */
function payOf(job: PublicPay): Pay | null {
  const facts = job.salary_currency ? job : readSalary(job.salary_range ?? '')
  const figure = facts?.salary_to ?? facts?.salary_from
  if (!facts?.salary_currency || !facts.salary_period || !figure) return null
  return { figure, currency: facts.salary_currency, period: facts.salary_period }
}

/** '12.5-GBP-hour' */
const payValue = ({ figure, currency, period }: Pay): string => `${figure}-${currency}-${period}`

function readPay(text: string): Pay | null {
  const [, figure, currency, word] =
    /^(\d{1,8}(?:\.\d{1,2})?)-([A-Z]{3})-([a-z]{3,5})$/.exec(text) ?? []
  const period = payPeriods.find((each) => each === word)
  return figure && currency && period ? { figure: Number(figure), currency, period } : null
}

const payLabel = ({ figure, currency, period }: Pay): string =>
  salaryText({
    salary_from: figure,
    salary_to: null,
    salary_currency: currency,
    salary_period: period,
  }) ?? ''

/** One for each town of a job in several places. */
function placesOf(job: PublicPlace): Choice[] {
  const label = publicPlace(job)
  if (job.is_remote || label === noPlace()) return [{ value: REMOTE, label: noPlace() }]
  const towns = [job, ...job.further_places].flatMap(({ town }) => town ?? [])
  const names = towns.length > 0 ? [...new Set(towns)] : [label]
  return names.map((name) => ({ value: name, label: name }))
}

/** The value may be typed into the address, or copied as it is shown. */
export const isSameChoice = (one: string, other: string): boolean => plain(one) === plain(other)

/** Normalised for search: without accents, in lower case. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Normalised for search, as text or as its bytes. */
export type SearchedText = { includes(word: string): boolean }

/** Normalised, a Korean syllable is up to three signs; a single Arabic ligature is eighteen, and nobody writes only those. */
const GROWTH_MAX = 3

export function searchedText({ description, requirements, benefits }: Texts): string {
  const text = [description, requirements, benefits].join('\n')
  return plain(text).slice(0, text.length * GROWTH_MAX)
}

const searchedFacts = onceForEachLanguage((job: SearchedJob) =>
  plain(
    [
      job.title,
      publicPlace(job),
      job.town,
      jobFieldLabel(job.employment_type),
      publicPay(job),
    ].join('\n'),
  ),
)

/** A word has no space, so that it is in the facts or in the texts and never across them. */
const hasWords = (
  job: SearchedJob,
  text: SearchedText | undefined,
  words: readonly string[],
): boolean => {
  const facts = searchedFacts(job)
  return words.every((word) => facts.includes(word) || text?.includes(word))
}

function paysAtLeast(job: SearchedJob, asked: Pay): boolean {
  const pay = payOf(job)
  if (!pay || pay.currency !== asked.currency) return false
  if (pay.period === asked.period) return pay.figure >= asked.figure
  return byHour(pay, job.weekly_hours) >= byHour(asked, null)
}

/** An invalid amount matches no job. `textOf`: where the texts are not in the jobs. */
export function findJobs<Job extends SearchedJob>(
  jobs: readonly Job[],
  search: JobSearch | null,
  textOf: (job: Job) => SearchedText | undefined = searchedText,
): Job[] {
  if (!search) return [...jobs]
  const words = [...new Set(plain(search.q).split(' ').filter(Boolean))]
  const pay = readPay(search.pay)
  return jobs.filter(
    (job) =>
      (!search.place || placesOf(job).some(({ value }) => isSameChoice(value, search.place))) &&
      (!search.type || job.employment_type === search.type) &&
      (!search.pay || (pay !== null && paysAtLeast(job, pay))) &&
      (words.length === 0 || hasWords(job, textOf(job), words)),
  )
}

/** Each value once, the most frequent first. */
function mostFrequent(values: readonly Choice[]): Choice[] {
  const found = new Map<string, Choice & { count: number }>()
  for (const { value, label } of values) {
    const known = found.get(value)
    if (known) known.count += 1
    else found.set(value, { value, label, count: 1 })
  }
  return [...found.values()]
    .toSorted((one, other) => other.count - one.count || one.label.localeCompare(other.label))
    .map(({ value, label }) => ({ value, label }))
}

/** A few amounts that divide the jobs, in the most frequent currency and period. */
function payChoices(jobs: readonly SearchedJob[]): Choice[] {
  const pays = jobs.map(payOf).filter((pay) => pay !== null)
  const unitOf = ({ currency, period }: Pay) => ({ value: `${currency}-${period}`, label: '' })
  const unit = mostFrequent(pays.map(unitOf))[0]?.value
  const alike = pays.filter((pay) => unitOf(pay).value === unit)
  const figures = [...new Set(alike.map(({ figure }) => figure))].toSorted((a, b) => a - b)
  const [first] = alike
  // The lowest pay would match all of them.
  const above = figures.slice(1)
  const step = Math.max(above.length / PAYS_MAX, 1)
  const chosen = above.filter((_, place) => Math.floor(place % step) === 0).slice(0, PAYS_MAX)
  return first
    ? chosen.map((figure) => ({
        value: payValue({ ...first, figure }),
        label: payLabel({ ...first, figure }),
      }))
    : []
}

/** Also includes the chosen value, even from an old link, so that it can be removed. */
function withChosen(choices: Choice[], chosen: string | undefined, label: string | undefined) {
  const isNew = chosen && !choices.some(({ value }) => isSameChoice(value, chosen))
  const all = isNew ? [...choices, { value: chosen, label: label ?? chosen }] : choices
  return all.length > 1 || isNew ? all : []
}

/** Null for a short list, which is faster to read than to search. */
export const choicesOf = (
  jobs: readonly SearchedJob[],
  search: JobSearch | null,
): JobChoices | null => (search ? choicesFor(jobs, search) : choicesOfAll(jobs))

const choicesOfAll = onceForEachLanguage((jobs: readonly SearchedJob[]) => choicesFor(jobs, null))

function choicesFor(jobs: readonly SearchedJob[], search: JobSearch | null): JobChoices | null {
  if (jobs.length < SEARCHED_FROM && !search) return null
  const types = employmentTypes.filter((type) => jobs.some((job) => job.employment_type === type))
  const pay = readPay(search?.pay ?? '')
  return {
    places: withChosen(mostFrequent(jobs.flatMap(placesOf)), search?.place, undefined),
    types: withChosen(
      types.map((type) => ({ value: type, label: jobFieldLabel(type) })),
      search?.type,
      undefined,
    ),
    pays: withChosen(payChoices(jobs), search?.pay, pay ? payLabel(pay) : undefined),
  }
}
