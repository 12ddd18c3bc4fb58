// The sections of the dashboard: a rail beside the page, a bar below it on phones.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { numberText } from '#domain/texts/formats.ts'
import type { SectionPath } from '#domain/screens.ts'
import { t } from '#domain/texts/text.ts'
import { Link } from '@tanstack/react-router'
import { useLiveEvent, useLiveReturn } from './live/live.tsx'
import { applicantCountsQuery, incidentCountsQuery, jobsQuery, storeQuery } from '../queries.ts'
import { useSections } from './sections.ts'

import { MenuLine, MenuLink } from '../ui/popups/menu.tsx'

// A section is current on its own page only; its filters in the address do not matter.
const exactly = { exact: true, includeSearch: false } as const

export function SectionRail() {
  const applicants = useQuery(applicantCountsQuery()).data?.all
  const jobs = useQuery(jobsQuery).data?.length
  const incidents = useQuery(incidentCountsQuery).data
  const store = useQuery(storeQuery).data
  const client = useQueryClient()
  const readStoreAgain = () => void client.invalidateQueries({ queryKey: storeQuery.queryKey })
  useLiveEvent('store.changed', readStoreAgain)
  useLiveReturn(readStoreAgain)
  const numbers: Partial<Record<SectionPath, number | undefined>> = {
    '/admin/applicants': applicants,
    '/admin/jobs': jobs,
    // The number of those that need attention.
    '/admin/incidents': incidents && incidents.open + incidents.investigating,
    // Without a store there is nothing to count.
    '/admin/store-pages': store?.store ? store.page_count : undefined,
  }
  return (
    <nav
      aria-label={t('section.label')}
      className="rail sticky top-14 flex h-[calc(100dvh-56px)] w-[216px] flex-none flex-col gap-0.5 px-3 pt-5 pb-4 max-md:hidden md:max-lg:rail-folded"
    >
      {useSections().map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          title={label}
          activeOptions={exactly}
          className="rail-item flex h-9 items-center gap-2.5 ps-2.5 pe-[22px] font-medium text-ink-2 no-underline aria-[current]:text-brand-text"
        >
          <Icon size={16} className="flex-none" />
          <span className="rail-word flex flex-1 items-center">
            {label}
            {numbers[to] !== undefined && (
              <span className="ms-auto text-meta tabular-nums">{numberText(numbers[to])}</span>
            )}
          </span>
        </Link>
      ))}
    </nav>
  )
}

const place =
  'grid min-w-0 flex-auto justify-items-center gap-0.5 rounded-control py-1.5 text-meta font-medium text-ink-2 no-underline aria-[current]:text-brand-text'

export function SectionBar() {
  return (
    <nav
      aria-label={t('section.label')}
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-canvas px-1 pt-1 pb-[max(8px,env(safe-area-inset-bottom))] md:hidden"
    >
      {useSections()
        .filter(({ isDaily }) => isDaily)
        .map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} activeOptions={exactly} className={place}>
            <Icon size={20} />
            <span className="max-w-full text-center wrap-anywhere hyphens-auto">{label}</span>
          </Link>
        ))}
    </nav>
  )
}

/** On phones: sections without a place in the bar are in the menu. */
export function FurtherSections() {
  return (
    <>
      {useSections()
        .filter(({ isDaily }) => !isDaily)
        .map(({ to, label, icon: Icon }) => (
          <MenuLink key={to} link={<Link to={to} activeOptions={exactly} />}>
            <Icon size={16} className="flex-none text-ink-2" />
            {label}
          </MenuLink>
        ))}
      <MenuLine />
    </>
  )
}
