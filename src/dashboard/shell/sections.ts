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
import { t, type NamesIn } from '#domain/texts/text.ts'
import { memberOf, useSession } from './session/session.tsx'

export type Section = {
  to:
    | '/admin'
    | '/admin/applicants'
    | '/admin/jobs'
    | '/admin/incidents'
    | '/admin/store-pages'
    | '/admin/customers'
    | '/admin/requests'
    | '/admin/audit'
    | '/admin/settings'
  name: NamesIn<'sectionName'>
  icon: LucideIcon
  /** Hidden from others. */
  forOwners?: true
  /** One of the five places of a phone's bar; the others are in its menu. */
  isDaily?: true
}

/** In the order of the rail. */
const sections: readonly Section[] = [
  { to: '/admin', name: 'overview', icon: Store, isDaily: true },
  { to: '/admin/applicants', name: 'applicants', icon: Users, isDaily: true },
  { to: '/admin/jobs', name: 'jobs', icon: BriefcaseBusiness, isDaily: true },
  { to: '/admin/incidents', name: 'incidents', icon: Shield },
  { to: '/admin/store-pages', name: 'storePages', icon: PanelsTopLeft, isDaily: true },
  { to: '/admin/customers', name: 'customers', icon: ShoppingBag },
  { to: '/admin/requests', name: 'requests', icon: FileClock },
  { to: '/admin/audit', name: 'audit', icon: ScrollText, forOwners: true },
  { to: '/admin/settings', name: 'settings', icon: Settings, isDaily: true },
]

export function useSections(): (Section & { label: string })[] {
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  return sections
    .filter(({ forOwners }) => isOwner || !forOwners)
    .map((section) => ({ ...section, label: t(`sectionName.${section.name}`) }))
}
