// The content of a form that can no longer be submitted: to read and to copy, without scripts as well.
import type { ApplicationField, ApplicationValues } from '#domain/applicants/applicants.ts'
import { inNameOrder } from '#domain/texts/name-order.ts'
import { t } from '#domain/texts/text.ts'
import { TextArea, TextField } from '../steps/field.tsx'

const firstName = ['firstName', () => t('careers.form.firstName')] as const
const lastName = ['lastName', () => t('careers.form.lastName')] as const
const lines = [
  ['phone', () => t('field.phone')],
  ['experienceYears', () => t('field.experienceYears')],
  ['linkedinUrl', () => t('field.linkedinUrl')],
  ['websiteUrl', () => t('field.websiteUrl')],
] as const satisfies readonly (readonly [ApplicationField, () => string])[]
const texts = [
  ['coverLetter', () => t('field.coverLetter')],
  ['additionalInfo', () => t('field.additionalInfo')],
] as const satisfies readonly (readonly [ApplicationField, () => string])[]

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
  const written = ([field]: readonly [ApplicationField, unknown]) => Boolean(values[field]?.trim())
  const shorts = [...inNameOrder(firstName, lastName), ...lines].filter(written)
  if (![...shorts, ...texts].some(written)) return null
  return (
    <section aria-labelledby="typed" className="typed">
      <p id="typed">{t('careers.stopped.typed')}</p>
      <div className="pair">
        {shorts.map(([field, label]) => (
          <TextField
            key={field}
            id={field}
            label={label()}
            // The others can be longer than half of a phone screen, and cut text could not be read.
            wide={field !== 'firstName' && field !== 'lastName'}
            readOnly
            defaultValue={values[field]}
          />
        ))}
        {texts.filter(written).map(([field, label]) => (
          <TextArea
            key={field}
            id={field}
            label={label()}
            wide
            readOnly
            rows={rowsFor(values[field] ?? '')}
            defaultValue={values[field]}
          />
        ))}
      </div>
    </section>
  )
}
