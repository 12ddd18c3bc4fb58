// In which language and by whose customs the work at hand speaks: one answer for each request, job of the background, or page.

/** Languages that the catalogue has a file for. The last is English in disguise, for tests: see pseudo.ts. */
export const locales = ['en-GB', 'en-XA'] as const
export type Locale = (typeof locales)[number]
export const DEFAULT_LOCALE: Locale = 'en-GB'

type LocaleContext = {
  run: <Answer>(locale: Locale, work: () => Answer) => Answer
  getStore: () => Locale | undefined
}

/** For a page, which one person has open, and for a rendering, which ends before another begins. */
class OneAtATime implements LocaleContext {
  #current: Locale | undefined
  run<Answer>(locale: Locale, work: () => Answer): Answer {
    const before = this.#current
    this.#current = locale
    try {
      return work()
    } finally {
      this.#current = before
    }
  }
  getStore(): Locale | undefined {
    return this.#current
  }
}

let context: LocaleContext = new OneAtATime()

/** A server works for many people at once, so it brings a context that follows each request (`AsyncLocalStorage`). */
export function keepLocaleIn(other: LocaleContext): void {
  context = other
}

export const inLocale: LocaleContext['run'] = (locale, work) => context.run(locale, work)

export const currentLocale = (): Locale => context.getStore() ?? DEFAULT_LOCALE
