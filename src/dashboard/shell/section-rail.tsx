// The menu of the dashboard: a rail beside the page, a bar below it on phones; and the tabs of an entry with several pages.
import type { ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { numberText } from '#domain/texts/formats.ts'
import type { SectionName } from '#domain/screens.ts'
import { t } from '#domain/texts/text.ts'
import { useLiveEvent, useLiveReturn } from './live/live.tsx'
import {
  applicantCountsQuery,
  incidentCountsQuery,
  requestCountsQuery,
  storeQuery,
} from '../queries.ts'
import { sectionEntries, useSectionHere, useTabs } from './sections.ts'

// The router marks a page itself; which entry it belongs to is said below.
const exactly = { exact: true, includeSearch: false } as const

/** What waits for somebody: new applicants, open incidents and requests. Nothing is counted for its own sake. */
function useWaiting(): Partial<Record<SectionName, number>> {
  const applicants = useQuery(applicantCountsQuery()).data
  const incidents = useQuery(incidentCountsQuery).data
  const requests = useQuery(requestCountsQuery).data
  return {
    applicants: applicants?.applied ?? 0,
    protection: (incidents ? incidents.open + incidents.investigating : 0) + (requests?.open ?? 0),
  }
}

export function SectionRail() {
  const waiting = useWaiting()
  const here = useSectionHere()
  const client = useQueryClient()
  const readStoreAgain = () => void client.invalidateQueries({ queryKey: storeQuery.queryKey })
  useLiveEvent('store.changed', readStoreAgain)
  useLiveReturn(readStoreAgain)
  return (
    <nav
      aria-label={t('section.label')}
      className="rail sticky top-14 flex h-[calc(100dvh-56px)] w-[216px] flex-none flex-col gap-0.5 px-3 pt-5 pb-4 max-md:hidden md:max-lg:rail-folded"
    >
      {sectionEntries().map(({ name, to, label, icon: Icon }) => (
        <Link
          key={name}
          to={to}
          title={label}
          activeOptions={exactly}
          aria-current={name === here ? 'page' : undefined}
          className="rail-item flex h-9 items-center gap-2.5 ps-2.5 pe-[22px] font-medium text-ink-2 no-underline aria-[current]:text-brand-text"
        >
          <Icon size={16} className="flex-none" />
          <span className="rail-word flex flex-1 items-center">
            {label}
            <Waiting count={waiting[name]} className="ms-auto text-meta" />
          </span>
        </Link>
      ))}
    </nav>
  )
}

function Waiting({ count = 0, className }: { count: number | undefined; className: string }) {
  if (count === 0) return null
  return <span className={`tabular-nums ${className}`}>{numberText(count)}</span>
}

export function SectionBar() {
  const waiting = useWaiting()
  const here = useSectionHere()
  return (
    <nav
      aria-label={t('section.label')}
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-canvas px-1 pt-1 pb-[max(8px,env(safe-area-inset-bottom))] md:hidden"
    >
      {sectionEntries().map(({ name, to, label, icon: Icon }) => (
        <Link
          key={name}
          to={to}
          activeOptions={exactly}
          aria-current={name === here ? 'page' : undefined}
          className="grid min-w-0 flex-auto basis-0 justify-items-center gap-0.5 rounded-control py-1.5 text-meta font-medium text-ink-2 no-underline aria-[current]:text-brand-text"
        >
          <span className="relative">
            <Icon size={20} />
            <Waiting
              count={waiting[name]}
              className="absolute start-full -top-1 ms-0.5 leading-none"
            />
          </span>
          <span className="max-w-full text-center wrap-anywhere hyphens-auto">{label}</span>
        </Link>
      ))}
    </nav>
  )
}

/** Settings have their tabs beside the page, where there is space; others above it. */
export function SectionTabs({ children }: { children: ReactNode }) {
  const here = useSectionHere()
  const tabs = useTabs(here)
  const isBeside = here === 'settings'
  return (
    <div className={isBeside ? 'lg:grid lg:grid-cols-[148px_minmax(0,960px)] lg:gap-x-8' : ''}>
      {here && tabs.length > 0 && (
        <nav
          aria-label={t(`sectionName.${here}`)}
          className={`mb-5 flex flex-wrap gap-1 max-md:-mx-2 ${isBeside ? 'lg:sticky lg:top-[76px] lg:flex-col lg:self-start' : ''}`}
        >
          {tabs.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              activeOptions={exactly}
              className="flex min-h-8 items-center rounded-control px-2.5 font-medium text-ink-2 no-underline hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink max-md:min-h-11"
            >
              {label}
            </Link>
          ))}
        </nav>
      )}
      <div className="min-w-0">{children}</div>
    </div>
  )
}
