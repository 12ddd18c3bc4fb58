// What was typed before React hydrated the page: kept where hydration would lose it, and announced to what listens from then on.

type Typed = {
  control: HTMLInputElement | HTMLTextAreaElement
  value: string
  selection: Parameters<HTMLInputElement['setSelectionRange']>
}

const isText = ({ type }: Typed['control']): boolean =>
  !['hidden', 'file', 'checkbox', 'radio'].includes(type)

/** The fields whose text is no longer that of the server. */
export function readTyped(root: Element): Typed[] {
  return [...root.querySelectorAll<Typed['control']>('input,textarea')]
    .filter((control) => isText(control) && control.value !== control.defaultValue)
    .map((control) => {
      const { value, selectionStart, selectionEnd, selectionDirection } = control
      const direction = selectionDirection ?? undefined
      return { control, value, selection: [selectionStart, selectionEnd, direction] }
    })
}

/** React gives a textarea its first text again, if it had one (`initTextarea`). */
export function putBackTyped(typed: readonly Typed[]): void {
  for (const { control, value, selection } of typed) {
    if (control.value === value) continue
    control.value = value
    control.setSelectionRange(...selection)
  }
}

/** The draft, the counted letters, the mended errors and the whole code follow from it, as if it were typed now. */
export function announceTyped(typed: readonly Typed[]): void {
  for (const { control } of typed) control.dispatchEvent(new Event('input', { bubbles: true }))
}
