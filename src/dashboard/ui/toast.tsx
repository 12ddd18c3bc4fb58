// Short messages about what just happened: said once, and taken back where that is possible.
import type { ReactNode } from 'react'
import { Check, CircleAlert, OctagonAlert, X } from 'lucide-react'
import { toast, Toaster } from 'sonner'
import { Button, IconButton } from './button.tsx'
import { PHONE, useMediaQuery } from './media-query.ts'

const SECONDS = { plain: 5, undoable: 8 } as const

const none: readonly string[] = []

export type ToastAction = { label: string; run: () => void }

function Body({
  id,
  icon,
  text,
  details = none,
  action,
  closes,
}: {
  id: string | number
  icon?: ReactNode
  text: ReactNode
  details?: readonly string[]
  action?: ToastAction | undefined
  closes?: boolean
}) {
  return (
    <div className="flex items-start gap-2.5 py-3 ps-4 pe-2">
      {icon}
      <div className="min-w-0 flex-1 break-words">
        <p className={details.length > 0 ? 'font-semibold' : ''}>{text}</p>
        {details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
      </div>
      {action && (
        <Button
          kind="plain"
          size="small"
          className="-my-1"
          onClick={() => {
            toast.dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      {closes && (
        <IconButton name="Close" size="small" className="-my-1" onClick={() => toast.dismiss(id)}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

const options = (seconds: number, id?: string) => ({
  unstyled: true,
  className: 'toast',
  duration: seconds * 1000,
  ...(id === undefined ? {} : { id }),
})

/** Answers what `takeBack` takes. `detail` tells two of the same apart: whom it was done to. */
export function sayDone(text: string, action?: ToastAction, detail?: string): string | number {
  return toast.custom(
    (id) => (
      <Body
        id={id}
        icon={
          <Check
            size={16}
            strokeWidth={2}
            className="mt-0.5 flex-none text-good"
            aria-hidden="true"
          />
        }
        text={text}
        details={detail ? [detail] : []}
        action={action}
      />
    ),
    options(action ? SECONDS.undoable : SECONDS.plain),
  )
}

/** Stays until it is closed. `id` keeps the same problem from being said twice. */
export function sayProblem(text: string, detail?: string, id?: string): void {
  toast.custom(
    (own) => (
      <Body
        id={own}
        icon={
          <CircleAlert
            size={16}
            strokeWidth={1.75}
            className="mt-0.5 flex-none text-danger-text"
            aria-hidden="true"
          />
        }
        text={text}
        details={detail ? [detail] : []}
        closes
      />
    ),
    options(Number.POSITIVE_INFINITY, id),
  )
}

/** The loudest there is; stays until it is closed. `id` keeps the same alarm from being said twice. */
export function sayAlarm(
  text: string,
  details: readonly (string | null)[],
  action: ToastAction,
  id: string,
): void {
  toast.custom(
    (own) => (
      <Body
        id={own}
        icon={
          <OctagonAlert
            size={16}
            strokeWidth={1.75}
            className="mt-0.5 flex-none"
            aria-hidden="true"
          />
        }
        text={text}
        details={details.filter((detail) => detail !== null)}
        action={action}
        closes
      />
    ),
    { ...options(Number.POSITIVE_INFINITY, id), className: 'toast alarm' },
  )
}

export function sayNews(text: ReactNode, action: ToastAction): void {
  toast.custom((id) => <Body id={id} text={text} action={action} />, options(SECONDS.plain))
}

export const takeBack = (id: string | number): void => {
  toast.dismiss(id)
}

export function Toasts() {
  const phone = useMediaQuery(PHONE)
  return (
    <Toaster
      theme="system"
      // Side by side, so that a new one never covers an alarm.
      expand
      position={phone ? 'top-center' : 'bottom-right'}
      style={{ '--width': '384px' } as React.CSSProperties}
      mobileOffset={{ top: 64, left: 8, right: 8 }}
    />
  )
}
