// Where the focus goes when what had it leaves the page.
const SETTLE_MS = 700

/**
 * Gives the focus to whom `heir` finds, and again for a moment when it falls to the page: a dialog or menu that fades out
 * hands the focus back only when it is gone, and to whatever opened it, which may be gone as well. Whoever takes the focus
 * meanwhile keeps it.
 */
export function handFocus(heir: () => HTMLElement | null | undefined): void {
  const end = performance.now() + SETTLE_MS
  const settle = () => {
    if (isNobodys()) heir()?.focus()
    if (performance.now() < end) requestAnimationFrame(settle)
  }
  requestAnimationFrame(() => {
    heir()?.focus()
    settle()
  })
}

const isNobodys = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
