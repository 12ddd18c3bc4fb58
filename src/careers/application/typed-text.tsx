// The content of a form that can no longer be submitted: to read and to copy, without scripts as well.
import {
  answerFields,
  isOf,
  labelOf,
  type ApplicationField,
} from '#domain/applicants/application-fields.ts'
import type { ApplicationValues } from '#domain/applicants/application-input.ts'
import { inNameOrder } from '#domain/texts/name-order.ts'
import { t } from '#domain/texts/text.ts'
import { TextArea, TextField } from '../steps/field.tsx'

/** Rows for a text without scrolling, up to a limit. */
const rowsFor = (text: string): number => {
  const lines = text.split('\n').map((line) => Math.ceil((line.length + 1) / 45))
  return Math.min(
    16,
    lines.reduce((sum, count) => sum + count, 0),
  )
}

/** Nothing for an empty form. */
export function TypedText({ values }: { values: ApplicationValues }) {
  const isWritten = (field: ApplicationField) => Boolean(values[field]?.trim())
  const names = inNameOrder('firstName', 'lastName').filter(isWritten)
  const answers = answerFields.filter(isWritten)
  if (names.length + answers.length === 0) return null
  return (
    <section aria-labelledby="typed" className="typed">
      <p id="typed">{t('careers.stopped.typed')}</p>
      <div className="pair">
        {names.map((field) => (
          <TextField
            key={field}
            id={field}
            label={t(`careers.form.${field}`)}
            readOnly
            defaultValue={values[field]}
          />
        ))}
        {answers.map((field) => {
          // They can be longer than half of a phone screen, and cut text could not be read.
          const shared = { id: field, label: labelOf(field), wide: true, readOnly: true }
          const text = values[field] ?? ''
          return isOf(field, 'text') ? (
            <TextArea key={field} {...shared} rows={rowsFor(text)} defaultValue={text} />
          ) : (
            <TextField key={field} {...shared} defaultValue={text} />
          )
        })}
      </div>
    </section>
  )
}
