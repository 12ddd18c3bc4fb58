// The errors that are not corrected yet: each disappears, with its line at the top, as soon as its field is valid.
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

type Errors = Readonly<Record<string, string | undefined>>

type Control = HTMLInputElement | HTMLTextAreaElement

/** Only spaces count as empty; the browser's own validation accepts them. */
const isRight = (control: Control): boolean =>
  control.validity.valid && (!control.required || control.value.trim() !== '')

/** `errors` are those of one answer: a new object begins a new list. */
export function useOpenErrors<Given extends Errors>(
  errors: Given,
  form: RefObject<HTMLFormElement | null>,
): { open: Partial<Given>; mend: (field: keyof Given) => void } {
  const [mended, setMended] = useState<{ of: Given; fields: ReadonlySet<keyof Given> }>({
    of: errors,
    fields: new Set(),
  })
  const fields = mended.of === errors ? mended.fields : new Set<keyof Given>()
  const mend = (field: keyof Given) => {
    if (errors[field] && !fields.has(field)) {
      setMended({ of: errors, fields: new Set([...fields, field]) })
    }
  }
  const typed = useEffectEvent(({ target }: Event) => {
    const control = target as Control
    if (control.type === 'file' || control.form !== form.current) return
    if (isRight(control)) mend(control.name)
  })
  useEffect(() => {
    // Listens on the document: some fields of the form are outside of its element.
    document.addEventListener('input', typed)
    return () => document.removeEventListener('input', typed)
  }, [])
  const open: Partial<Given> = { ...errors }
  for (const field of fields) delete open[field]
  return { open, mend }
}
