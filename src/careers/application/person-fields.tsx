// The fields of 'Your Information' in the application form.
import { APPLICATION_LIMITS, type ApplicationValues } from '#domain/applicants/applicants.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'
import { TextField } from '../steps/field.tsx'
import { NameFields } from './name-fields.tsx'

type Props = { values: ApplicationValues; errors: ApplicationErrors; form?: string }

export function PersonFields({ values, errors, form }: Props) {
  return (
    <div className="pair">
      <NameFields values={values} errors={errors} form={form} />
      <TextField
        id="phone"
        label={t('field.phone')}
        optional
        wide
        type="tel"
        autoComplete="tel"
        dir="ltr"
        form={form}
        maxLength={APPLICATION_LIMITS.phone}
        defaultValue={values.phone}
        error={errors.phone}
      />
    </div>
  )
}
