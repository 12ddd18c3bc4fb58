// Bounds of numbers, days and moments from outside that the database can store.
import { z } from 'zod'

/** The largest value of an integer column: a larger number from outside is refused before it reaches one. */
export const WHOLE_MAX = 2_147_483_647

type Words = { error?: string | (() => string) }

/** ISO 8601 has a year 0, which the database does not support. */
const hasYear = (text: string): boolean => !text.startsWith('0000')
/** With every digit of a second that may be written. */
const LONGEST = 40

/** '2026-11-22' */
export const day = (words: Words = {}) => z.iso.date(words).refine(hasYear, words)

/** '2026-11-22T09:00:00Z', or with `+01:00` instead where `offset` allows it. */
export const moment = ({ offset = false, ...words }: Words & { offset?: boolean } = {}) =>
  z.iso
    .datetime({ ...words, offset })
    .max(LONGEST, words)
    .refine(hasYear, words)
