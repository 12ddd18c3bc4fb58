// The address /admin/applicants: the section on a page of its own.
import { useTitle } from '../shell/title.ts'
import { useVisit } from '../shell/visit.ts'
import { ApplicantsSection } from './applicants-section.tsx'

export function ApplicantsScreen() {
  useTitle('Applicant Management')
  useVisit()
  return <ApplicantsSection />
}
