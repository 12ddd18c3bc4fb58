// A segmented control: two or three views of the same thing, side by side; the selected one is shown.
import type { LucideIcon } from 'lucide-react'
import { classNames } from '../class-names.ts'

export type Segment<Value extends string> = { value: Value; label: string; icon?: LucideIcon }

export function Segments<Value extends string>({
  label,
  segments,
  value,
  onChange,
  narrow = false,
  small = false,
}: {
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Shows only icons; the labels stay their accessible names. */
  narrow?: boolean
  small?: boolean
}) {
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex flex-none overflow-clip rounded-control border border-field bg-surface [overflow-clip-margin:4px]"
    >
      {segments.map(({ value: own, label: word, icon: Icon }, index) => (
        <button
          key={own}
          type="button"
          aria-pressed={own === value}
          title={narrow ? word : undefined}
          onClick={() => onChange(own)}
          className={classNames(
            'inline-flex items-center gap-2 font-medium transition-colors duration-120 max-md:h-[42px]',
            small ? 'h-[30px] px-2.5 text-label' : 'h-[34px] px-3',
            index > 0 && 'border-s border-line',
            own === value ? 'bg-brand-tint text-brand-text' : 'text-ink-2 hover:bg-sunken',
          )}
        >
          {Icon && <Icon size={16} />}
          <span className={narrow ? 'sr-only' : ''}>{word}</span>
        </button>
      ))}
    </div>
  )
}
