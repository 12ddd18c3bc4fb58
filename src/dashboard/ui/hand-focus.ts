// Where the focus goes when what had it leaves the page.
const SETTLE_MS = 700
/** A busy machine draws a dialog's end later than that. */
const LONGEST_MS = 5000

/**
 * Gives the focus to whom `heir` finds, and again for a moment when it falls to the page: a dialog or menu that fades out
 * hands the focus back only when it is gone, and to whatever opened it, which may be gone as well. Whoever takes the focus
 * meanwhile keeps it.
 */
export function handFocus(heir: () => HTMLElement | null | undefined): void {
  const start = performance.now()
  const settle = () => {
    if (isNobodys()) heir()?.focus()
    const passed = performance.now() - start
    if (passed < SETTLE_MS || (passed < LONGEST_MS && isFading())) requestAnimationFrame(settle)
  }
  requestAnimationFrame(() => {
    heir()?.focus()
    settle()
  })
}

const isNobodys = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

const isFading = (): boolean =>
  document.querySelector('[role=alertdialog],[role=menu],[data-ending-style]') !== null
