// Days, moments and filters as they come from outside.
import { z } from 'zod'

type Words = { error?: string }

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
