// Numbers, lists, dates and money in the reader's language. Code with a purpose of its own uses `Intl` in its own file.
import { currentLocale } from './locale.ts'

/** Creating a formatter takes longer than using it a hundred times. */
export function memoized<Options, Made>(make: (locale: string, options?: Options) => Made) {
  const made = new Map<string, Made>()
  return (options?: Options, locale: string = currentLocale()): Made => {
    const key = options ? locale + JSON.stringify(options) : locale
    let one = made.get(key)
    if (!one) made.set(key, (one = make(tagOf(locale), options)))
    return one
  }
}

/** Versions of ICU differ in the digits of Arabic: server rendering and hydration must agree. */
const tagOf = (locale: string): string => (locale === 'ar' ? 'ar-u-nu-latn' : locale)

export const numberFormat = memoized(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)
export const dateFormat = memoized(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
export const pluralRules = memoized(
  (locale, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
)
const listFormat = memoized(
  (locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
)

/** '1,234'. Small numbers are the same in all our languages, and the first formatter of a page costs it 20 ms. */
export const numberText = (value: number): string =>
  Number.isInteger(value) && value >= 0 && value < 1000
    ? String(value)
    : numberFormat().format(value)

/** 'Barista, Baker and Cook' */
export const listText = (parts: Iterable<string>): string => listFormat().format(parts)

/** '12 August 2025' */
export const dayText = (date: Date, timeZone?: 'UTC'): string =>
  dateFormat({
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    ...(timeZone && { timeZone }),
  }).format(date)

/** '12 August 2025, 14:02' */
export const momentText = (date: Date, timeZone?: 'UTC'): string =>
  dateFormat({
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone && { timeZone }),
  })
    .format(date)
    .replace(' at ', ', ')

/** '£1,204.00' */
export const moneyText = (amount: number, currency: string): string =>
  numberFormat({
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(amount)
