// The sentence that every limit of a text ends in.
import { numberText } from './texts/formats.ts'
import { t, type NamesIn } from './texts/text.ts'

/** What a person calls a field: a text of the catalogue. */
export type FieldName = NamesIn<'field'>

/** What is said of a text that is longer than its field takes. */
export const tooLongText = (field: FieldName, max: number): string =>
  t('application.textTooLong', { field: t(`field.${field}`), max: numberText(max) })

/** The same for a schema, which says it when it refuses, in the language of then. */
export const tooLong = (field: FieldName, max: number): { error: () => string } => ({
  error: () => tooLongText(field, max),
})
