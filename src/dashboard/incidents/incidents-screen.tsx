// The address /admin/incidents: the section on a page of its own.
import { useTitle } from '../shell/title.ts'
import { IncidentsSection } from './incidents-section.tsx'

export function IncidentsScreen() {
  useTitle('Security Incident Dashboard')
  return <IncidentsSection />
}
