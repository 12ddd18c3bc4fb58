// A person's names as one text.

/** Of Chinese, Japanese and Korean names. One in katakana is mostly foreign and keeps its order. `full_name` in the database says the same. */
const FAMILY_FIRST = /[\u3005\u4e00-\u9fff\uac00-\ud7a3]/

/** The family's name comes first where it is written in Chinese characters or Hangul, in whichever language the screen is. */
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
