// In which direction a language is written.

const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|nqo|ps|sd|syr|ug|ur|yi)\b|-(Arab|Hebr|Syrc|Thaa)\b/

/** The text direction of a language, for the `dir` attribute. */
export const directionOf = (lang: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.test(lang) && !/-(Latn|Cyrl)\b/.test(lang) ? 'rtl' : 'ltr'
