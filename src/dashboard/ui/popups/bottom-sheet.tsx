// A sheet that rises from the lower edge of a phone.
import type { ReactNode } from 'react'
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { IconButton } from '../button.tsx'

export function BottomSheet({
  title,
  onClose,
  foot,
  children,
}: {
  title: string
  onClose: () => void
  foot: ReactNode
  children: ReactNode
}) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup className="fixed inset-x-0 bottom-0 z-40 max-h-[85dvh] overflow-y-auto rounded-t-sheet bg-raised shadow-lift outline-none">
          <div className="flex items-center gap-2 px-4 pt-3">
            <Dialog.Title className="me-auto text-section font-semibold">{title}</Dialog.Title>
            <IconButton name={t('action.close')} onClick={onClose}>
              <X size={16} />
            </IconButton>
          </div>
          <div className="p-4">{children}</div>
          <div className="flex gap-2 border-t border-line px-4 pt-3 pb-[max(16px,env(safe-area-inset-bottom))]">
            {foot}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
