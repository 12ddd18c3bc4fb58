// Numbers, lists, dates and money as the reader's language writes them: the one place that asks `Intl`.
import { currentLocale } from './locale.ts'

/** Making one takes longer than using it a hundred times. */
function kept<Options, Made>(make: (locale: string, options?: Options) => Made) {
  const made = new Map<string, Made>()
  return (options?: Options, locale: string = currentLocale()): Made => {
    const key = options ? locale + JSON.stringify(options) : locale
    let one = made.get(key)
    if (!one) made.set(key, (one = make(tagOf(locale), options)))
    return one
  }
}

/** Versions of ICU differ in which digits Arabic has: a page that a server began and a browser goes on with needs one answer. */
const tagOf = (locale: string): string => (locale === 'ar' ? 'ar-u-nu-latn' : locale)

export const numberFormat = kept(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)
export const dateFormat = kept(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
export const pluralRules = kept(
  (locale, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
)
const listFormat = kept(
  (locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
)

/** '1,234' */
export const numberText = (value: number): string => numberFormat().format(value)

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

/** '£12.50', and '£30,000' without pence that are none. */
export const payAmount = (amount: number, currency: string): string =>
  numberFormat({
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount)

const regionNames = kept(
  (locale, options?: Intl.DisplayNamesOptions) =>
    new Intl.DisplayNames(locale, options ?? { type: 'region' }),
)

/** 'United Kingdom' for 'GB' */
export const regionName = (code: string): string => regionNames().of(code) ?? code

/** The opposite, for English names, full or short: 'GB' for 'United Kingdom' and 'UK'. */
export function regionOfName(name: string): string | undefined {
  regionsByName ??= new Map(
    (['long', 'short'] as const).flatMap((style) =>
      twoLetters().flatMap((code) => {
        const known = regionNames({ type: 'region', style, fallback: 'none' }, 'en').of(code)
        const isOld = Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`
        return known && !isOld ? [[known.toLowerCase(), code] as const] : []
      }),
    ),
  )
  return regionsByName.get(name.toLowerCase())
}
let regionsByName: Map<string, string> | undefined

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const twoLetters = (): string[] => LETTERS.flatMap((one) => LETTERS.map((two) => one + two))

/** Every currency that this machine knows. */
export const currencyCodes = (): readonly string[] =>
  (currencies ??= Intl.supportedValuesOf('currency'))
let currencies: readonly string[] | undefined

/** 'GBP' for '£' and for 'GBP'. A sign of several currencies is that of the one that an English text means: '$' is 'USD'. */
export function currencyOfSign(sign: string): string | undefined {
  if (!currenciesBySign) {
    currenciesBySign = new Map()
    const signOf = (currency: string, currencyDisplay: 'symbol' | 'narrowSymbol') =>
      numberFormat({ style: 'currency', currency, currencyDisplay }, 'en')
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value
    const narrow = Map.groupBy(currencyCodes(), (code) => signOf(code, 'narrowSymbol'))
    for (const [known, codes] of narrow) {
      const [only] = codes
      if (known && only && codes.length === 1) currenciesBySign.set(known, only)
    }
    for (const code of currencyCodes()) {
      const known = signOf(code, 'symbol')
      if (known) currenciesBySign.set(known, code)
      currenciesBySign.set(code, code)
    }
  }
  return currenciesBySign.get(sign)
}
let currenciesBySign: Map<string, string> | undefined
