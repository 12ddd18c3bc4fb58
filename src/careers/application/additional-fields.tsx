// The fields of 'Additional Information' in the application form.
import { useState } from 'react'
import {
  APPLICATION_LIMITS,
  EXPERIENCE_YEARS,
  type ApplicationValues,
} from '#domain/applicants/applicants.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'
import { TextArea, TextField } from '../steps/field.tsx'

type Props = { values: ApplicationValues; errors: ApplicationErrors }

export function AdditionalFields({ values, errors }: Props) {
  const [written, setWritten] = useState(values.coverLetter?.length ?? 0)
  return (
    <div className="pair">
      <TextField
        id="experienceYears"
        label={t('field.experienceYears')}
        optional
        wide
        className="years"
        type="number"
        inputMode="decimal"
        min={EXPERIENCE_YEARS.min}
        max={EXPERIENCE_YEARS.max}
        step="any"
        defaultValue={values.experienceYears}
        error={errors.experienceYears}
      />
      <TextField
        id="linkedinUrl"
        label={t('field.linkedinUrl')}
        optional
        type="url"
        dir="ltr"
        placeholder="https://linkedin.com/in/…"
        maxLength={APPLICATION_LIMITS.linkedinUrl}
        defaultValue={values.linkedinUrl}
        error={errors.linkedinUrl}
      />
      <TextField
        id="websiteUrl"
        label={t('field.websiteUrl')}
        optional
        type="url"
        dir="ltr"
        placeholder="https://…"
        maxLength={APPLICATION_LIMITS.websiteUrl}
        defaultValue={values.websiteUrl}
        error={errors.websiteUrl}
      />
      <TextArea
        id="coverLetter"
        label={t('field.coverLetter')}
        wide
        rows={6}
        aside={<span className="optional">{`${written}/${APPLICATION_LIMITS.coverLetter}`}</span>}
        maxLength={APPLICATION_LIMITS.coverLetter}
        defaultValue={values.coverLetter}
        error={errors.coverLetter}
        onInput={(event) => setWritten(event.currentTarget.value.length)}
      />
      <TextArea
        id="additionalInfo"
        label={t('field.additionalInfo')}
        optional
        wide
        rows={3}
        maxLength={APPLICATION_LIMITS.additionalInfo}
        defaultValue={values.additionalInfo}
        error={errors.additionalInfo}
      />
    </div>
  )
}
