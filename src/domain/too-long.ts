// The sentence for every text that is too long.
import { numberText } from './texts/formats.ts'
import { t, type NamesIn } from './texts/text.ts'

/** A field's label: a text of the catalogue. */
export type FieldName = NamesIn<'field'>

/** The message for a text that is longer than its field allows. */
export const tooLongText = (field: FieldName, max: number): string =>
  t('application.textTooLong', { field: t(`field.${field}`), max: numberText(max) })

/** The same for a schema, in the language at the time of the error. */
export const tooLong = (field: FieldName, max: number): { error: () => string } => ({
  error: () => tooLongText(field, max),
})
