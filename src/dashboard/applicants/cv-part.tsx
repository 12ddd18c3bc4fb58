// The file the applicant sent.
import { useState } from 'react'
import type { Applicant } from '#domain/applicants.ts'
import { fileSize, kindOfCv, warningsOf, type CvCheck } from '#domain/cvs.ts'
import { messages } from '#domain/messages.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { openCv } from './applicants-api.ts'
import { CvPreview } from './cv-preview.tsx'
import { CvWarning } from './cv-warning.tsx'
import { Part } from './profile-part.tsx'

type CvPartProps = {
  applicant: Applicant
  check: CvCheck | null
  /** Shows what is in it, which counts as opening it. */
  preview?: boolean
  /** Goes to where that is shown. */
  onRead?: () => void
}

export function CvPart({ applicant, check, preview = false, onRead }: CvPartProps) {
  if (!applicant.cv_url || !check) {
    return (
      <Part title="CV">
        <p className="text-ink-2">No CV attached.</p>
      </Part>
    )
  }
  const size = applicant.cv_size === null ? null : fileSize(applicant.cv_size)
  return (
    <Part
      title="CV"
      side={<Ways applicant={applicant} check={check} onRead={preview ? undefined : onRead} />}
    >
      <p className="break-all text-ink-2">
        {[applicant.cv_name ?? 'CV', size].filter(Boolean).join(' · ')}
      </p>
      <CvWarning check={check} kind={kindOfCv(applicant.cv_url)} />
      {preview && check.state !== 'infected' && (
        <div className="mt-3">
          <CvPreview
            key={applicant.id}
            applicant={applicant}
            isTextOnly={check.state === 'waiting'}
          />
        </div>
      )}
    </Part>
  )
}

/** What is harmless opens at once; the rest is read here first, and downloaded by those who say so twice. */
function Ways({
  applicant,
  check: { state, active_content },
  onRead,
}: {
  applicant: Applicant
  check: CvCheck
  onRead: (() => void) | undefined
}) {
  const [isAsking, setAsking] = useState(false)
  if (state === 'infected') return null
  const warnings = state === 'checked' ? warningsOf(active_content) : []
  if (state === 'checked' && warnings.length === 0) {
    return (
      <Button size="small" onClick={() => void openCv(applicant.id)}>
        View CV
      </Button>
    )
  }
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {onRead && (
        <Button size="small" onClick={onRead}>
          Read CV
        </Button>
      )}
      {state === 'checked' && (
        <Button size="small" kind="plain" onClick={() => setAsking(true)}>
          Download…
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Download this CV?"
          question={warnings.join(' ')}
          more={messages['cv.downloadQuestion']}
          confirm="Download"
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
