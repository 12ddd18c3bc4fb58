// The facts of a job for search engines and job boards, collapsed: proposals from the texts, and names of missing
// facts.
import { useId, useState, type ComponentProps } from 'react'
import { Check, ChevronRight, CircleAlert, WandSparkles } from 'lucide-react'
import { countryCodes, FACT_LIMITS, payPeriods } from '#domain/jobs/job-facts.ts'
import { missingFields } from '#domain/jobs/posting-rules.ts'
import { listText } from '#domain/texts/formats.ts'
import { languageName } from '#domain/texts/languages.ts'
import { languages } from '#domain/texts/locale.ts'
import { currencyCodes, regionName } from '#domain/texts/names-of-codes.ts'
import { t } from '#domain/texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { ChoiceField } from '../../ui/forms/choice.tsx'
import { TextInput } from '../../ui/forms/field.tsx'
import { emptyFacts, knownFacts, overruledWords, proposalOf, type FactText } from './facts-draft.ts'
import { fieldLabel, type JobDraft } from './job-draft.ts'

type Props = {
  draft: JobDraft
  errors: Readonly<Record<string, string>>
  onChange: (values: Partial<JobDraft>) => void
}

const rowOf4 = 'grid gap-4 grid-cols-2 sm:grid-cols-4'

