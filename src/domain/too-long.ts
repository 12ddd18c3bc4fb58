// The sentence that every limit of a text ends in.
import { fill } from './messages.ts'

/** The message for a text that is too long for its field. */
export const tooLong = (field: string, max: number): string =>
  fill('application.textTooLong', { field, max: max.toLocaleString('en-GB') })
