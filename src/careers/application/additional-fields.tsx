// The fields of 'Additional Information' in the application form.
import { useState } from 'react'
import type { ApplicationValues } from '#domain/applicants/applicants.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'
import { TextArea, TextField } from '../steps/field.tsx'
import { textLimits, yearLimits } from './application-fields.ts'

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
        inputMode="numeric"
        min={yearLimits.min}
        max={yearLimits.max}
        step={1}
        defaultValue={values.experienceYears}
        error={errors.experienceYears}
      />
      <TextField
        id="linkedinUrl"
        label={t('field.linkedinUrl')}
        optional
        type="url"
        dir="ltr"
        pattern="https?://.+"
        placeholder="https://linkedin.com/in/…"
        maxLength={textLimits.linkedinUrl}
        defaultValue={values.linkedinUrl}
        error={errors.linkedinUrl}
      />
      <TextField
        id="websiteUrl"
        label={t('field.websiteUrl')}
        optional
        type="url"
        dir="ltr"
        pattern="https?://.+"
        placeholder="https://…"
        maxLength={textLimits.websiteUrl}
        defaultValue={values.websiteUrl}
        error={errors.websiteUrl}
      />
      <TextArea
        id="coverLetter"
        label={t('field.coverLetter')}
        wide
        rows={6}
        aside={<span className="optional">{`${written}/${textLimits.coverLetter}`}</span>}
        maxLength={textLimits.coverLetter}
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
        maxLength={textLimits.additionalInfo}
        defaultValue={values.additionalInfo}
        error={errors.additionalInfo}
      />
    </div>
  )
}
