// The address /admin/jobs: the section on a page of its own.
import { useTitle } from '../shell/title.ts'
import { JobsSection } from './jobs-section.tsx'

export function JobsScreen() {
  useTitle('Job Post Management')
  return <JobsSection />
}
