// Buttons: filled for the one next step, outline for the rest, plain for what stays in the background.
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type ButtonKind = 'primary' | 'outline' | 'plain' | 'danger'
export type ButtonSize = 'normal' | 'small'

/** `button-…`: for the look in a store's admin (store-look.css). */
const kinds: Record<ButtonKind, string> = {
  primary:
    'button-primary border-brand-fill bg-brand-fill font-semibold text-white hover:border-brand-fill-hover hover:bg-brand-fill-hover',
  outline: 'button-outline border-field bg-surface text-ink hover:border-ink-2 hover:bg-sunken',
  plain: 'border-transparent bg-transparent text-ink hover:bg-sunken',
  danger:
    'button-danger border-danger bg-danger font-semibold text-white hover:border-danger-hover hover:bg-danger-hover',
}
const off = 'border-line bg-sunken font-medium text-ink-3'

const sizes: Record<ButtonSize, string> = {
  normal: 'h-9 gap-2 px-[13px] text-body max-md:h-11',
  small: 'h-7 gap-1.5 px-[9px] text-label max-md:h-9',
}
const squares: Record<ButtonSize, string> = {
  normal: 'size-9 max-md:size-11',
  small: 'size-7 max-md:size-9',
}
const base =
  'inline-flex flex-none items-center justify-center rounded-control border font-medium whitespace-nowrap no-underline transition-colors duration-120'

/** Only the style, for links that look like buttons. */
export const buttonClass = (kind: ButtonKind = 'outline', size: ButtonSize = 'normal'): string =>
  classNames(base, kinds[kind], sizes[size])

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  kind?: ButtonKind
  size?: ButtonSize
  /** `aria-disabled` keeps it in the tab order, so that the focus never leaves a form. */
  inactive?: boolean
  /** Why it is disabled: its title, so that it is shown and read. */
  why?: string | undefined
  /** While it is inactive it submits all the same: the form shows what is missing. */
  explains?: boolean
}

export function Button({
  kind = 'outline',
  size = 'normal',
  inactive = false,
  why,
  explains = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reason = inactive ? why : undefined
  return (
    <button
      {...rest}
      title={reason ?? rest.title}
      type={inactive && !explains && type === 'submit' ? 'button' : type}
      aria-disabled={inactive || undefined}
      onClick={inactive ? undefined : onClick}
      className={classNames(base, inactive ? off : kinds[kind], sizes[size], className)}
    />
  )
}

type IconButtonProps = Omit<ButtonProps, 'children' | 'aria-label' | 'explains'> & {
  name: string
  children: ReactNode
}

/** A button with only an icon always has a name; `Tooltips` shows it. */
export function IconButton({
  name,
  kind = 'plain',
  size = 'normal',
  inactive = false,
  className,
  onClick,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={name}
      data-tooltip=""
      aria-disabled={inactive || undefined}
      onClick={inactive ? undefined : onClick}
      className={classNames(
        base,
        inactive ? 'border-transparent text-ink-3' : classNames(kinds[kind], 'text-ink-2'),
        squares[size],
        className,
      )}
    >
      {children}
    </button>
  )
}
