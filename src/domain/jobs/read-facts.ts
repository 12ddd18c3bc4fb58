// Extracts pay, place and hours from people's own texts: '£12.50 per hour', 'Leeds', '20 hours a week'. It returns only
// what is certain; nothing is saved before a person has accepted it.
import { currencyOfSign, regionOfName } from '../texts/names-of-codes.ts'
import { FACT_LIMITS, countryCodes, type JobFacts, type PayPeriod } from './job-facts.ts'

export type Salary = Pick<
  JobFacts,
  'salary_from' | 'salary_to' | 'salary_currency' | 'salary_period'
>
export type Place = Pick<
  JobFacts,
  'is_remote' | 'remote_countries' | 'street' | 'town' | 'region' | 'postcode' | 'country'
>

type Amount = {
  value: number
  isThousands: boolean
  currency: string | null
  from: number
  to: number
}

/** '30,000', '12.50', '1.200,50' and '12,5': the last mark is the decimal one unless three digits follow it. */
function numberOf(text: string): number {
  const mark = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const isDecimal = mark >= 0 && text.length - mark - 1 !== 3
  const digits = (part: string) => part.replace(/[.,]/g, '')
  return isDecimal
    ? Number(`${digits(text.slice(0, mark))}.${digits(text.slice(mark + 1))}`)
    : Number(digits(text))
}

/** An amount typed into its field; null when it is none. */
export const readFigure = (text: string): number | null =>
  /^\d[\d.,]*$/.test(text.trim()) ? numberOf(text.trim()) : null

function amountsOf(text: string): Amount[] {
  return [...text.matchAll(/\d(?:[\d.,]*\d)?/g)].flatMap(({ 0: digits, index }) => {
    const end = index + digits.length
    const isThousands = /^\s?k\b/i.test(text.slice(end, end + 3))
    const value = numberOf(digits) * (isThousands ? 1000 : 1)
    if (!(value > 0) || value > FACT_LIMITS.salary) return []
    const before = /(?:\p{Sc}|[A-Za-z$]{2,3})$/u.exec(
      text.slice(Math.max(0, index - 4), index).trim(),
    )
    const rest = text
      .slice(end, end + 8)
      .trimStart()
      .replace(/^k\b/i, '')
      .trimStart()
    const after = /^(?:\p{Sc}|[A-Za-zł]{2,3}\b)/u.exec(rest)
    const sign = [before?.[0], before?.[0].slice(-1), after?.[0]].find(
      (each) => each && currencyOfSign(each),
    )
    return [
      {
        value,
        isThousands,
        currency: sign ? (currencyOfSign(sign) ?? null) : null,
        from: index,
        to: end,
      },
    ]
  })
}

const periods: readonly (readonly [PayPeriod, RegExp])[] = [
  ['hour', /\b(?:per|an?|each|every) h(?:ou)?r\b|\/ ?h(?:(?:ou)?r)?\b|\bhourly\b|\bp\.?h\b/i],
  ['day', /\b(?:per|a|each|every) day\b|\/ ?day\b|\bdaily\b/i],
  ['week', /\b(?:per|a|each|every) week\b|\/ ?week\b|\bweekly\b|\bp\.?w\b/i],
  ['month', /\b(?:per|a|each|every) month\b|\/ ?month\b|\bmonthly\b|\bp\.?c\.?m\b/i],
  [
    'year',
    /\b(?:per|a|each|every) (?:year|annum)\b|\/ ?year\b|\byearly\b|\bannual(?:ly)?\b|\bp\.?a\b/i,
  ],
]
const periodOf = (text: string): PayPeriod | null =>
  periods.find(([, words]) => words.test(text))?.[0] ?? null

/** Null when no amount is certain: one has a currency or a period. */
export function readSalary(text: string): Salary | null {
  const salary_period = periodOf(text)
  const amounts = amountsOf(text)
  const at = Math.max(
    amounts.findIndex(({ currency }) => currency !== null),
    0,
  )
  const [first, second] = amounts.slice(at)
  if (!first || (first.currency === null && salary_period === null)) return null
  // 'to', 'kto' between '25k to 30k', 'ustous' between 'US$12 to US$14'
  const between = second ? text.slice(first.to, second.from).replace(/[\p{Sc}\s]/gu, '') : ''
  const isRange = second !== undefined && /^[a-z]{0,3}(?:to|and|[-–—])[a-z]{0,3}$/i.test(between)
  const lead = text.slice(0, first.from)
  const salary_currency = first.currency ?? (isRange ? second.currency : null)
  if (!isRange) {
    const isMost = /\b(?:up to|at most|max(?:imum)?)\b/i.test(lead)
    const isLeast = /\b(?:from|at least|min(?:imum)?)\b/i.test(lead) || text[first.to] === '+'
    return {
      salary_from: isMost ? null : first.value,
      salary_to: isLeast ? null : first.value,
      salary_currency,
      salary_period,
    }
  }
  // '£25–30k'
  const scale = second.isThousands && !first.isThousands && first.value < 1000 ? 1000 : 1
  const salary_from = first.value * scale
  if (salary_from > second.value) return null
  return { salary_from, salary_to: second.value, salary_currency, salary_period }
}

const HOURS =
  /(\d{1,3}(?:[.,]\d)?)[ -]?(?:hours?|hrs?)(?: (?:per|a|each|every) |\/| )(?:week\b|weekly\b)/i

/** '20 hours a week', '37.5-hour week' */
export function readWeeklyHours(text: string): number | null {
  const hours = Number(HOURS.exec(text)?.[1]?.replace(',', '.'))
  return hours >= 1 && hours <= FACT_LIMITS.weekly_hours ? hours : null
}

const countryOf = (name: string): string | undefined => {
  const region = regionOfName(name.trim())
  return region && countryCodes.includes(region) ? region : undefined
}

const BRITISH_POSTCODE = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i

/** Null when the text names several places, or none. */
export function readPlace(text: string): Place | null {
  const none = { street: null, town: null, region: null, postcode: null, country: null }
  const parts = text
    .split(/[,;()]|\s[-–—]\s/)
    .map((part) => part.trim())
    .filter(Boolean)
  const [head] = parts
  if (!head) return null
  if (/^(?:fully )?remote\b/i.test(head)) {
    const named = text
      .replace(/\b(?:fully|remote|only|in|within|the|from)\b/gi, ',')
      .split(/[,;()/&]|\band\b|\bor\b/i)
      .flatMap((part) => countryOf(part) ?? [])
    return { ...none, is_remote: true, remote_countries: [...new Set(named)] }
  }
  if (/[;/|]|\b(?:and|or)\b/i.test(text)) return null
  const place: Place = { ...none, is_remote: false, remote_countries: [] }
  const last = parts.length > 1 ? countryOf(parts.at(-1) ?? '') : undefined
  if (last) {
    place.country = last
    parts.pop()
  }
  const rest = parts.flatMap((part) => {
    const postcode = BRITISH_POSTCODE.exec(part)?.[0]
    if (!postcode) return part
    place.postcode = postcode.toUpperCase()
    place.country ??= 'GB'
    return part.slice(0, -postcode.length).trim() || []
  })
  if (/\d/.test(rest[0] ?? '')) place.street = rest.shift() ?? null
  const [town, region] = rest
  place.town = town ?? null
  place.region = region ?? null
  const isShort = (field: 'street' | 'town' | 'region') =>
    (place[field]?.length ?? 0) <= FACT_LIMITS[field]
  return place.town && isShort('street') && isShort('town') && isShort('region') ? place : null
}
