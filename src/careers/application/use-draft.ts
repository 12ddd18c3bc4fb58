// Saves the form's draft while a person types, and restores it when they return.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UploadedCv } from '#domain/cvs/cvs.ts'
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
    const folded = control.closest('details')
    if (folded) folded.open = true
    restored = true
  }
  return restored
}

type Drafted = { job: { id: string }; email: string; cv: UploadedCv | null }

export function useDraft({ job: { id: job }, email, cv }: Drafted, fresh: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef(0)
  const [restored, setRestored] = useState(false)
  /** The draft had a CV, which waited for longer than it may. */
  const [isCvGone, setCvGone] = useState(false)
  const forgetCv = useCallback(() => setCvGone(false), [])

  useEffect(() => {
    const draft = fresh ? readDraft(job, email) : null
    if (!form.current || !draft) return
    const hasText = restore(form.current, draft.values)
    setRestored(hasText || cv !== null)
    setCvGone(draft.hasCv === true && cv === null)
    // Only at the first render: a refused form still shows what was typed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [job, email])
  const save = useEffectEvent((owner: HTMLFormElement) => {
    saveDraft(job, email, owner, isCvGone)
  })
  useEffect(() => {
    const owner = form.current
    let isSent = false
    const keepNow = () => {
      if (timer.current && owner) save(owner)
      timer.current = 0
    }
    const keep = () => {
      clearTimeout(timer.current)
      timer.current = window.setTimeout(keepNow, PAUSE_MS)
    }
    // Kept before the page is left, which can be after the next one has deleted the draft.
    const keepAtOnce = (event: Event) => {
      keepNow()
      isSent = !event.defaultPrevented
    }
    const leave = () => {
      if (!isSent) keepNow()
    }
    const comeBack = () => {
      isSent = false
    }
    // Listens on the document: some fields of the form are outside of its element.
    document.addEventListener('input', keep)
    document.addEventListener('submit', keepAtOnce)
    // Reloaded or left within the pause.
    addEventListener('pagehide', leave)
    addEventListener('pageshow', comeBack)
    return () => {
      clearTimeout(timer.current)
      document.removeEventListener('input', keep)
      document.removeEventListener('submit', keepAtOnce)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
    }
  }, [job, email])

  const startOver = () => {
    // The field of the CV hears it too, and removes the file.
    form.current?.reset()
    clearTimeout(timer.current)
    timer.current = 0
    deleteDraft()
    setRestored(false)
    forgetCv()
    if (form.current) textControls(form.current)[0]?.focus()
  }
  return { form, restored, isCvGone, forgetCv, startOver }
}
