// One labelled field: label, 'Optional', error text and input, connected for screen readers.
import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react'
import { t } from '#domain/texts/text.ts'

type FrameProps = {
  id: string
  label: string
  optional?: boolean
  error?: string | undefined
  hint?: string
  /** Shown at the end of the label's line instead of 'Optional'. */
  aside?: ReactNode
  wide?: boolean
}

/** The ids of the texts that describe the field, without the absent ones. */
export function describedBy({ id, optional, error, hint }: FrameProps): string | undefined {
  const ids = [error && `${id}-error`, optional && `${id}-optional`, hint && `${id}-hint`]
  return ids.filter(Boolean).join(' ') || undefined
}

export function FieldFrame(props: FrameProps & { children: ReactNode }) {
  const { id, label, optional, error, hint, aside, wide, children } = props
  return (
    <div className={wide ? 'field all' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {optional && (
        <span className="optional" id={`${id}-optional`}>
          {t('careers.optional')}
        </span>
      )}
      {aside}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = FrameProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>

export function TextField(props: TextFieldProps) {
  const { id, label, optional, error, hint, aside, wide, ...input } = props
  return (
    <FieldFrame {...{ id, label, optional, error, hint, aside, wide }}>
      <input
        name={id}
        {...input}
        id={id}
        className={`input ${input.className ?? ''}`.trim()}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(props)}
      />
    </FieldFrame>
  )
}

type TextAreaProps = FrameProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>

export function TextArea(props: TextAreaProps) {
  const { id, label, optional, error, hint, aside, wide, ...area } = props
  return (
    <FieldFrame {...{ id, label, optional, error, hint, aside, wide }}>
      <textarea
        name={id}
        {...area}
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(props)}
      />
    </FieldFrame>
  )
}
