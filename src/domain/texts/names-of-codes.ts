// Countries and currencies: codes, symbols and names, from `Intl`. Separate from the formats, which every page loads.
import { memoized, numberFormat } from './formats.ts'

const RIGHT_TO_LEFT_MARK = '\u200f'

/**
 * '£12.50', and '£30,000' without zero pence. In Arabic text a symbol of Latin letters keeps its own order: 'UK£',
 * which would be rendered as '£UK'.
 */
export function payAmount(amount: number, currency: string): string {
  const parts = numberFormat({
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).formatToParts(amount)
  const isMirrored = parts[0]?.value === RIGHT_TO_LEFT_MARK
  return parts
    .map(({ type, value }) =>
      isMirrored && type === 'currency' && /[A-Z]/.test(value) ? `\u2066${value}\u2069` : value,
    )
    .join('')
}

const namesOfCodes = memoized(
  (locale, options?: Intl.DisplayNamesOptions) =>
    new Intl.DisplayNames(locale, options ?? { type: 'region' }),
)

/** 'United Kingdom' for 'GB' */
export const regionName = (code: string): string => namesOfCodes().of(code) ?? code

/** 'German' for 'de' */
export const languageNameOf = (tag: string): string =>
  namesOfCodes({ type: 'language' }).of(tag) ?? tag

/** The opposite of `regionName`, for English names, full or short: 'GB' for 'United Kingdom' and 'UK'. */
export function regionOfName(name: string): string | undefined {
  regionsByName ??= new Map(
    (['long', 'short'] as const).flatMap((style) =>
      twoLetters().flatMap((code) => {
        const known = namesOfCodes({ type: 'region', style, fallback: 'none' }, 'en').of(code)
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

/**
 * 'GBP' for '£' and for 'GBP'. An ambiguous symbol is that of the currency that an English text means: '$' is 'USD'.
 */
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
