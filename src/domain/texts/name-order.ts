// The order of first and last name in a form.
import { currentLocale } from './locale.ts'

/** Japanese forms ask for the family name first. */
export const inNameOrder = <const First, const Last>(
  first: First,
  last: Last,
): readonly [First, Last] | readonly [Last, First] =>
  currentLocale() === 'ja' ? [last, first] : [first, last]
