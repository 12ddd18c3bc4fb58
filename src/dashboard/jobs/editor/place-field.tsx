// The place of a job: one, several, or remote. Only the text is stored; the choice determines the fields.
import { useId, useState } from 'react'
import { TriangleAlert } from 'lucide-react'
import { noPlace, placeKindOf, placeKinds, type PlaceKind } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { TextInput } from '../../ui/forms/field.tsx'
import { fieldLabel, limitOf } from './job-draft.ts'

export function PlaceField({
  location,
  isSeveral,
  error,
  onChange,
}: {
  location: string
  /** Its facts name more than one. */
  isSeveral: boolean
  error: string | undefined
  onChange: (location: string) => void
}) {
  const name = useId()
  const [chosen, setChosen] = useState<PlaceKind | null>(null)
  /** The value before it became remote. */
  const [former, setFormer] = useState('')
  const current = placeKindOf(location)
  const isRemote = current === 'remote'
  // 'Leeds, York' is several places only if that was chosen; remote is recognised from the text.
  const isTheirs = chosen !== null && current !== null && (chosen === 'remote') === isRemote
  const typed = isTheirs ? chosen : (current ?? (chosen === 'remote' ? null : chosen))
  const kind = isSeveral && current === 'place' ? 'several' : typed

  const choose = (next: PlaceKind) => {
    setChosen(next)
    if (next === 'remote' && !isRemote) {
      setFormer(location)
      onChange(noPlace())
    } else if (next !== 'remote' && isRemote) onChange(former)
  }

  return (
    <div className="grid gap-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-label font-medium">{t('job.placeQuestion')}</legend>
        <div className="inline-flex max-w-full overflow-clip rounded-control border border-field bg-surface [overflow-clip-margin:4px] max-md:flex">
          {placeKinds.map((each) => (
            <label
              key={each}
              className="relative inline-flex h-[34px] flex-auto cursor-pointer items-center justify-center border-line px-3 font-medium text-ink-2 transition-colors duration-120 not-first:border-s hover:bg-sunken has-checked:bg-brand-tint has-checked:text-brand-text has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand-500 max-md:h-[42px]"
            >
              <input
                type="radio"
                name={name}
                value={each}
                checked={kind === each}
                onChange={() => choose(each)}
                className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none!"
              />
              {t(`job.place.${each}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <TextInput
        name="location"
        label={fieldLabel('location')}
        maxLength={limitOf('location')}
        value={location}
        error={error}
        hint={current === null ? <NoPlace /> : kind && t(`job.placeHint.${kind}`)}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function NoPlace() {
  return (
    <span className="flex items-start gap-1.5 text-ink-2">
      <TriangleAlert size={14} className="mt-px flex-none text-waiting" />
      {t('job.placeOpen', { place: noPlace() })}
    </span>
  )
}
