// The address /admin/incidents: the section on a page of its own.
import { t } from '#domain/texts/text.ts'
import { useTitle } from '../shell/title.ts'
import { IncidentsSection } from './incidents-section.tsx'

export function IncidentsScreen() {
  useTitle(t('incidents.listTitle'))
  return <IncidentsSection />
}
