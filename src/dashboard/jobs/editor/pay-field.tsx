// The pay of a job: the owner's own text, with a helper that writes it from two amounts.
import { useId, useState } from 'react'
import { payPeriods, payRange, type PayPeriod } from '#domain/jobs/jobs.ts'
import { t } from '#domain/texts/text.ts'
import { ChoiceField } from '../../ui/forms/choice.tsx'
import { TextInput } from '../../ui/forms/field.tsx'
import { fieldLabel, limitOf } from './job-draft.ts'

const FIGURE_MAX = 20

export function PayField({
  pay,
  error,
  onChange,
}: {
  pay: string
  error: string | undefined
  onChange: (pay: string) => void
}) {
  const part = useId()
  const [isOpen, setOpen] = useState(false)
  const [figures, setFigures] = useState({ lowest: '', highest: '', per: 'hour' as PayPeriod })
  const change = (some: Partial<typeof figures>) => {
    const next = { ...figures, ...some }
    setFigures(next)
    const text = payRange(next.lowest, next.highest, next.per)
    // Without an amount there is no text yet.
    if (text) onChange(text)
  }
  return (
    <>
      <TextInput
        name="salary_range"
        label={fieldLabel('salary_range')}
        optional
        maxLength={limitOf('salary_range')}
        value={pay}
        error={error}
        hint={
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={part}
            onClick={() => setOpen(!isOpen)}
            className="font-medium text-link max-md:min-h-9"
          >
            {t('job.payFromFigures')}
          </button>
        }
        onChange={(event) => onChange(event.target.value)}
      />
      <div
        id={part}
        role="group"
        aria-label={t('job.payFigures')}
        hidden={!isOpen}
        className="grid grid-cols-3 gap-3 rounded-control bg-sunken px-4 pt-3 pb-3.5 sm:col-span-3"
      >
        <TextInput
          label={t('job.payLowest')}
          placeholder="£12"
          autoComplete="off"
          maxLength={FIGURE_MAX}
          value={figures.lowest}
          onChange={(event) => change({ lowest: event.target.value })}
        />
        <TextInput
          label={t('job.payHighest')}
          placeholder="£14"
          autoComplete="off"
          maxLength={FIGURE_MAX}
          value={figures.highest}
          onChange={(event) => change({ highest: event.target.value })}
        />
        <ChoiceField
          label={t('job.payPer')}
          options={payPeriods.map((value) => ({ value, label: t(`job.per.${value}`) }))}
          value={figures.per}
          onChange={(per) => change({ per })}
        />
      </div>
    </>
  )
}
