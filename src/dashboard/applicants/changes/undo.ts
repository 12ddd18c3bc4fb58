// The last change of status that can be taken back: by its toast, or by the keys for as long as the server allows.
import { UNDO_SECONDS } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'
import { toastSuccess, toastPending, dismissToast } from '../../ui/popups/toast.tsx'

type Undoable = { run: () => void; until: number; toast?: string }

let last: Undoable | undefined

/** Keeps the way back, before there is anything to say. */
export function offerUndo(undo: () => void): void {
  last = { run: undo, until: Date.now() + UNDO_SECONDS * 1000 }
}

type Said = {
  /** Tells two of the same apart: whom it was done to. */
  detail?: string | undefined
  /** The server does not have it yet. */
  isWaiting?: boolean
}

/** Says what was done, and keeps the way back. Answers what `dismissToast` takes. */
export function toastUndoable(
  text: string,
  undo: () => void,
  { detail, isWaiting = false }: Said = {},
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

/** Takes the last change back, once. */
export function undoLast(): void {
  if (!last || Date.now() > last.until) return
  const { run, toast } = last
  last = undefined
  if (toast !== undefined) dismissToast(toast)
  run()
}
