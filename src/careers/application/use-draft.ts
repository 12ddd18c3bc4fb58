// Saves the form's draft while a person types, and restores it when they return.
import { useEffect, useRef, useState } from 'react'
import { deleteDraft, saveDraft, readDraft } from './draft.ts'

const PAUSE_MS = 500

type TextControl = HTMLInputElement | HTMLTextAreaElement

const textControls = (form: HTMLFormElement): TextControl[] =>
  [...form.elements].filter(
    (control): control is TextControl =>
      (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
      !['hidden', 'file', 'checkbox'].includes(control.type) &&
      !control.readOnly,
  )

const oneNameBox = (form: HTMLFormElement): HTMLInputElement | null =>
  form.elements.namedItem('oneName') as HTMLInputElement | null

/** Fills only empty fields, so that values from the person or the store are not replaced. */
function restore(form: HTMLFormElement, values: Record<string, string>): boolean {
  let restored = false
  const oneName = oneNameBox(form)
  if (oneName && values.oneName && !oneName.checked) {
    oneName.checked = true
    restored = true
  }
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
    // Only at the first render: a refused form still shows what was typed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [job, email])
  useEffect(() => {
    const owner = form.current
    const keep = () => {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => owner && saveDraft(job, email, owner), PAUSE_MS)
    }
    // Listens on the document: some fields of the form are outside of its element.
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
    const oneName = form.current && oneNameBox(form.current)
    if (oneName) oneName.checked = oneName.defaultChecked
    controls[0]?.focus()
  }
  return { form, restored, startOver }
}
