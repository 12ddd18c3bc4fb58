// The consent as a dialog over the list, near the button that opened it: the middle of a tall frame may be outside of the screen.
import { useEffect, useRef } from 'react'
import type { WidgetJob, WidgetOptions } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'
import { ConsentForm } from './consent-form.tsx'
import { frameGrown, visiblePart, type Band } from './visible-part.ts'

type Props = {
  options: WidgetOptions
  job: WidgetJob
  recipient: string
  onCancel: () => void
}

const MARGIN = 16
/** The dialog starts this far above the button, so that the pointer is inside it. */
const ABOVE = 120

const applyButton = (jobId: string) =>
  document.querySelector<HTMLElement>(`[name=roleId][value="${CSS.escape(jobId)}"]`)

function place(dialog: HTMLDialogElement, band: Band, near: number | undefined): void {
  const height = dialog.offsetHeight
  const [highest, lowest] = [band.top + MARGIN, band.bottom - MARGIN - height]
  const wanted = near === undefined ? (highest + lowest) / 2 : near - ABOVE
  const top = Math.max(MARGIN, highest, Math.min(wanted, lowest))
  // Positioned from the top, so that nothing that grows later moves it.
  dialog.style.marginBlock = `${Math.round(top)}px auto`
  // Larger than the visible part: asks the embedding page to scroll.
  if (lowest < highest) dialog.scrollIntoView({ block: 'nearest' })
}

/** A frame that is resized to its content grows with what is measured in it; the dialog is on top of that content. */
async function makeRoom(dialog: HTMLDialogElement): Promise<void> {
  const measured = document.querySelector<HTMLElement>('.widget')
  if (!measured || document.documentElement.dataset['follow'] !== 'f') return
  dialog.style.cssText = 'display:block;visibility:hidden'
  const needed = dialog.offsetHeight + 2 * MARGIN
  dialog.style.cssText = ''
  if (innerHeight >= needed) return
  measured.style.minHeight = `${needed}px`
  await frameGrown()
}

function leaveRoom(): void {
  const measured = document.querySelector<HTMLElement>('.widget')
  if (measured) measured.style.minHeight = ''
}

export function ConsentDialog({ options, job, recipient, onCancel }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Once for each job, so that later events leave the dialog and the focus where they are.
  useEffect(() => {
    const dialog = box.current
    if (!dialog) return
    let isGone = false
    let width = innerWidth
    const open = async () => {
      await makeRoom(dialog)
      const band = await visiblePart()
      if (isGone) return
      const near = applyButton(job.id)?.getBoundingClientRect().top
      dialog.showModal()
      place(dialog, band, near)
      heading.current?.focus({ preventScroll: true })
    }
    // Rotating a phone changes the visible part.
    const turn = () => {
      if (innerWidth === width) return
      width = innerWidth
      void visiblePart().then((band) => !isGone && place(dialog, band, undefined))
    }
    addEventListener('resize', turn)
    void open()
    return () => {
      isGone = true
      removeEventListener('resize', turn)
      dialog.close()
      leaveRoom()
    }
  }, [job.id])
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
        {t('careers.consent.title')}
      </h2>
      <ConsentForm options={options} job={job} recipient={recipient} />
    </dialog>
  )
}
