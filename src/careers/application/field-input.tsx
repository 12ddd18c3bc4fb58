// An answer of the application form, as its row in application-fields.ts describes it.
import { useState } from 'react'
import {
  labelOf,
  rowOf,
  shortLabelOf,
  type AnswerField,
} from '#domain/applicants/application-fields.ts'
import type { ApplicationValues } from '#domain/applicants/application-input.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { TextArea, TextField } from '../steps/field.tsx'

const SHORT_ROWS = 4

export type Typed = { values: ApplicationValues; errors: ApplicationErrors }
type Props = Typed & {
  field: AnswerField
  /** The id of the form, when the field is outside of its element. */
  form?: string | undefined
  /** In the short form, whose letter has another label, fewer lines, and is optional as the rest. */
  isShort?: boolean
  hasExample?: boolean
}

export function FieldInput({
  field,
  values,
  errors,
  form,
  isShort = false,
  hasExample = true,
}: Props) {
  const row = rowOf(field)
  const [count, setCount] = useState(values[field]?.length ?? 0)
  const shared = {
    id: field,
    label: isShort ? shortLabelOf(field) : labelOf(field),
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
          type="url"
          dir="ltr"
          placeholder={hasExample ? row.placeholder : undefined}
          maxLength={row.max}
        />
      )
    case 'text': {
      const isCounted = row.isCounted && !isShort
      return (
        <TextArea
          {...shared}
          optional={!isCounted}
          wide
          rows={isShort ? SHORT_ROWS : row.rows}
          aside={isCounted && <span className="optional">{`${count}/${row.max}`}</span>}
          maxLength={row.max}
          onInput={(event) => setCount(event.currentTarget.value.length)}
        />
      )
    }
  }
}
