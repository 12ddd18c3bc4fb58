// The fields of 'Your Information' in the application form.
import { fieldsOf } from '#domain/applicants/application-fields.ts'
import { FieldInput, type Typed } from './field-input.tsx'
import { NameFields } from './name-fields.tsx'

export const PersonFields = (props: Typed & { form?: string }) => (
  <div className="pair">
    <NameFields {...props} />
    {fieldsOf('line').map((field) => (
      <FieldInput key={field} field={field} {...props} />
    ))}
  </div>
)
