// The fields of 'Your Information' in the application form.
import { APPLICATION_LIMITS, type ApplicationValues } from '#domain/applicants/applicants.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { inNameOrder } from '#domain/texts/name-order.ts'
import { t } from '#domain/texts/text.ts'
import { TextField } from '../steps/field.tsx'

type Props = { values: ApplicationValues; errors: ApplicationErrors; form?: string }

export function PersonFields({ values, errors, form }: Props) {
  return (
    <div className="pair">
      {inNameOrder(
        <TextField
          key="first"
          id="firstName"
          label={t('careers.form.firstName')}
          autoComplete="given-name"
          required
          form={form}
          defaultValue={values.firstName}
          error={errors.firstName}
        />,
        <TextField
          key="last"
          id="lastName"
          label={t('careers.form.lastName')}
          autoComplete="family-name"
          required
          form={form}
          defaultValue={values.lastName}
          error={errors.lastName}
        />,
      )}
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
