// The address /admin: every room on one page, one under the other.
import { ApplicantsSection } from './applicants/applicants-section.tsx'
import { CustomersSection } from './customers/customers-section.tsx'
import { IncidentsSection } from './incidents/incidents-section.tsx'
import { JobsSection } from './jobs/jobs-section.tsx'
import { StorePagesSection } from './store-pages/store-pages-section.tsx'
import { OverviewScreen } from './overview/overview-screen.tsx'

export function AdminOverview() {
  return (
    <OverviewScreen>
      <ApplicantsSection overview />
      <JobsSection overview />
      <IncidentsSection overview />
      <StorePagesSection overview />
      <CustomersSection overview />
    </OverviewScreen>
  )
}
