// Where the focus goes when what had it leaves the page.
import { pageStart } from './page-start.ts'

const SETTLE_MS = 700
/** A busy machine draws a dialog's end, or the row to go to, later than that. */
const LONGEST_MS = 5000

/**
 * Gives the focus to what `find` finds, the page's start until it does, and again for a moment when it falls to the page: a
 * dialog or menu that fades out hands the focus back only when it is gone, and to whatever opened it, which may be gone as
 * well. Whoever takes the focus meanwhile keeps it.
 */
export function handFocus(find: () => HTMLElement | null | undefined): void {
  const start = performance.now()
  const settle = () => {
    const found = find()
    if (isNobodys()) (found ?? pageStart())?.focus()
    const passed = performance.now() - start
    const goesOn =
      passed < SETTLE_MS || (passed < LONGEST_MS && (isFading() || (!found && isNobodys())))
    if (goesOn) requestAnimationFrame(settle)
  }
  requestAnimationFrame(() => {
    find()?.focus()
    settle()
  })
}

const isNobodys = (): boolean => {
  const { activeElement } = document
  return [null, document.body, document.getElementById('main'), pageStart()].includes(
    activeElement as HTMLElement | null,
  )
}

const isFading = (): boolean =>
  document.querySelector('[role=alertdialog],[role=menu],[data-ending-style]') !== null
