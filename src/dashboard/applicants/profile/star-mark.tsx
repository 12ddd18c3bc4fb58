// The star of an applicant, read-only.
import { Star } from 'lucide-react'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'

/** Beside a name in a list; nothing without a star. */
export function StarMark({ row }: { row: ApplicantRow }) {
  if (!row.starred) return null
  return (
    <Star
      size={13}
      role="img"
      aria-label={t('star.starred')}
      className="ms-1.5 inline-block flex-none fill-waiting align-[-1px] text-waiting"
    />
  )
}
