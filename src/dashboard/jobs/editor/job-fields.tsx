// The fields of a job post.
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { TriangleAlert } from 'lucide-react'
import {
  employmentTypes,
  experienceLevels,
  RESPONSIBILITIES,
  shortRequirements,
  jobFieldLabel,
} from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { ChoiceField } from '../../ui/forms/choice.tsx'
import { TextArea, TextInput } from '../../ui/forms/field.tsx'
import { fieldLabel, limitOf, type JobDraft } from './job-draft.ts'
import { LocationChoice } from './location-choice.tsx'
import { FactsField } from './facts-field.tsx'
import { PayField } from './pay-field.tsx'
import { PlaceField } from './place-field.tsx'

type TextField = 'title' | 'description' | 'requirements' | 'benefits'

export function JobFields({
  draft,
  onChange,
  errors,
  title,
  children,
}: {
  draft: JobDraft
  onChange: (values: Partial<JobDraft>) => void
  errors: Readonly<Record<string, string>>
  title: RefObject<HTMLInputElement | null>
  /** Shown above the description. */
  children: ReactNode
}) {
  const text = (name: TextField) => ({
    name,
    label: fieldLabel(name),
    value: draft[name],
    maxLength: limitOf(name),
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <div className="grid gap-4 px-6 pt-4 pb-5 max-md:px-4">
      <TextInput ref={title} autoComplete="off" {...text('title')} />
      <PlaceField
        location={draft.location}
        isSeveral={draft.further_places.length > 0}
        error={errors['location']}
        onChange={(location) => onChange({ location })}
      />
      <LocationChoice draft={draft} onChange={onChange} errors={errors} />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.3fr)]">
        <ChoiceField
          label={fieldLabel('employment_type')}
          options={employmentTypes.map((value) => ({ value, label: jobFieldLabel(value) }))}
          value={draft.employment_type}
          onChange={(employment_type) => onChange({ employment_type })}
        />
        <ChoiceField
          label={fieldLabel('experience_level')}
          options={experienceLevels.map((value) => ({ value, label: jobFieldLabel(value) }))}
          value={draft.experience_level}
          onChange={(experience_level) => onChange({ experience_level })}
        />
        <PayField
          pay={draft.salary_range}
          error={errors['salary_range']}
          onChange={(salary_range) => onChange({ salary_range })}
        />
      </div>
      {children}
      <TextArea {...text('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextArea
          optional
          hint={<RequirementsHint requirements={draft.requirements} />}
          {...text('requirements')}
        />
        <TextArea optional {...text('benefits')} />
      </div>
      <FactsField draft={draft} errors={errors} onChange={onChange} />
    </div>
  )
}

/** Shows in advance which lines applicants see only in the opened ad. */
function RequirementsHint({ requirements }: { requirements: string }) {
  const short = shortRequirements(requirements).join(', ')
  const warning = useRef<HTMLSpanElement>(null)
  const isWarned = short !== ''
  useEffect(() => {
    // It appears below the field while a person types: without this the foot of the dialog would cover it.
    if (isWarned) warning.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isWarned])
  return (
    <>
      {t('job.requirementsHint', { count: RESPONSIBILITIES.onCard })}
      {isWarned && (
        <span ref={warning} className="mt-1 flex items-start gap-1.5 break-words text-ink-2">
          <TriangleAlert size={14} className="mt-px flex-none text-waiting" />
          <span className="min-w-0">
            {t('job.requirementsShort', {
              max: RESPONSIBILITIES.shortest - 1,
              requirements: short,
            })}
          </span>
        </span>
      )}
    </>
  )
}
