// The sentence that every limit of a text ends in.
import { t } from './texts/text.ts'

/** What is said of a text that is longer than its field takes. */
export const tooLong = (field: string, max: number): string =>
  t('application.textTooLong', { field, max: max.toLocaleString('en-GB') })
