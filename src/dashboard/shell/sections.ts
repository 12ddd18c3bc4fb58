// The sections of the dashboard: rail, bar, palette and keys follow this list.
import {
  BriefcaseBusiness,
  FileClock,
  PanelsTopLeft,
  ScrollText,
  Settings,
  Shield,
  ShoppingBag,
  Store,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { screens, type ScreenFacts, type SectionPath } from '#domain/screens.ts'
import { t } from '#domain/texts/text.ts'
import { memberOf, useSession } from './session/session.tsx'

/** In the order of the rail. */
const icons: Record<SectionPath, LucideIcon> = {
  '/admin': Store,
  '/admin/applicants': Users,
  '/admin/jobs': BriefcaseBusiness,
  '/admin/incidents': Shield,
  '/admin/store-pages': PanelsTopLeft,
  '/admin/customers': ShoppingBag,
  '/admin/requests': FileClock,
  '/admin/audit': ScrollText,
  '/admin/settings': Settings,
}

export type Section = NonNullable<ScreenFacts['section']> & {
  to: SectionPath
  icon: LucideIcon
  label: string
}

export function useSections(): Section[] {
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  return (Object.keys(icons) as SectionPath[])
    .map((to) => {
      const section: NonNullable<ScreenFacts['section']> = screens[to].section
      return { ...section, to, icon: icons[to], label: t(`sectionName.${section.name}`) }
    })
    .filter(({ forOwners }) => isOwner || !forOwners)
}
