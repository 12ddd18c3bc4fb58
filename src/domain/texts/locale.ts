// In which language and by whose customs the work at hand speaks: one answer for each request, job of the background, or page.

/** Languages that people can choose; each but the first has a file of this name beside en.json. */
export const languages = [
  'en-GB',
  'en-US',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt-BR',
  'pl',
  'ja',
  'ar',
] as const
export type Language = (typeof languages)[number]

/** The last is the pseudo-language, for tests: see pseudo.ts. */
export const locales = [...languages, 'en-XA'] as const
export type Locale = (typeof locales)[number]
/** The builds for browsers put the language of each copy here: see scripts/texts-plugin.ts. */
export const DEFAULT_LOCALE: Locale = 'en-GB'

/** Where the build puts the scripts of a language, below those of English; an empty text for English. */
export const builtFolder = (locale: Locale): string =>
  locale === 'en-GB' || locale === 'en-XA' ? '' : `${locale}/`

/** Whose wish a language is, the weakest first: `address` is `lang` in the address of the page, which its links keep. */
const wishers = ['nobody', 'shop', 'browser', 'person', 'address'] as const
export type Wisher = (typeof wishers)[number]

/** What the work at hand speaks, and by whose wish. */
type Speech = { locale: Locale; by: Wisher }

type LocaleContext = {
  run: <Answer>(speech: Speech, work: () => Answer) => Answer
  getStore: () => Speech | undefined
}

/** For a page, which one person has open, and for a rendering, which ends before another begins. */
class OneAtATime implements LocaleContext {
  #current: Speech | undefined
  run<Answer>(speech: Speech, work: () => Answer): Answer {
    const before = this.#current
    this.#current = speech
    try {
      return work()
    } finally {
      this.#current = before
    }
  }
  getStore(): Speech | undefined {
    return this.#current
  }
}

let context: LocaleContext = new OneAtATime()

/** A server works for many people at once, so it brings a context that follows each request (`AsyncLocalStorage`). */
export function keepLocaleIn(other: LocaleContext): void {
  context = other
}

export const inLocale = <Answer>(
  locale: Locale,
  work: () => Answer,
  by: Wisher = 'nobody',
): Answer => context.run({ locale, by }, work)

/** For a request that turns out to be of a person, or for a shop, with another language: changes it where no stronger wish is known. */
export function continueInLocale(locale: Locale, by: Wisher): void {
  const speech = context.getStore()
  if (!speech || wishers.indexOf(by) <= wishers.indexOf(speech.by)) return
  speech.locale = locale
  speech.by = by
}

/** Undefined in work that nobody asked for, such as a reminder. */
export const spokenLocale = (): Locale | undefined => context.getStore()?.locale

export const currentLocale = (): Locale => spokenLocale() ?? DEFAULT_LOCALE

export const wisher = (): Wisher => context.getStore()?.by ?? 'nobody'

/** Undefined where nobody has a wish, so that only the shop's language is left. */
export function wishedLocale(): Locale | undefined {
  return wisher() === 'nobody' ? undefined : currentLocale()
}

/** What links to our public pages carry on as `lang`; undefined where the browser or the shop has chosen. */
export function localeInAddress(): Locale | undefined {
  return wisher() === 'address' ? currentLocale() : undefined
}
