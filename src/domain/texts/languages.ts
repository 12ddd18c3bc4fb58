// Which of our languages a person or a page asks for, and the name of each.
import { continueInLocale, languages, type Language, type LanguageOrigin } from './locale.ts'

/** The longest tag that is parsed: 'zh-Hant-HK' has ten characters. */
const TAG_MAX = 35
/** Of an Accept-Language header: no person reads more languages than this. */
const WANTED_MAX = 20

const byTag = new Map<string, Language>(languages.map((each) => [each.toLowerCase(), each]))
for (const each of languages) {
  const [base = ''] = each.toLowerCase().split('-')
  // The first region of a language also serves its other regions: 'en-AU' is 'en-GB', 'pt-PT' is 'pt-BR'.
  if (!byTag.has(base)) byTag.set(base, each)
}

/** Ours for a language tag such as 'de-CH'; undefined when we have none. */
export function languageOf(tag: string | null | undefined): Language | undefined {
  if (!tag || tag.length > TAG_MAX) return undefined
  const wanted = tag.trim().replaceAll('_', '-').toLowerCase()
  return byTag.get(wanted) ?? byTag.get(wanted.split('-', 1)[0] ?? '')
}

/** The first that we have of an Accept-Language header, by the weights in it. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  if (!header) return undefined
  const wanted = header
    .split(',', WANTED_MAX)
    .map((part) => {
      const [tag = '', weight = ''] = part.split(';', 2)
      const given = /^\s*q=([0-9.]{1,5})\s*$/.exec(weight)?.[1]
      return { tag: tag.trim(), weight: given === undefined ? 1 : Number(given) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  for (const { tag } of wanted) {
    const language = languageOf(tag)
    if (language) return language
  }
  return undefined
}

/** Each language in its own words, for a list that everybody reads. */
const ownNames: Record<Language, string> = {
  'en-GB': 'English (UK)',
  'en-US': 'English (US)',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
  'pt-BR': 'Português',
  pl: 'Polski',
  ja: '日本語',
  ar: 'العربية',
}
export const languageName = (language: Language): string => ownNames[language]

/** `continueInLocale` for a stored tag: one of a language that we no longer have is ignored. */
export function continueInLanguage(tag: string | null | undefined, by: LanguageOrigin): void {
  const language = languageOf(tag)
  if (language) continueInLocale(language, by)
}

/** Of several stored values, the strongest first: the first known one, else English. */
export const storedLanguage = (...tags: readonly (string | null)[]): Language =>
  tags.map(languageOf).find((language) => language !== undefined) ?? 'en-GB'
