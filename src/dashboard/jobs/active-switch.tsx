// Whether applicants see the post.
import { useId } from 'react'
import { Switch } from '@base-ui/react/switch'

export function ActiveSwitch({
  checked,
  onChange,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const hint = useId()
  return (
    <div className="me-auto flex min-h-9 items-center gap-2 max-md:w-full">
      <Switch.Root
        aria-label="Active"
        aria-describedby={hint}
        checked={checked}
        onCheckedChange={onChange}
        className="group/switch relative h-[22px] w-9 flex-none cursor-pointer rounded-full border border-field bg-surface transition-colors duration-120 data-checked:border-brand-fill data-checked:bg-brand-fill"
      >
        <Switch.Thumb className="absolute start-[3px] top-[3px] size-3.5 rounded-full bg-field transition-all duration-120 data-checked:start-[17px] data-checked:bg-white" />
      </Switch.Root>
      <span aria-hidden="true" className="font-medium">
        Active
      </span>
      <span id={hint} className="text-meta text-ink-3">
        {checked ? 'shown in the widget at once' : 'hidden from the widget'}
      </span>
    </div>
  )
}
