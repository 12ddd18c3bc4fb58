// The CV in the profile.
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { Applicant } from '#domain/applicants/applicant-profile.ts'
import { fileSize, kindOfCv, warningsOf, type CvCheck } from '#domain/cvs/cvs.ts'
import { t } from '#domain/texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/popups/dialog.tsx'
import { openCv } from '../applicants-api.ts'
import { CvPreview } from './cv-preview.tsx'
import { CvWarning } from './cv-warning.tsx'
import { Part } from '../profile/profile-part.tsx'

type CvPartProps = {
  applicant: Applicant
  check: CvCheck | null
  /** Whether the whole text is shown, not only its beginning. */
  isWhole: boolean
  onWhole: () => void
}

export function CvPart({ applicant, check, isWhole, onWhole }: CvPartProps) {
  const body = useId()
  // The pages of a suspicious file are rendered only after a click.
  const isTextFirst = check !== null && warningsOf(check.active_content).length > 0
  const [asText, setAsText] = useState(isTextFirst)
  if (!applicant.cv_url || !check) {
    return (
      <Part title={t('cv.title')} anchor="cv">
        <p className="text-ink-2">{t('cv.none')}</p>
      </Part>
    )
  }
  // A file that is still being checked cannot be opened, only read as text.
  const hasPages = check.state === 'checked' && kindOfCv(applicant.cv_url) === 'pdf'
  const size = applicant.cv_size === null ? null : fileSize(applicant.cv_size)
  return (
    <Part
      title={t('cv.title')}
      anchor="cv"
      side={
        <span className="flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-1">
          <span className="min-w-0 text-label break-all text-ink-2">
            {[applicant.cv_name ?? t('cv.title'), size].filter(Boolean).join(' · ')}
          </span>
          <Ways applicant={applicant} check={check} />
          {hasPages && (
            <Button
              size="small"
              className="aria-pressed:border-brand-fill aria-pressed:bg-brand-tint aria-pressed:text-brand-text print:hidden"
              aria-controls={body}
              aria-pressed={asText}
              onClick={() => setAsText((before) => !before)}
            >
              {t('cv.asText')}
            </Button>
          )}
        </span>
      }
    >
      <CvWarning check={check} kind={kindOfCv(applicant.cv_url)} />
      {check.state !== 'infected' && (
        // Outside, so that the button's element exists before it is seen.
        <div id={body}>
          <WhenSeen>
            <Clipped isWhole={isWhole} onWhole={onWhole}>
              <CvPreview applicant={applicant} asText={asText || !hasPages} />
            </Clipped>
          </WhenSeen>
        </div>
      )}
    </Part>
  )
}

/** A person who only steps through the list with a key sees no CV, so none is loaded. */
const RESTED_MS = 500

/** Showing a CV is recorded as opening it, so it is loaded only after it was visible for a moment. */
function WhenSeen({ children }: { children: ReactNode }) {
  const [isSeen, setSeen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer)
      if (entry?.isIntersecting) timer = setTimeout(setSeen, RESTED_MS, true)
    })
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return (
    <div ref={place} data-cv-shown="" className="mt-3">
      {isSeen ? (
        children
      ) : (
        <div
          aria-hidden="true"
          className="h-96 rounded-control border border-line bg-sunken print:hidden"
        />
      )}
    </div>
  )
}

/** Only the beginning, so that the notes below are near. */
function Clipped({
  isWhole,
  onWhole,
  children,
}: {
  isWhole: boolean
  onWhole: () => void
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  // The element that stays, while what is in it changes from a placeholder to the CV.
  const content = useRef<HTMLDivElement>(null)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const clip = box.current
    const whole = content.current
    if (!clip || !whole) return
    const observer = new ResizeObserver(() => setCut(whole.scrollHeight > clip.clientHeight + 1))
    observer.observe(whole)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div
        ref={box}
        className={
          isWhole
            ? ''
            : 'relative max-h-[520px] overflow-clip print:max-h-none print:overflow-visible'
        }
      >
        <div ref={content}>{children}</div>
        {!isWhole && isCut && (
          <div
            aria-hidden="true"
            className="absolute inset-x-0 bottom-0 h-16 bg-linear-to-t from-surface to-transparent print:hidden"
          />
        )}
      </div>
      {!isWhole && isCut && (
        <Button size="small" className="mt-2" onClick={onWhole}>
          {t('cv.showWhole')}
        </Button>
      )}
    </>
  )
}

/** A harmless file opens at once; any other is shown as text, and downloaded only after a question. */
function Ways({
  applicant,
  check: { state, active_content },
}: {
  applicant: Applicant
  check: CvCheck
}) {
  const [isAsking, setAsking] = useState(false)
  if (state !== 'checked') return null
  const warnings = warningsOf(active_content)
  if (warnings.length === 0) {
    return (
      <Button size="small" className="print:hidden" onClick={() => void openCv(applicant.id)}>
        {t('cv.view')}
      </Button>
    )
  }
  return (
    <span className="print:hidden">
      <Button size="small" kind="plain" onClick={() => setAsking(true)}>
        {t('action.downloadAsk')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('cv.downloadTitle')}
          question={warnings.join(' ')}
          more={t('cv.downloadQuestion')}
          confirm={t('action.download')}
          busy={false}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void openCv(applicant.id)
          }}
        />
      )}
    </span>
  )
}
