// An error shown in place, with its solution.
import { CircleAlert } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { Button } from './button.tsx'

export function Problem({
  text,
  onRetry,
  className = '',
}: {
  text: string
  onRetry?: (() => void) | undefined
  className?: string
}) {
  return (
    <div
      role="alert"
      className={`flex items-start gap-3 rounded-control bg-alert px-4 py-3 text-alert-text ${className}`}
    >
      <CircleAlert size={16} className="mt-0.5 flex-none" />
      <p className="min-w-0 flex-1 font-semibold break-words">{text}</p>
      {onRetry && (
        <Button size="small" className="-my-1" onClick={onRetry}>
          {t('action.tryAgain')}
        </Button>
      )}
    </div>
  )
}
