// Choosing one of a few: as a form field, and as a quiet filter that names what it filters.
import type { ReactNode } from 'react'
import { Select } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { classNames } from './class-names.ts'
import { Field, inputClass } from './field.tsx'

export type Option<Value extends string> = { value: Value; label: string }

function Options<Value extends string>({ options }: { options: readonly Option<Value>[] }) {
  return (
    <Select.Portal>
      <Select.Positioner
        className="z-50 outline-none"
        align="start"
        sideOffset={4}
        alignItemWithTrigger={false}
        collisionPadding={8}
      >
        <Select.Popup className="max-h-[min(360px,var(--available-height))] max-w-[min(360px,calc(100vw-16px))] min-w-[max(var(--anchor-width),180px)] overflow-y-auto rounded-panel bg-raised p-1 text-body shadow-float outline-none">
          <Select.List>
            {options.map(({ value, label }) => (
              <Select.Item
                key={value}
                value={value}
                className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 outline-none data-highlighted:bg-brand-tint data-highlighted:text-brand-text max-md:min-h-11"
              >
                <Select.ItemText className="min-w-0 flex-1">{label}</Select.ItemText>
                <Select.ItemIndicator>
                  <Check size={16} strokeWidth={1.75} aria-hidden="true" />
                </Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.List>
        </Select.Popup>
      </Select.Positioner>
    </Select.Portal>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A field of a form. */
export function ChoiceField<Value extends string>({
  label,
  hint,
  options,
  value,
  onChange,
}: ChoiceProps<Value> & { hint?: ReactNode }) {
  return (
    <Field label={label} hint={hint}>
      {({ id, 'aria-describedby': describedBy }) => (
        <Select.Root
          items={options}
          value={value}
          onValueChange={(next) => next !== null && onChange(next)}
        >
          <Select.Trigger
            id={id}
            aria-label={label}
            aria-describedby={describedBy}
            className={classNames(
              inputClass,
              'flex h-9 items-center justify-between gap-2 text-start max-md:h-11',
            )}
          >
            <Select.Value className="truncate" />
            <Select.Icon className="text-ink-2">
              <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
            </Select.Icon>
          </Select.Trigger>
          <Options options={options} />
        </Select.Root>
      )}
    </Field>
  )
}

/** In a row of a list, named for those who cannot see whose it is. With `value` null it shows its label and adds what is chosen. */
export function SmallChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: Omit<ChoiceProps<Value>, 'value'> & { value: Value | null }) {
  return (
    <Select.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <Select.Trigger
        aria-label={label}
        className="inline-flex h-8 min-w-0 items-center gap-1.5 rounded-control border border-field bg-surface ps-[11px] pe-[9px] text-label font-medium whitespace-nowrap text-ink hover:border-ink-2 hover:bg-sunken max-md:h-11 max-md:text-body"
      >
        <Select.Value placeholder={label} />
        <Select.Icon className="text-ink-2">
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
        </Select.Icon>
      </Select.Trigger>
      <Options options={options} />
    </Select.Root>
  )
}

/** In a narrow column a filter that holds nothing back has room for its name alone. */
const restClass = '@max-2xl:hidden'

/** A filter: 'Position: All'. Tinted as soon as it holds something back. */
export function FilterChoice<Value extends string>({
  label,
  short = label,
  options,
  value,
  onChange,
  on,
}: ChoiceProps<Value> & { short?: ReactNode; on: boolean }) {
  return (
    <Select.Root
      items={options}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <Select.Trigger
        aria-label={label}
        className={classNames(
          'inline-flex h-8 max-w-full min-w-0 items-center gap-1.5 rounded-control border ps-[11px] pe-[9px] text-label whitespace-nowrap max-md:h-11 max-md:text-body',
          on
            ? 'border-brand-text bg-brand-tint text-brand-text'
            : 'border-field bg-surface text-ink hover:border-ink-2 hover:bg-sunken',
        )}
      >
        <span className={on ? '' : 'text-ink-2 @max-2xl:text-ink'}>
          {short}
          <span className={on ? '' : restClass}>:</span>
        </span>
        <Select.Value
          className={classNames('max-w-56 truncate font-medium', on ? '' : restClass)}
        />
        <Select.Icon className={on ? '' : 'text-ink-2'}>
          <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
        </Select.Icon>
      </Select.Trigger>
      <Options options={options} />
    </Select.Root>
  )
}
