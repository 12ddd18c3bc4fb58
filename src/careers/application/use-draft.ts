// Keeps the form's draft while a person types, and puts it back on their return.
import { useEffect, useRef, useState } from 'react'
import { deleteDraft, saveDraft, readDraft } from './draft.ts'

const PAUSE_MS = 500

type TextControl = HTMLInputElement | HTMLTextAreaElement

const textControls = (form: HTMLFormElement): TextControl[] =>
  [...form.elements].filter(
    (control): control is TextControl =>
      (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
      !['hidden', 'file'].includes(control.type) &&
      !control.readOnly,
  )

/** Fills only what is empty: what the person or the store has already given stays. */
function restore(form: HTMLFormElement, values: Record<string, string>): boolean {
  let restored = false
  for (const control of textControls(form)) {
    const value = values[control.name]
    if (!value || control.value) continue
    control.value = value
    restored = true
  }
  return restored
}

export function useDraft(job: string, email: string, fresh: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef(0)
  const [restored, setRestored] = useState(false)

  useEffect(() => {
    const values = fresh ? readDraft(job, email) : null
    if (form.current && values) setRestored(restore(form.current, values))
    // Only on arrival: a refused form still shows what was typed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [job, email])
  useEffect(() => {
    const owner = form.current
    const keep = () => {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => owner && saveDraft(job, email, owner), PAUSE_MS)
    }
    // Fields outside of the form's element belong to it as well, so the document listens.
    document.addEventListener('input', keep)
    return () => {
      clearTimeout(timer.current)
      document.removeEventListener('input', keep)
    }
  }, [job, email])

  const startOver = () => {
    clearTimeout(timer.current)
    deleteDraft()
    setRestored(false)
    const controls = form.current ? textControls(form.current) : []
    for (const control of controls) control.value = control.defaultValue
    controls[0]?.focus()
  }
  return { form, restored, startOver }
}
