// The ends of what comes from outside: numbers, days and moments that the database knows.
import { z } from 'zod'

/** What a column of whole numbers holds: a number from outside that is larger is refused before it reaches one. */
export const WHOLE_MAX = 2_147_483_647

type Words = { error?: string | (() => string) }

/** ISO 8601 begins with a year 0, and the database does not know one. */
const hasYear = (text: string): boolean => !text.startsWith('0000')
/** With every digit of a second that anybody writes. */
const LONGEST = 40

/** '2026-11-22' */
export const day = (words: Words = {}) => z.iso.date(words).refine(hasYear, words)

/** '2026-11-22T09:00:00Z', or with `+01:00` instead where `offset` allows it. */
export const moment = ({ offset = false, ...words }: Words & { offset?: boolean } = {}) =>
  z.iso
    .datetime({ ...words, offset })
    .max(LONGEST, words)
    .refine(hasYear, words)
