// Form fields: label, hint, error and counter wired to their control.
import { useId, useState } from 'react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'

type FieldWords = {
  label: string
  /** Shown instead of marking the required ones. */
  optional?: boolean
  hint?: ReactNode
  error?: string | undefined
  /** The id of an error that is shown elsewhere, because it is about several fields. */
  sharedError?: string | undefined
  /** Of a setting: whether it is saved. Seen beside the label, so that nothing moves; reached after the control. */
  beside?: ReactElement | undefined
}

type Wiring = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Renders the texts around a control and gives it the ids that connect them. */
export function Field({
  label,
  optional = false,
  hint,
  error,
  sharedError,
  beside,
  className,
  children,
}: FieldWords & { className?: string; children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const ids = { optional: `${id}-optional`, hint: `${id}-hint`, error: `${id}-error` }
  const described = [error ? ids.error : sharedError, optional && ids.optional, hint && ids.hint]
  return (
    <div
      data-setting={beside && ''}
      className={classNames(
        'grid min-w-0 content-start gap-1.5',
        beside && 'grid-cols-[minmax(0,1fr)_auto] *:col-span-2',
        className,
      )}
    >
      <div
        className={classNames(
          'flex items-baseline justify-between gap-2 text-label font-medium',
          beside && 'col-[1]!',
        )}
      >
        <label htmlFor={id}>{label}</label>
        {optional && (
          <span id={ids.optional} className="text-meta font-normal text-ink-3">
            {t('form.optional')}
          </span>
        )}
      </div>
      {error && <FieldError id={ids.error} text={error} />}
      {children({
        id,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error || sharedError ? true : undefined,
      })}
      {beside && <div className="[grid-area:1/2]!">{beside}</div>}
      {hint && (
        <p id={ids.hint} className="text-meta text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, text }: { id?: string; text: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-label text-danger-text">
      <CircleAlert strokeWidth={2} size={14} className="mt-0.5 flex-none" />
      {text}
    </p>
  )
}

export const inputClass =
  'block w-full min-w-0 rounded-control border border-field bg-surface px-[11px] text-body text-ink max-md:text-panel [&[readonly]]:border-line [&[readonly]]:bg-sunken aria-invalid:border-danger-text aria-invalid:shadow-[inset_0_0_0_1px_var(--danger-text)]'
const lineHeight = 'h-9 max-md:h-11'
const publicLine = 'h-11 text-panel'

type TextInputProps = FieldWords &
  Omit<ComponentProps<'input'>, 'id' | 'className'> & { className?: string; roomy?: boolean }

export function TextInput({
  label,
  optional,
  hint,
  error,
  sharedError,
  beside,
  className,
  roomy = false,
  ...rest
}: TextInputProps) {
  return (
    <Field {...{ label, optional, hint, error, sharedError, beside, className }}>
      {(wiring) => (
        <input
          {...rest}
          {...wiring}
          className={classNames(inputClass, roomy ? publicLine : lineHeight)}
        />
      )}
    </Field>
  )
}

/** Password managers and paste are supported; the eye button shows the typed text. */
export function PasswordInput({
  label,
  optional,
  hint,
  error,
  className,
  ...rest
}: Omit<TextInputProps, 'type' | 'roomy'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, optional, hint, error, className }}>
      {(wiring) => (
        <span className="relative block">
          <input
            {...rest}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={classNames(inputClass, publicLine, 'pe-[52px]')}
          />
          <IconButton
            name={t('form.showPassword')}
            aria-pressed={shown}
            onClick={() => setShown((before) => !before)}
            className="absolute end-1 top-1 size-9! max-md:size-9!"
          >
            {shown ? <EyeOff size={16} /> : <Eye size={16} />}
          </IconButton>
        </span>
      )}
    </Field>
  )
}

type TextAreaProps = FieldWords &
  Omit<ComponentProps<'textarea'>, 'id' | 'className'> & { className?: string }

export function TextArea({
  label,
  optional,
  hint,
  error,
  beside,
  className,
  rows = 4,
  ...rest
}: TextAreaProps) {
  return (
    <Field {...{ label, optional, hint, error, beside, className }}>
      {(wiring) => (
        <textarea
          {...rest}
          {...wiring}
          rows={rows}
          className={classNames(inputClass, 'resize-y py-2')}
        />
      )}
    </Field>
  )
}
