// The errors that are still to be mended: each goes, with its line at the top, as soon as its field is right.
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

type Errors = Readonly<Record<string, string | undefined>>

type Control = HTMLInputElement | HTMLTextAreaElement

/** Spaces are no name, which the browser's own check does not know. */
const isRight = (control: Control): boolean =>
  control.validity.valid && (!control.required || control.value.trim() !== '')

/** `errors` are those of an answer: each answer is an object of its own, and begins anew. */
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
    // Fields outside of the form's element belong to it as well, so the document listens.
    document.addEventListener('input', typed)
    return () => document.removeEventListener('input', typed)
  }, [])
  const open: Partial<Given> = { ...errors }
  for (const field of fields) delete open[field]
  return { open, mend }
}
