// The file the applicant sent.
import type { Applicant } from '#domain/applicants.ts'
import { fileSize } from '#domain/cvs.ts'
import { Button } from '../ui/button.tsx'
import { openCv } from './applicants-api.ts'
import { CvPreview } from './cv-preview.tsx'
import { Part } from './profile-part.tsx'

export function CvPart({
  applicant,
  preview = false,
}: {
  applicant: Applicant
  /** Shows what is in it, which counts as opening it. */
  preview?: boolean
}) {
  if (!applicant.cv_url) {
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
      side={
        <Button size="small" onClick={() => void openCv(applicant.id)}>
          View CV
        </Button>
      }
    >
      <p className="break-all text-ink-2">
        {[applicant.cv_name ?? 'CV', size].filter(Boolean).join(' · ')}
      </p>
      {preview && (
        <div className="mt-3">
          <CvPreview key={applicant.id} applicant={applicant} />
        </div>
      )}
    </Part>
  )
}
