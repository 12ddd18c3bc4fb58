// The current language and its formats: one for each request, background task, or page.

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

/** `en-XA` is the pseudo-language, for tests: see pseudo.ts. */
export type Locale = Language | 'en-XA'
/** The browser builds insert the language of each copy here: see scripts/texts-plugin.ts. */
export const DEFAULT_LOCALE: Locale = 'en-GB'

/** Where the build puts the scripts of a language, below those of English; an empty text for English. */
export const builtFolder = (locale: Locale): string =>
  locale === 'en-GB' || locale === 'en-XA' ? '' : `${locale}/`

/**
 * The origin of a language, the weakest first: `address` is `lang` in the address of the page, which its links keep.
 */
const languageOrigins = ['nobody', 'shop', 'browser', 'person', 'address'] as const
export type LanguageOrigin = (typeof languageOrigins)[number]

/** The current language, and its origin. */
type Speech = { locale: Locale; by: LanguageOrigin }

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

/** A server works for many people at once, so it uses a context that follows each request (`AsyncLocalStorage`). */
export function keepLocaleIn(other: LocaleContext): void {
  context = other
}

export const inLocale = <Answer>(
  locale: Locale,
  work: () => Answer,
  by: LanguageOrigin = 'nobody',
): Answer => context.run({ locale, by }, work)

/**
 * For a request whose person or shop turns out to have another language: changes it unless a stronger origin is set.
 */
export function continueInLocale(locale: Locale, by: LanguageOrigin): void {
  const speech = context.getStore()
  if (!speech || languageOrigins.indexOf(by) <= languageOrigins.indexOf(speech.by)) return
  speech.locale = locale
  speech.by = by
}

/** Undefined in work that no request caused, such as a reminder. */
export const spokenLocale = (): Locale | undefined => context.getStore()?.locale

export const currentLocale = (): Locale => spokenLocale() ?? DEFAULT_LOCALE

export const languageOrigin = (): LanguageOrigin => context.getStore()?.by ?? 'nobody'

/** Undefined without a preference, so that only the shop's language is left. */
export function preferredLocale(): Locale | undefined {
  return languageOrigin() === 'nobody' ? undefined : currentLocale()
}

/** The value of `lang` in links to our public pages; undefined when the browser or the shop has chosen. */
export function localeInAddress(): Locale | undefined {
  return languageOrigin() === 'address' ? currentLocale() : undefined
}
