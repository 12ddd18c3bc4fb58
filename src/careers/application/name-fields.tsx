// The fields of a person's name, and the choice of those who have only one.
import type { ApplicationValues } from '#domain/applicants/application-input.ts'
import { hasOneName } from '#domain/applicants/one-name.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { inNameOrder } from '#domain/texts/name-order.ts'
import { t } from '#domain/texts/text.ts'
import { TextField } from '../steps/field.tsx'

type Props = { values: ApplicationValues; errors: ApplicationErrors; form?: string | undefined }

/** The style sheet hides the last name while the choice is ticked, so that it works without scripts too. */
export function NameFields({ values, errors, form }: Props) {
  return (
    <>
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
      <label className="tick all">
        <input
          type="checkbox"
          name="oneName"
          value="yes"
          form={form}
          defaultChecked={hasOneName(values)}
        />
        <span>{t('careers.form.oneName')}</span>
      </label>
    </>
  )
}
