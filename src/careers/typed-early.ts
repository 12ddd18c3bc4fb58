// Text typed before React hydrated the page: preserved where hydration would lose it, and announced to listeners.

type Typed = {
  control: HTMLInputElement | HTMLTextAreaElement
  value: string
  selection: Parameters<HTMLInputElement['setSelectionRange']>
}

const isText = ({ type }: Typed['control']): boolean =>
  !['hidden', 'file', 'checkbox', 'radio'].includes(type)

/** The fields whose text differs from the server's. */
export function readTyped(root: Element): Typed[] {
  return [...root.querySelectorAll<Typed['control']>('input,textarea')]
    .filter((control) => isText(control) && control.value !== control.defaultValue)
    .map((control) => {
      const { value, selectionStart, selectionEnd, selectionDirection } = control
      const direction = selectionDirection ?? undefined
      return { control, value, selection: [selectionStart, selectionEnd, direction] }
    })
}

/** React resets a textarea to its initial text, if it had one (`initTextarea`). */
export function putBackTyped(typed: readonly Typed[]): void {
  for (const { control, value, selection } of typed) {
    if (control.value === value) continue
    control.value = value
    control.setSelectionRange(...selection)
  }
}

/** Fires input events, so that the draft, the counters, the corrected errors and the complete code are updated. */
export function announceTyped(typed: readonly Typed[]): void {
  for (const { control } of typed) control.dispatchEvent(new Event('input', { bubbles: true }))
}
