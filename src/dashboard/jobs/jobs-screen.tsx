// The address /admin/jobs: the section on a page of its own.
import { t } from '#domain/texts/text.ts'
import { useTitle } from '../shell/title.ts'
import { JobsSection } from './jobs-section.tsx'

export function JobsScreen() {
  useTitle(t('job.listTitle'))
  return <JobsSection />
}
