// Renders toasts. Loaded after the first screen, which rarely shows any.
import { useEffect, type ReactNode } from 'react'
import { Check, CircleAlert, CloudOff, OctagonAlert, X } from 'lucide-react'
import { toast, Toaster as Sonner } from 'sonner'
import { t } from '#domain/texts/text.ts'
import { Button, IconButton } from '../button.tsx'
import { PHONE, useMediaQuery } from '../hooks/media-query.ts'

export type ToastAction = { label: string; run: () => void }

/** `tone`: done, waiting for the server, a problem, an alarm, or news without a mark. */
export type Message = {
  id: string
  tone: 'done' | 'waiting' | 'problem' | 'alarm' | 'news'
  text: ReactNode
  details?: readonly string[]
  action?: ToastAction | undefined
}

const SECONDS = { plain: 5, undoable: 8 } as const

const marks = {
  done: <Check size={16} strokeWidth={2} className="mt-0.5 flex-none text-good" />,
  waiting: <CloudOff size={16} className="mt-0.5 flex-none text-not-saved" />,
  problem: <CircleAlert size={16} className="mt-0.5 flex-none text-danger-text" />,
  alarm: <OctagonAlert size={16} className="mt-0.5 flex-none" />,
  news: null,
}

const stays = ({ tone }: Message): boolean => tone === 'problem' || tone === 'alarm'

function secondsOf(message: Message): number {
  if (stays(message)) return Number.POSITIVE_INFINITY
  return message.tone !== 'news' && message.action ? SECONDS.undoable : SECONDS.plain
}

function Body({ message }: { message: Message }) {
  const { id, tone, text, details = [], action } = message
  return (
    <div className="flex items-start gap-2.5 py-3 ps-4 pe-2">
      {marks[tone]}
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
      {stays(message) && (
        <IconButton
          name={t('action.close')}
          size="small"
          className="-my-1"
          onClick={() => toast.dismiss(id)}
        >
          <X size={16} />
        </IconButton>
      )}
    </div>
  )
}

export function show(message: Message): void {
  toast.custom(() => <Body message={message} />, {
    id: message.id,
    unstyled: true,
    className: message.tone === 'alarm' ? 'toast alarm' : 'toast',
    duration: secondsOf(message) * 1000,
  })
}

export const dismiss = (id: string): void => {
  toast.dismiss(id)
}

export const dismissAll = (): void => {
  toast.dismiss()
}

/** `onReady`: called when toasts can be shown; the function it returns is called at the end. */
export function Toaster({ onReady }: { onReady: () => () => void }) {
  const phone = useMediaQuery(PHONE)
  useEffect(onReady, [onReady])
  return (
    <Sonner
      containerAriaLabel={t('toast.region')}
      theme="system"
      // Stacked, so that a new one never covers an alarm.
      expand
      position={phone ? 'top-center' : 'bottom-right'}
      style={{ '--width': '384px' } as React.CSSProperties}
      mobileOffset={{ top: 64, left: 8, right: 8 }}
    />
  )
}
