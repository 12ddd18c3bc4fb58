// The consent as a dialog over the list, near the button that opened it: the middle of a tall frame may be out of sight.
import { useLayoutEffect, useRef } from 'react'
import type { WidgetJob, WidgetOptions } from '#domain/widget.ts'
import { ConsentForm } from './consent-form.tsx'

type Props = {
  options: WidgetOptions
  job: WidgetJob
  /** Where in the frame the button was; null: in the middle. */
  near: number | null
  onCancel: () => void
}

const MARGIN = 16
/** The dialog starts this far above the button, so that the pointer rests inside it. */
const ABOVE = 120

function place(dialog: HTMLDialogElement, near: number): void {
  const lowest = Math.max(MARGIN, innerHeight - dialog.offsetHeight - MARGIN)
  dialog.style.marginBlockStart = `${Math.min(Math.max(MARGIN, near - ABOVE), lowest)}px`
}

export function ConsentDialog({ options, job, near, onCancel }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const dialog = box.current
    if (!dialog) return
    dialog.showModal()
    if (near !== null) place(dialog, near)
    heading.current?.focus({ preventScroll: near !== null })
    return () => dialog.close()
  }, [near])
  return (
    <dialog
      ref={box}
      className="consent"
      aria-labelledby="consent-title"
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <h2 id="consent-title" ref={heading} tabIndex={-1}>
        Data Processing Consent
      </h2>
      <ConsentForm options={options} job={job} />
    </dialog>
  )
}
