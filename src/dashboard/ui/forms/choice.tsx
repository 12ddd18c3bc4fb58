// A select: as a form field, and as a plain filter that names what it filters.
import {
  useDeferredValue,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { ChevronDown } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { Field, inputClass } from './field.tsx'
import type { Option } from './options.ts'
import { ChoicePopup } from '../popups/popups.ts'

type ChoiceProps<Value extends string> = {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

const TYPING_MS = 500

/** Typing on a closed list selects the option that begins with the text, as in a native select. */
function useTyping<Value extends string>(
  options: readonly Option<Value>[],
  value: Value | null,
  onChange: (value: Value) => void,
) {
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent) => {
    const { key, timeStamp } = event
    if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    const before = timeStamp - typed.current.at < TYPING_MS ? typed.current.text : ''
    const letter = key.toLowerCase()
    const text = before === letter.repeat(before.length) ? letter : before + letter
    const here = options.findIndex((option) => option.value === value)
    // The same letter again selects the next match.
    const from = text.length === 1 ? here + 1 : Math.max(0, here)
    const found = [...options.slice(from), ...options.slice(0, from)].find(({ label }) =>
      label.toLowerCase().startsWith(text),
    )
    // Space opens the list, unless it is within a typed label.
    if (key === ' ' && (before === '' || !found)) return
    event.preventDefault()
    typed.current = { text, at: timeStamp }
    if (found && found.value !== value) onChange(found.value)
  }
}

/** The button; its list is loaded lazily, as in menus. */
function Choice<Value extends string>({
  id,
  describedBy,
  label,
  options,
  value,
  onChange,
  className,
  children,
}: Omit<ChoiceProps<Value>, 'value'> & {
  id?: string
  describedBy?: string | undefined
  value: Value | null
  className: string
  children: ReactNode
}) {
  const list = useId()
  const button = useRef<HTMLButtonElement>(null)
  // Once opened, the list stays mounted to restore the focus.
  const [shown, setShown] = useState<{ isOpen: boolean; byKey: boolean }>()
  const isOpen = shown?.isOpen === true
  // The clicked button is rendered first; keys after the opening one already belong to the list.
  const later = useDeferredValue(shown)
  const rendered = shown?.byKey ? shown : later
  const open = (byKey: boolean) => setShown({ isOpen: true, byKey })
  const close = () => setShown((before) => before && { ...before, isOpen: false })
  const type = useTyping(options, value, onChange)
  const choose = (place: number) => {
    const chosen = options[place]
    if (chosen) onChange(chosen.value)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        id={id}
        role="combobox"
        aria-label={label}
        aria-describedby={describedBy}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        onPointerEnter={() => void ChoicePopup.preload()}
        onClick={({ detail }) => (isOpen ? close() : open(detail === 0))}
        onKeyDown={(event) => {
          if (isOpen) return
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return type(event)
          event.preventDefault()
          open(true)
        }}
        className={className}
      >
        {children}
      </button>
      {rendered && (
        <ChoicePopup
          id={list}
          isOpen={isOpen && rendered.isOpen}
          button={button}
          options={options}
          value={value}
          onChoose={choose}
          onClose={close}
        />
      )}
    </>
  )
}

const labelOf = <Value extends string>(options: readonly Option<Value>[], value: Value | null) =>
  options.find((option) => option.value === value)?.label

/** A field of a form. */
export function ChoiceField<Value extends string>({
  label,
  hint,
  error,
  beside,
  ...choice
}: ChoiceProps<Value> & Pick<ComponentProps<typeof Field>, 'hint' | 'error' | 'beside'>) {
  return (
    <Field {...{ label, hint, error, beside }}>
      {({ id, 'aria-describedby': describedBy }) => (
        <Choice
          {...choice}
          id={id}
          describedBy={describedBy}
          label={label}
          className={classNames(
            inputClass,
            'flex h-9 items-center justify-between gap-2 text-start max-md:h-11',
          )}
        >
          <span className="truncate">{labelOf(choice.options, choice.value)}</span>
          <ChevronDown size={16} className="flex-none text-ink-2" />
        </Choice>
      )}
    </Field>
  )
}

/** In a row of a list, with a name for screen readers. With `value` null it shows its label and adds the choice. */
export function SmallChoice<Value extends string>(
  choice: Omit<ChoiceProps<Value>, 'value'> & { value: Value | null },
) {
  return (
    <Choice
      {...choice}
      className="inline-flex h-8 min-w-0 items-center gap-1.5 rounded-control border border-field bg-surface ps-[11px] pe-[9px] text-label font-medium whitespace-nowrap text-ink hover:border-ink-2 hover:bg-sunken max-md:h-11 max-md:text-body"
    >
      <span>{labelOf(choice.options, choice.value) ?? choice.label}</span>
      <ChevronDown size={14} className="text-ink-2" />
    </Choice>
  )
}

/** In a narrow column an inactive filter has space only for its name. */
const restClass = '@max-2xl:hidden'

/** A filter: 'Position: All'. Tinted when it is active. */
export function FilterChoice<Value extends string>({
  short,
  on,
  ...choice
}: ChoiceProps<Value> & { short?: ReactNode; on: boolean }) {
  return (
    <Choice
      {...choice}
      className={classNames(
        'inline-flex h-8 max-w-full min-w-0 items-center gap-1.5 rounded-control border ps-[11px] pe-[9px] text-label whitespace-nowrap max-md:h-11 max-md:text-body',
        on
          ? 'border-brand-text bg-brand-tint text-brand-text'
          : 'border-field bg-surface text-ink hover:border-ink-2 hover:bg-sunken',
      )}
    >
      <span className={on ? '' : 'text-ink-2 @max-2xl:text-ink'}>
        {short ?? choice.label}
        <span className={on ? '' : restClass}>:</span>
      </span>
      <span className={classNames('max-w-56 truncate font-medium', on ? '' : restClass)}>
        {labelOf(choice.options, choice.value)}
      </span>
      <ChevronDown size={14} className={classNames('flex-none', on ? '' : 'text-ink-2')} />
    </Choice>
  )
}
