// The address /admin: today, and below it every section, collapsed until it is opened.
import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { lazyScreen } from './shell/lazy-screen.ts'
import { FoldedSection } from './overview/folded-section.tsx'
import { useIsOffered } from './shell/sections.ts'
import { useOpenSections, type SectionKey } from './open-sections.ts'
import { OverviewScreen } from './overview/overview-screen.tsx'
import { applicantCountsQuery, incidentCountsQuery, jobsQuery, storeQuery } from './queries.ts'

const ApplicantsSection = lazyScreen(
  () => import('./applicants/applicants-section.tsx'),
  'ApplicantsSection',
)
const JobsSection = lazyScreen(() => import('./jobs/jobs-section.tsx'), 'JobsSection')
const IncidentsSection = lazyScreen(
  () => import('./incidents/incidents-section.tsx'),
  'IncidentsSection',
)
const StorePagesSection = lazyScreen(
  () => import('./store/pages/store-pages-section.tsx'),
  'StorePagesSection',
)
const CustomersSection = lazyScreen(
  () => import('./store/customers-section.tsx'),
  'CustomersSection',
)

/** From the frame's data, which is already loaded. */
function useSummaries(): Partial<Record<SectionKey, string>> {
  const applicants = useQuery(applicantCountsQuery()).data
  const jobs = useQuery(jobsQuery).data
  const incidents = useQuery(incidentCountsQuery).data
  const store = useQuery(storeQuery).data
  return {
    ...(applicants && { applicants: t('count.applicant', { count: applicants.all }) }),
    ...(jobs && {
      jobs: t('count.openJob', { count: jobs.filter((job) => job.is_active).length }),
    }),
    ...(incidents && { incidents: t('count.openIncident', { count: incidents.open }) }),
    ...(store && {
      'store-pages': store.store
        ? t('count.page', { count: store.page_count })
        : t('overview.noStore'),
    }),
  }
}

export function AdminOverview() {
  const summaries = useSummaries()
  const { isOpen, toggle } = useOpenSections()
  const isOffered = useIsOffered()
  const of = (section: SectionKey) => ({
    summary: summaries[section],
    isOpen: isOpen(section),
    toggle: () => toggle(section),
  })
  return (
    <OverviewScreen>
      <div className="border-b border-line">
        <FoldedSection
          {...of('applicants')}
          title={t('applicant.listTitle')}
          to="/admin/applicants"
          Section={ApplicantsSection}
        />
        <FoldedSection
          {...of('jobs')}
          title={t('job.listTitle')}
          to="/admin/jobs"
          Section={JobsSection}
        />
        <FoldedSection
          {...of('incidents')}
          title={t('incidents.listTitle')}
          to="/admin/incidents"
          Section={IncidentsSection}
        />
        {isOffered('/admin/store-pages') && (
          <FoldedSection
            {...of('store-pages')}
            title={t('page.listTitle')}
            to="/admin/store-pages"
            Section={StorePagesSection}
          />
        )}
        {isOffered('/admin/customers') && (
          <FoldedSection
            {...of('customers')}
            title={t('refresh.title')}
            to="/admin/customers"
            Section={CustomersSection}
          />
        )}
      </div>
    </OverviewScreen>
  )
}
