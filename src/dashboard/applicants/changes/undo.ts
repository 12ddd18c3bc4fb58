// The last change that can be undone: from its toast, or by the keys for as long as the server allows.
import { UNDO_SECONDS } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { forgetWith } from '../../ui/hooks/value-store.ts'
import { toastSuccess, toastPending, dismissToast } from '../../ui/popups/toast.tsx'

type Undoable = { run: () => void; until: number; toast?: string }

let last: Undoable | undefined
forgetWith(() => (last = undefined))

/** Stores how to undo a change before its toast is shown. */
export function offerUndo(undo: () => void): void {
  last = { run: undo, until: Date.now() + UNDO_SECONDS * 1000 }
}

type ToastDetails = {
  /** Distinguishes two toasts with the same text: the applicant's name. */
  detail?: string | undefined
  /** The server does not have it yet. */
  isWaiting?: boolean
}

/** Shows a toast, and stores how to undo the change. Returns the argument of `dismissToast`. */
export function toastUndoable(
  text: string,
  undo: () => void,
  { detail, isWaiting = false }: ToastDetails = {},
): string {
  const run = () => {
    if (last?.run === run) last = undefined
    undo()
  }
  const action = { label: t('action.undo'), run }
  const toast = isWaiting ? toastPending(text, action) : toastSuccess(text, action, detail)
  last = { run, until: Date.now() + UNDO_SECONDS * 1000, toast }
  return toast
}

/** Undoes the last change, once. */
export function undoLast(): void {
  if (!last || Date.now() > last.until) return
  const { run, toast } = last
  last = undefined
  if (toast !== undefined) dismissToast(toast)
  run()
}
