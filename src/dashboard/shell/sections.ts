// The entries of the dashboard's menu, and the pages that share one of them as tabs.
import { BriefcaseBusiness, Settings, Shield, Store, Users, type LucideIcon } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import {
  isOffered,
  screenAt,
  screens,
  sectionPages,
  tabsOf,
  type ScreenPath,
  type SectionName,
  type TabPath,
} from '#domain/screens.ts'
import { hasStoreApp } from '#domain/store/store.ts'
import { t } from '#domain/texts/text.ts'
import { storeQuery } from '../queries.ts'
import { memberOf, useSession } from './session/session.tsx'

const icons: Record<SectionName, LucideIcon> = {
  overview: Store,
  applicants: Users,
  jobs: BriefcaseBusiness,
  settings: Settings,
  protection: Shield,
}

export const sectionEntries = () =>
  sectionPages.map(({ name, to }) => ({
    name,
    to,
    icon: icons[name],
    label: t(`sectionName.${name}`),
  }))

/** The entry that the current page belongs to. */
export const useSectionHere = (): SectionName | undefined =>
  useLocation({ select: ({ pathname }) => screenAt(pathname)?.section })

/** Whether this person is led to a page. Without its answer a store counts as possible: most have one. */
export function useIsOffered(): (path: ScreenPath) => boolean {
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  const store = useQuery(storeQuery).data
  const hasStore = store === undefined || hasStoreApp(store)
  return (path) => isOffered(path, { isOwner, hasStore })
}

export function useTabs(section: SectionName | undefined): { to: TabPath; label: string }[] {
  const isOfferedHere = useIsOffered()
  if (!section) return []
  return tabsOf(section)
    .filter(isOfferedHere)
    .map((to) => ({ to, label: t(`sectionName.${screens[to].tab}`) }))
}
