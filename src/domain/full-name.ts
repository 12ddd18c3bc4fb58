// A person's names as one text, for others and for the person.
import { currentLocale } from './texts/locale.ts'

type Names = { first_name: string; last_name: string }

/**
 * Chinese, Japanese and Korean names. One in katakana is mostly foreign and keeps its order. `full_name` in the
 * database uses the same rule.
 */
const FAMILY_FIRST = /[\u3005\u3040-\u309f\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]/

/**
 * The family name comes first when it is written in Chinese characters, hiragana or Hangul, in whichever language the screen is.
 */
export const fullName = ({ first_name, last_name }: Names): string =>
  (FAMILY_FIRST.test(last_name)
    ? `${last_name} ${first_name}`
    : `${first_name} ${last_name}`
  ).trim()

/** For the person: in Japanese, whose forms ask for the family name first, as they typed it, in whichever script. */
export const ownName = (names: Names): string =>
  currentLocale() === 'ja' ? `${names.last_name} ${names.first_name}`.trim() : fullName(names)

/** After 'Hello': nobody is greeted by the first name alone in Japanese. */
export const greetedName = (names: Names): string =>
  currentLocale() === 'ja' ? ownName(names) : names.first_name
