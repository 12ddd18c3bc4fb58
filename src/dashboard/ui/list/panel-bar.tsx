// The bar above a panel beside a list: previous and next, the position in the list, and close.
import type { ReactNode } from 'react'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { t, type NamesIn } from '#domain/texts/text.ts'
import { IconButton } from '../button.tsx'

export function PanelBar({
  noun,
  close,
  onPrevious,
  onNext,
  onClose,
  children,
}: {
  /** The name of the list's objects. */
  noun: NamesIn<'panelNext'>
  /** The name of the button that closes the panel. */
  close: string
  /** Undefined without a neighbour. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onClose: () => void
  children: ReactNode
}) {
  return (
    <div className="sticky top-0 z-10 flex h-12 items-center gap-0.5 border-b border-line bg-surface px-3">
      <IconButton
        name={t(`panelPrevious.${noun}`)}
        size="small"
        inactive={!onPrevious}
        onClick={onPrevious}
      >
        <ChevronLeft size={16} className="rtl:-scale-x-100" />
      </IconButton>
      <IconButton name={t(`panelNext.${noun}`)} size="small" inactive={!onNext} onClick={onNext}>
        <ChevronRight size={16} className="rtl:-scale-x-100" />
      </IconButton>
      <span className="ms-2 me-auto text-label text-ink-2 tabular-nums">{children}</span>
      <IconButton name={close} size="small" onClick={onClose}>
        <X size={16} />
      </IconButton>
    </div>
  )
}
