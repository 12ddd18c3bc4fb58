// A switch, with its label and the meaning of its current state.
import { useId, type ReactElement } from 'react'
import { Switch } from '@base-ui/react/switch'
import { classNames } from '../class-names.ts'
import { FieldError } from './field.tsx'

export function LabelledSwitch({
  label,
  hint,
  checked,
  onChange,
  error,
  beside,
  className,
}: {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
  /** Of a setting: whether it is saved. */
  beside?: ReactElement | undefined
  className?: string
}) {
  const id = useId()
  return (
    <div
      data-setting={beside && ''}
      className={classNames('flex min-h-9 flex-wrap items-center gap-x-2 gap-y-0.5', className)}
    >
      <Switch.Root
        aria-label={label}
        aria-describedby={id}
        checked={checked}
        onCheckedChange={onChange}
        // The touch target is larger than the visible control.
        className="group/switch relative h-[22px] w-9 flex-none cursor-pointer rounded-full border border-field bg-surface transition-colors duration-120 data-checked:border-brand-fill data-checked:bg-brand-fill after:absolute after:-inset-[3px] pointer-coarse:after:-inset-3"
      >
        <Switch.Thumb className="absolute start-[3px] top-[3px] size-3.5 rounded-full bg-field transition-all duration-120 data-checked:start-[17px] data-checked:bg-white" />
      </Switch.Root>
      <span aria-hidden="true" className="flex-none font-medium">
        {label}
      </span>
      {beside && <span className="ms-auto md:order-last">{beside}</span>}
      <span id={id} className="min-w-0 flex-[1_1_180px] text-meta text-ink-3 max-md:basis-full">
        {hint}
      </span>
      {error && <FieldError text={error} />}
    </div>
  )
}