export function FactsField({ draft, errors, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const part = useId()
  const refused = Object.keys(errors).some((field) => facts.has(field.split('.')[0] ?? ''))
  // An error must be visible beside its field.
  const isShown = isOpen || refused
  const text: TextOf = (name) => ({
    name,
    label: fieldLabel(name),
    value: draft[name],
    // 'remote_countries.1' is about the second of them.
    error:
      errors[name] ?? errors[Object.keys(errors).find((key) => key.startsWith(`${name}.`)) ?? ''],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <div className="grid gap-3">
      <Proposed draft={draft} onTake={onChange} />
      <div className="rounded-control border border-line">
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={part}
          onClick={() => setOpen(!isShown)}
          className="flex w-full cursor-pointer items-center gap-1.5 rounded-control px-3 py-2.5 text-start text-label font-medium hover:bg-sunken max-md:min-h-11"
        >
          <ChevronRight
            size={16}
            className={classNames('flex-none text-ink-3', isShown ? 'rotate-90' : 'rtl:rotate-180')}
          />
          {t('job.facts.title')}
        </button>
        {isShown && (
          <div id={part} className="grid gap-4 border-t border-line px-4 pt-3.5 pb-4">
            <p className="text-meta text-ink-3">{t('job.facts.hint')}</p>
            <Pay draft={draft} text={text} onChange={onChange} />
            {errors['salary_period'] && <Refusal text={errors['salary_period']} />}
            <Tick
              label={t('job.facts.isRemote')}
              checked={draft.is_remote}
              onChange={(is_remote) => onChange({ is_remote })}
            />
            <Place isRemote={draft.is_remote} text={text} />
            <div className="grid grid-cols-2 items-end gap-4 sm:grid-cols-[1fr_1fr_1.35fr_1.35fr]">
              <TextInput inputMode="decimal" maxLength={5} {...text('weekly_hours')} />
              <TextInput inputMode="numeric" maxLength={4} {...text('openings')} />
              <TextInput type="date" {...text('starts_on')} />
              <TextInput type="date" {...text('closes_on')} />
            </div>
            <p className="-mt-2 text-meta text-ink-3">{t('job.facts.closesHint')}</p>
            <TextInput
              maxLength={FACT_LIMITS.contact}
              hint={t('job.facts.contactHint')}
              {...text('contact')}
            />
            <ChoiceField
              label={fieldLabel('language')}
              options={[
                { value: '', label: t('job.languageOfShop') },
                ...languages.map((value) => ({ value, label: languageName(value) })),
              ]}
              value={draft.language}
              onChange={(language) => onChange({ language })}
            />
            <Tick
              label={t('job.facts.isUnlisted')}
              checked={draft.is_unlisted}
              onChange={(is_unlisted) => onChange({ is_unlisted })}
            />
          </div>
        )}
      </div>
      <Missed draft={draft} />
    </div>
  )
}

/** The properties of the field of a fact. */
type TextOf = (
  name: FactText,
) => Pick<
  ComponentProps<typeof TextInput>,
  'name' | 'label' | 'value' | 'error' | 'autoComplete' | 'onChange'
>

function Pay({ draft, text, onChange }: Pick<Props, 'draft' | 'onChange'> & { text: TextOf }) {
  const currencies = useId()
  return (
    <div className={rowOf4}>
      <TextInput inputMode="decimal" {...text('salary_from')} />
      <TextInput inputMode="decimal" {...text('salary_to')} />
      <TextInput list={currencies} maxLength={3} {...text('salary_currency')} />
      <ChoiceField
        label={fieldLabel('salary_period')}
        options={[
          { value: '', label: t('job.facts.periodNone') },
          ...payPeriods.map((value) => ({ value, label: t(`job.per.${value}`) })),
        ]}
        value={draft.salary_period}
        onChange={(salary_period) => onChange({ salary_period })}
      />
      <datalist id={currencies}>
        {currencyCodes().map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </datalist>
    </div>
  )
}

/** The countries from which one may work, or the address of the place of work. */
function Place({ isRemote, text }: { isRemote: boolean; text: TextOf }) {
  const countries = useId()
  if (isRemote) return <TextInput hint={t('job.facts.remoteHint')} {...text('remote_countries')} />
  return (
    <div className={rowOf4}>
      <TextInput className="col-span-2" maxLength={FACT_LIMITS.street} {...text('street')} />
      <TextInput maxLength={FACT_LIMITS.town} {...text('town')} />
      <TextInput maxLength={FACT_LIMITS.postcode} {...text('postcode')} />
      <TextInput className="col-span-2" maxLength={FACT_LIMITS.region} {...text('region')} />
      <TextInput className="col-span-2" list={countries} maxLength={60} {...text('country')} />
      <datalist id={countries}>
        {countryCodes.map((code) => (
          <option key={code} value={regionName(code)}>
            {code}
          </option>
        ))}
      </datalist>
    </div>
  )
}

const facts: ReadonlySet<string> = new Set(Object.keys(emptyFacts))

function Tick({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="flex min-h-6 items-center gap-2">
      <Checkbox id={id} name={label} checked={checked} onChange={onChange} />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}

const Refusal = ({ text }: { text: string }) => (
  <p className="-mt-2 text-label text-danger-text">{text}</p>
)

/** One click accepts the values from the text; nothing is filled in automatically. */
function Proposed({
  draft,
  onTake,
}: {
  draft: JobDraft
  onTake: (changes: Partial<JobDraft>) => void
}) {
  const proposal = proposalOf(draft)
  if (!proposal) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-sunken px-4 py-2.5">
      <WandSparkles size={16} className="flex-none text-ink-2" />
      <span className="min-w-0 flex-1 basis-60">
        {t('job.facts.read', { facts: proposal.words })}
      </span>
      <Button size="small" onClick={() => onTake(proposal.changes)}>
        {t('job.facts.take')}
      </Button>
    </p>
  )
}

/** What search engines would miss, and where the facts override the text. */
function Missed({ draft }: { draft: JobDraft }) {
  const known = knownFacts(draft)
  const missing = missingFields(known)
  const named = (need: 'required' | 'recommended') =>
    listText(missing.filter((each) => each.need === need).map(({ field }) => fieldLabel(field)))
  const [required, recommended] = [named('required'), named('recommended')]
  return (
    <div role="status" className="grid gap-1 text-label text-ink-2">
      {overruledWords(draft).map((words) => (
        <Line key={words.own} isWarning text={t('job.facts.overrules', words)} />
      ))}
      {draft.is_unlisted ? (
        <Line text={t('job.facts.unlisted')} />
      ) : (
        <>
          {required && (
            <Line isWarning text={t('job.facts.missingRequired', { fields: required })} />
          )}
          {recommended && <Line text={t('job.facts.missing', { fields: recommended })} />}
          {missing.length === 0 && <Line isGood text={t('job.facts.complete')} />}
        </>
      )}
    </div>
  )
}

function Line({
  text,
  isWarning = false,
  isGood = false,
}: {
  text: string
  isWarning?: boolean
  isGood?: boolean
}) {
  return (
    <p className="flex items-start gap-1.5">
      {isWarning && <CircleAlert size={14} className="mt-0.5 flex-none text-waiting" />}
      {isGood && <Check size={14} className="mt-0.5 flex-none" />}
      <span className="min-w-0 break-words">{text}</span>
    </p>
  )
}
