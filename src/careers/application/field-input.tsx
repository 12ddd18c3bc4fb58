// An answer of the application form, as its row in application-fields.ts describes it.
import { useState } from 'react'
import { labelOf, rowOf, type AnswerField } from '#domain/applicants/application-fields.ts'
import type { ApplicationValues } from '#domain/applicants/application-input.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'
import { TextArea, TextField } from '../steps/field.tsx'

const LETTER_ROWS = 6

export type Typed = { values: ApplicationValues; errors: ApplicationErrors; hasExample?: boolean }
type Props = Typed & {
  field: AnswerField
  /** The id of the form, when the field is outside of its element. */
  form?: string | undefined
  /** On the application page, where the answer to the question is a letter. */
  hasLetter?: boolean
}

export function FieldInput({
  field,
  values,
  errors,
  form,
  hasLetter = false,
  hasExample = true,
}: Props) {
  const row = rowOf(field)
  const [count, setCount] = useState(values[field]?.length ?? 0)
  const shared = {
    id: field,
    label: labelOf(field),
    form,
    defaultValue: values[field],
    error: errors[field],
  }
  switch (row.kind) {
    case 'name':
      return null
    case 'line':
      return (
        <TextField
          {...shared}
          optional
          wide
          type={row.type}
          autoComplete={row.autoComplete}
          dir={row.dir}
          maxLength={row.max}
        />
      )
    case 'years':
      return (
        <TextField
          {...shared}
          optional
          wide
          className="years"
          type="number"
          inputMode="decimal"
          min={row.min}
          max={row.max}
          step="any"
        />
      )
    case 'address':
      return (
        <TextField
          {...shared}
          optional
          wide
          type="url"
          dir="ltr"
          placeholder={hasExample ? row.placeholder : undefined}
          maxLength={row.max}
        />
      )
    case 'text': {
      const text = { ...shared, wide: true, maxLength: row.max }
      if (!hasLetter || !row.isLetter) return <TextArea {...text} optional rows={row.rows} />
      return (
        <TextArea
          {...text}
          label={t('field.coverLetter')}
          hint={shared.label}
          rows={LETTER_ROWS}
          aside={<span className="optional">{`${count}/${row.max}`}</span>}
          onInput={(event) => setCount(event.currentTarget.value.length)}
        />
      )
    }
  }
}
