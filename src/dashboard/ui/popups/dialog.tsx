// Modal dialogs: forms, and confirmations of final actions.
import { useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { Button, IconButton, type ButtonKind } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { useLateForms } from '../forms/late-forms.ts'
import { SaveBar } from '../store-admin/save-bar.tsx'
import { ledFocus, pageStart } from '../hooks/focus.ts'

const backdrop =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0'
const viewport =
  'fixed inset-0 z-40 grid items-start justify-items-center overflow-auto scroll-pb-24 p-6 max-md:scroll-pb-32 max-md:p-0'
const popup =
  'my-auto w-full bg-raised shadow-lift outline-none transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0'

/**
 * The focus after a form closes: its trigger or, if that is removed or was itself a layer, the panel it belonged to, or
 * the start of the page. The focus is never lost.
 */
function useWayBack(): () => HTMLElement | null {
  const [opener] = useState(() => document.activeElement)
  return () => {
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
    if (isThere) return opener
    return document.querySelector<HTMLElement>('[data-docked],[data-keys]') ?? pageStart()
  }
}

/** Full screen on phones. `children` is the body with its own foot; the head is always the same. */
export function FormDialog({
  title,
  description,
  onClose,
  focusFirst,
  aside,
  wide = false,
  isDirty = false,
  children,
}: {
  title: string
  description?: string | undefined
  /** For long texts. */
  wide?: boolean
  /** Contains unsaved input: Escape, the cross and a click outside ask first; Cancel does not. */
  isDirty?: boolean
  onClose: () => void
  /** Gets the focus instead of the first field. */
  focusFirst?: RefObject<HTMLElement | null>
  /** A second column beside the form, such as a preview. */
  aside?: ReactNode
  children: ReactNode
}) {
  const dialog = useRef<HTMLDivElement>(null)
  const wayBack = useWayBack()
  const [leaving, setLeaving] = useState(false)
  const leave = () => (isDirty ? setLeaving(true) : onClose())
  return (
    <Dialog.Root open onOpenChange={(open) => !open && leave()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Viewport className={viewport}>
          <Dialog.Popup
            ref={dialog}
            // The first field, not the close button; on touch devices it would open the keyboard unasked. Without
            // fields the dialog itself: a button would show its tooltip, which takes the first Escape.
            initialFocus={(by) =>
              by === 'touch'
                ? true
                : (focusFirst?.current ??
                  dialog.current?.querySelector<HTMLElement>(
                    'input:not([aria-hidden]), textarea',
                  ) ??
                  dialog.current)
            }
            finalFocus={() => ledFocus() ?? wayBack()}
            className={classNames(
              popup,
              // A sticky foot is cut at the corners.
              'overflow-clip rounded-panel max-md:min-h-dvh max-md:overflow-visible max-md:rounded-none',
              aside
                ? 'grid max-w-[960px] md:grid-cols-[minmax(0,560fr)_minmax(0,400fr)]'
                : classNames('grid max-md:max-w-none', wide ? 'max-w-[720px]' : 'max-w-[440px]'),
            )}
          >
            <div className="flex min-w-0 flex-col">
              <div className="flex items-start gap-3 px-6 pt-5 max-md:px-4">
                <div className="me-auto">
                  <Dialog.Title className="text-section font-semibold">{title}</Dialog.Title>
                  {description && (
                    <Dialog.Description className="text-ink-2">{description}</Dialog.Description>
                  )}
                </div>
                <IconButton name={t('action.close')} size="small" onClick={leave}>
                  <X size={16} />
                </IconButton>
              </div>
              {children}
            </div>
            {aside}
            <SaveBar
              isShown={isDirty}
              onSave={() => dialog.current?.querySelector('form')?.requestSubmit()}
              onDiscard={onClose}
            />
            {leaving && (
              <ConfirmDialog
                title={t('form.discardTitle')}
                question={t('form.discardQuestion')}
                confirm={t('action.discard')}
                busy={false}
                onCancel={() => setLeaving(false)}
                onConfirm={onClose}
              />
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * The foot of a dialog: a hairline, buttons at the end; it is sticky when the dialog is longer than the window. Not in
 * a low window, such as a zoomed one, to leave space for the input.
 */
export function DialogFoot({ children }: { children: ReactNode }) {
  const isLate = useLateForms() > 0
  return (
    <div className="sticky -bottom-6 mt-auto flex flex-wrap items-center justify-end gap-2 rounded-b-[inherit] border-t border-line bg-raised px-6 py-3.5 max-md:bottom-0 max-md:px-4 [@media(max-height:520px)]:static">
      {/* Without content it takes no space: anything else at the start of the foot aligns with the fields. */}
      <p role="status" className="me-auto text-label font-medium text-not-saved empty:-me-2">
        {isLate && t('unsent.form')}
      </p>
      {children}
    </div>
  )
}

/** Confirms an action that cannot be undone; the focus is on Cancel. */
export function ConfirmDialog({
  title,
  question,
  more,
  children,
  confirm,
  kind = 'danger',
  busy,
  onConfirm,
  onCancel,
}: {
  title: string
  question: string
  more?: string | undefined
  /** For texts longer than two sentences, or with a choice. */
  children?: ReactNode
  confirm: string
  /** Danger is for actions that cannot be undone. */
  kind?: ButtonKind
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        {/* Also above a panel that is a dialog itself. */}
        <AlertDialog.Backdrop forceRender className={backdrop} />
        <AlertDialog.Viewport className={classNames(viewport, 'max-md:items-end')}>
          <AlertDialog.Popup
            initialFocus={cancel}
            className={classNames(
              popup,
              'max-w-[440px] rounded-panel max-md:mb-0 max-md:max-w-none max-md:rounded-b-none max-md:rounded-t-sheet',
            )}
          >
            <AlertDialog.Title className="px-6 pt-5 text-section font-semibold">
              {title}
            </AlertDialog.Title>
            <div className="grid gap-3 px-6 pt-4 pb-5">
              <AlertDialog.Description className="break-words">{question}</AlertDialog.Description>
              {more && <p className="text-ink-2">{more}</p>}
              {children}
            </div>
            <DialogFoot>
              <Button ref={cancel} onClick={onCancel}>
                {t('action.cancel')}
              </Button>
              <Button kind={kind} inactive={busy} onClick={onConfirm}>
                {confirm}
              </Button>
            </DialogFoot>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
