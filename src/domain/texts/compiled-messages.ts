// The messages of each language for `formatMessage`. The browser builds replace this file with one that contains them
// compiled, without the compiler: see scripts/texts-plugin.ts.
import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import en from './en.json' with { type: 'json' }
import type { Language, Locale } from './locale.ts'
import { pseudo } from './pseudo.ts'

/** The texts of a language by their codes. */
export type Catalogue = Readonly<Record<string, string>>
/** A language that is not in en.json. */
export type OtherLanguage = Exclude<Language, 'en-GB'>

let readCatalogue = (language: OtherLanguage): Catalogue => {
  throw new Error(`nothing reads the texts of ${language}`)
}

/** `read` is called when a language is first used, so that a start does not load all of them. */
export function readCataloguesBy(read: (language: OtherLanguage) => Catalogue): void {
  readCatalogue = read
}

/** A text that a language lacks is in English. */
function textOf(locale: Locale, code: string): string {
  const english = (en as Catalogue)[code]
  if (english === undefined) throw new Error(`no text has the code ${code}`)
  return locale === 'en-GB' || locale === 'en-XA'
    ? english
    : (readCatalogue(locale)[code] ?? english)
}

const compiled = new Map<Locale, Map<string, CompiledMessage>>()

/** Compiled when first used: a start does not compile all of them. */
export function compiledMessage(locale: Locale, code: string): CompiledMessage {
  let messages = compiled.get(locale)
  if (!messages) compiled.set(locale, (messages = new Map()))
  let message = messages.get(code)
  if (message === undefined) {
    message = compile(textOf(locale, code))
    if (locale === 'en-XA') message = pseudo(message)
    messages.set(code, message)
  }
  return message
}
