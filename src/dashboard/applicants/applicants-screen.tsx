// The address /admin/applicants: the section on a page of its own.
import { t } from '#domain/texts/text.ts'
import { useTitle } from '../shell/title.ts'
import { useVisit } from '../shell/visit.ts'
import { ApplicantsSection } from './applicants-section.tsx'

export function ApplicantsScreen() {
  useTitle(t('applicant.listTitle'))
  useVisit()
  return <ApplicantsSection />
}
