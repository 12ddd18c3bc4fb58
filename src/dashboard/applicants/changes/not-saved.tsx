// Marks a row, a card, a profile or a note with changes that the server does not have yet.
import { CloudOff } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { classNames } from '../../ui/class-names.ts'
import { useUnsent } from '../../shell/unsent/queue.ts'
import { useIsNoteLate } from './unsent-people.ts'

export function NotSaved({ id, className }: { id: string; className?: string }) {
  const isLate = useUnsent(({ latePeople }) => latePeople.has(id))
  return isLate && <Mark className={className} />
}

export function NoteNotSaved({ id }: { id: string }) {
  const isLate = useIsNoteLate(id)
  return isLate && <Mark />
}

function Mark({ className }: { className?: string | undefined }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 text-meta font-medium whitespace-nowrap text-not-saved',
        className,
      )}
    >
      <CloudOff size={14} className="flex-none" />
      {t('unsent.mark')}
    </span>
  )
}
