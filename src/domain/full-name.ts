// A person's names as one text.

/**
 * Chinese, Japanese and Korean names. One in katakana is mostly foreign and keeps its order. `full_name` in the
 * database uses the same rule.
 */
const FAMILY_FIRST = /[\u3005\u3040-\u309f\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]/

/**
 * The family name comes first when it is written in Chinese characters, hiragana or Hangul, in whichever language the screen is.
 */
export const fullName = ({
  first_name,
  last_name,
}: {
  first_name: string
  last_name: string
}): string =>
  (FAMILY_FIRST.test(last_name)
    ? `${last_name} ${first_name}`
    : `${first_name} ${last_name}`
  ).trim()
