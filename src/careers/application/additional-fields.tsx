// The fields of 'Additional Information' in the application form.
import { answerFields, isOf } from '#domain/applicants/application-fields.ts'
import { FieldInput, type Typed } from './field-input.tsx'

export const AdditionalFields = (typed: Typed) => (
  <div className="pair">
    {answerFields
      .filter((field) => !isOf(field, 'line'))
      .map((field) => (
        <FieldInput key={field} field={field} {...typed} />
      ))}
  </div>
)
