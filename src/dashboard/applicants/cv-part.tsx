// The file the applicant sent.
import type { Applicant } from '#domain/applicants.ts'
import { fileSize } from '#domain/cvs.ts'
import { Button } from '../ui/button.tsx'
import { openCv } from './applicants-api.ts'
import { Part } from './profile-part.tsx'

export function CvPart({ applicant }: { applicant: Applicant }) {
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
    </Part>
  )
}
