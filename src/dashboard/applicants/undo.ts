// The last change of status that can be taken back: by its toast, or by the keys for as long as the server allows.
import { UNDO_SECONDS } from '#domain/applicants.ts'
import { sayDone, takeBack } from '../ui/toast.tsx'

type Undoable = { run: () => void; until: number; toast: string }

let last: Undoable | undefined

/** Says what was done, and keeps the way back. */
export function sayUndoable(text: string, undo: () => void, detail?: string): void {
  const run = () => {
    if (last?.run === run) last = undefined
    undo()
  }
  const toast = sayDone(text, { label: 'Undo', run }, detail)
  last = { run, until: Date.now() + UNDO_SECONDS * 1000, toast }
}

/** Takes the last change back, once. */
export function undoLast(): void {
  if (!last || Date.now() > last.until) return
  takeBack(last.toast)
  last.run()
}
